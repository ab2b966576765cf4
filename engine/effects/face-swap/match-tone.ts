import type { Canvas, Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { addGrain } from './add-grain.ts'
import { closeSeam } from './close-seam.ts'
import type { CloseUp } from './close-up.ts'
import { type Expression, matchFolds } from './match-folds.ts'
import { type Hue, type Lights, lightsOf, softenPatches } from './match-light.ts'
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
  const skin = masks.old.plain.map((value, i) => value * masks.given.plain[i]!)
  const faint = skin.map((value, i) => value + 1e-5 * masks.old.bare[i]!)
  const lights = lightsOf(whole.given, whole.old, faint)
  const near = closeLights(lights, close)
  const nearSkin = close.enlarge(skin).map((value, i) => (seen[i]! > 0 ? value : 0))
  const gains = gainsOf(near, { given: fine.given.l, old: fine.old }, nearSkin)
  const { region } = masks.given
  const rough = relight(whole.given.tone, lights, gains, { region, seen: faint })
  const mended = { l: rough.l.slice(), a: rough.a.slice(), b: rough.b.slice() }
  softenPatches(mended, lights, faint, whole.old)
  matchFolds(mended, whole.old, landmarks, bothBare(pair))
  closeSeam(mended, whole.old, mask, skin)
  const tone = relight(fine.given, near, gains, { region: close.enlarge(region), seen })
  for (const key of ['l', 'a', 'b'] as const) {
    const plane = tone[key]
    const change = close.enlarge(mended[key].map((value, i) => value - rough[key][i]!))
    for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! + change[i]!
  }
  addGrain(tone.l, fine.old, nearSkin, close)
  return tone
}

/** The skin that neither face covers, folds too deep to be told from shadows with it. */
function bothBare({ masks: { old, given }, cover }: Pair): Float32Array {
  return old.bare.map(
    (value, i) => value * given.bare[i]! * (1 - cover.old[i]!) * (1 - cover.given[i]!),
  )
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
