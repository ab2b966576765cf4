import { formula } from '../../raster/formula.ts'
import { inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
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
  const tone = copyTone(pair.fine.given)
  inPlaneRoom(() => {
    const found = findTone(pair)
    for (const axis of AXES) tone[axis].set(found[axis])
  })
  return tone
}

function findTone({ close, whole, fine, masks, cover, landmarks, mask, seen }: Pair): Tone {
  const { skin, faint, bare } = sharedSkin(masks, cover)
  const lights = lightsOf(whole.given, whole.old, faint)
  const near = closeLights(lights, close)
  const nearSkin = close.enlarge(skin)
  leave({ skin: nearSkin, seen })
  const gains = gainsOf(near, { given: fine.given.l, old: fine.old }, nearSkin)
  const { region } = masks.given
  const rough = relight(whole.given.tone, lights, gains, { region, seen: faint })
  const mended = copyTone(rough)
  softenPatches(mended, lights, faint, whole.old)
  matchFolds(mended, whole.old, landmarks, bare)
  closeSeam(mended, whole.old, mask, skin)
  const tone = relight(fine.given, near, gains, { region: close.enlarge(region), seen })
  for (const axis of AXES) {
    const change = minus(mended[axis], rough[axis])
    add({ plane: tone[axis], change: close.enlarge(change) })
  }
  addGrain(tone.l, fine.old, nearSkin, close)
  return tone
}

const leave = formula('skin = seen > 0 ? skin : 0')

const add = formula('plane = plane + change')

/** What both faces show of plain skin; that and faintly all of the face; and the skin that nothing covers, folds with it. */
type SharedSkin = { skin: Float32Array; faint: Float32Array; bare: Float32Array }

function sharedSkin({ old, given }: Both<SkinMasks>, cover: Both<Float32Array>): SharedSkin {
  const [skin, faint, bare] = [old.plain, old.plain, old.plain].map(({ length }) =>
    takePlane(length),
  ) as [Float32Array, Float32Array, Float32Array]
  share({
    ...{ skin, faint, bare, oldBare: old.bare, oldPlain: old.plain, oldCover: cover.old },
    ...{ givenBare: given.bare, givenPlain: given.plain, givenCover: cover.given },
  })
  return { skin, faint, bare }
}

const share = formula(`
  both = oldPlain * givenPlain
  skin = both
  faint = both + 0.00001 * oldBare
  bare = oldBare * givenBare * (1 - oldCover) * (1 - givenCover)
`)

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
