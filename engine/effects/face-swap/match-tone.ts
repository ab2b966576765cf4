import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { type Canvas, copyTone, type Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { closeSeam } from './close-seam.ts'
import type { CloseUp } from './close-up.ts'
import { type Expression, matchFolds } from './match-folds.ts'
import { matchGrain } from './match-grain.ts'
import { lightsOf, softenPatches } from './match-light.ts'
import { matchWhites } from './match-whites.ts'
import { minus } from './minus.ts'
import { gainsOf, relight, relightNear } from './relight.ts'

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
  /** The mask and the given face's skin, close up. */
  seen: Float32Array
  region: Float32Array
}

/**
 * The given face's colours as they are to be in the old one's place, close up: in its light, with its folds around an
 * unlike mouth, its grain, and without a seam. Of that only what becomes of the face's own detail in L* is found close up;
 * all else is soft, found on the smaller canvas, and added.
 */
export function matchTone(pair: Pair): Tone {
  const { close, whole, fine, masks, cover, landmarks, mask, seen, region } = pair
  const { skin, faint, bare } = sharedSkin(masks, cover)
  const lights = lightsOf(whole.given, whole.old, faint)
  const near = {
    from: close.enlarge(lights.from),
    to: close.enlarge(lights.to),
    relief: { given: close.enlarge(lights.relief.given), old: close.enlarge(lights.relief.old) },
  }
  const nearSkin = takePlane(seen.length)
  leave({ left: nearSkin, skin: close.enlarge(skin), seen })
  const gains = gainsOf(near, { given: fine.given.l, old: fine.old }, nearSkin)
  const { tone } = whole.given
  const shown = takePlane(mask.length)
  join({ shown, mask, faint })
  const rough = relight(tone, lights, gains, { region: masks.given.region, seen: shown })
  const mended = copyTone(rough)
  softenPatches(mended, lights, faint, whole.old)
  matchFolds(mended, whole.old, landmarks, bare)
  closeSeam(mended, whole.old, mask, skin)
  matchWhites(mended, whole.old, masks.old.typical.l)
  const added = (one: Float32Array, other: Float32Array, to: Float32Array): Float32Array => {
    const sum = takePlane(to.length)
    add({ sum, to, change: close.enlarge(minus(one, other)) })
    return sum
  }
  const light = relightNear(fine.given.l, near, gains, { region, seen })
  const l = added(mended.l, rough.l, light)
  matchGrain(l, fine.old, nearSkin, close)
  return { l, a: added(mended.a, tone.a, fine.given.a), b: added(mended.b, tone.b, fine.given.b) }
}

const join = formula('shown = mask + faint')

const leave = formula('left = seen > 0 ? (skin < 0.1 ? 0 : skin) : 0')

const add = formula('sum = to + change')

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
