import { type Canvas, copyTone, type Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { addGrain } from './add-grain.ts'
import { closeSeam } from './close-seam.ts'
import type { CloseUp } from './close-up.ts'
import { type Expression, matchFolds } from './match-folds.ts'
import { type Hue, type Lights, lightsOf, softenPatches } from './match-light.ts'
import { AXES, minus } from './minus.ts'
import { gainsOf, relight } from './relight.ts'

/** Of the given and of the old face. */
export type Both<Of> = { given: Of; old: Of }

/** Two faces in one place, what of both is skin, and where the given one will be seen. */
export type Pair = {
  close: CloseUp
  whole: Both<Canvas>
  /** The given face's colours and the old one's L*, close up. */
  fine: { given: Tone; old: Float32Array }
  masks: Both<SkinMasks>
  cover: Both<Float32Array>
  landmarks: Both<Expression>
  mask: Float32Array
  /** The mask, close up. */
  seen: Float32Array
}

/**
 * The given face's colours as they are to be in the old one's place, close up: in its light, with its folds around an
 * unlike mouth, its grain, and without a seam. All that is soft in that is found on the smaller canvas, and added.
 */
export function matchTone(pair: Pair): Tone {
  const { close, whole, fine, masks, landmarks, mask, seen } = pair
  const { skin, faint, bare } = sharedSkin(pair)
  const lights = lightsOf(whole.given, whole.old, faint)
  const near = closeLights(lights, close)
  const nearSkin = close.enlarge(skin)
  for (let i = 0; i < seen.length; i++) if (seen[i] === 0) nearSkin[i] = 0
  const gains = gainsOf(near, { given: fine.given.l, old: fine.old }, nearSkin)
  const { region } = masks.given
  const rough = relight(whole.given.tone, lights, gains, { region, seen: faint })
  const mended = copyTone(rough)
  softenPatches(mended, lights, faint, whole.old)
  matchFolds(mended, whole.old, landmarks, bare)
  closeSeam(mended, whole.old, mask, skin)
  const change = minus(mended, rough)
  const tone = relight(fine.given, near, gains, { region: close.enlarge(region), seen })
  for (const axis of AXES) {
    const [plane, by] = [tone[axis], close.enlarge(change[axis])]
    for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! + by[i]!
  }
  addGrain(tone.l, fine.old, nearSkin, close)
  return tone
}

/** What both faces show of plain skin; that and faintly all of the face; and the skin that nothing covers, folds with it. */
type SharedSkin = { skin: Float32Array; faint: Float32Array; bare: Float32Array }

function sharedSkin({ masks: { old, given }, cover }: Pair): SharedSkin {
  const planes = [0, 1, 2].map(() => new Float32Array(old.plain.length))
  const [skin, faint, bare] = planes as [Float32Array, Float32Array, Float32Array]
  for (let i = 0; i < skin.length; i++) {
    if (old.bare[i] === 0) continue
    skin[i] = old.plain[i]! * given.plain[i]!
    faint[i] = skin[i]! + 1e-5 * old.bare[i]!
    bare[i] = old.bare[i]! * given.bare[i]! * (1 - cover.old[i]!) * (1 - cover.given[i]!)
  }
  return { skin, faint, bare }
}

function closeLights(lights: Lights, { enlarge }: CloseUp): Lights {
  const hue = ({ to, shift }: Hue): Hue => ({ to: enlarge(to), shift: enlarge(shift) })
  return {
    from: enlarge(lights.from),
    to: enlarge(lights.to),
    relief: { given: enlarge(lights.relief.given), old: enlarge(lights.relief.old) },
    a: hue(lights.a),
    b: hue(lights.b),
    inner: enlarge(lights.inner),
    lips: enlarge(lights.lips),
  }
}
