import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/lab-planes.ts'
import { correctSeam } from './correct-seam.ts'
import { estimateIllumination, limitPatches } from './illumination.ts'
import { planeDifference } from './lab-difference.ts'
import { type LandmarkPoints, matchCreases } from './match-creases.ts'
import { matchGrain } from './match-grain.ts'
import { matchWhites } from './match-whites.ts'
import { relight, relightLightness, skinGainsOf } from './relight.ts'
import type { SwapRegion } from './swap-region.ts'

/** Of the given and of the old face. */
export type Both<Of> = { given: Of; old: Of }

/** Two faces in one place, what of both is skin, and where the given one will be seen. */
export type SwapPair = {
  close: SwapRegion
  whole: Both<FaceRegion>
  /** The given face's colours and the old one's L*, close up. */
  fine: { given: LabPlanes; old: Float32Array }
  masks: Both<SkinMasks>
  cover: Both<Float32Array>
  landmarks: Both<LandmarkPoints>
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
export function harmonise(pair: SwapPair): LabPlanes {
  const { close, whole, fine, masks, cover, landmarks, mask, seen, region } = pair
  const { skin, faint, bare } = sharedSkin(masks, cover)
  const lights = estimateIllumination(whole.given, whole.old, faint)
  const near = {
    from: close.enlarge(lights.from),
    to: close.enlarge(lights.to),
    relief: { given: close.enlarge(lights.relief.given), old: close.enlarge(lights.relief.old) },
  }
  const nearSkin = allocPlane(seen.length)
  restrictToSeen({ left: nearSkin, skin: close.enlarge(skin), seen })
  const gains = skinGainsOf(near, { given: fine.given.l, old: fine.old }, nearSkin)
  const { lab } = whole.given
  const shown = allocPlane(mask.length)
  sumMasks({ shown, mask, faint })
  const rough = relight(lab, lights, gains, { region: masks.given.skin, seen: shown })
  const mended = copyLabPlanes(rough)
  limitPatches(mended, lights, faint, whole.old)
  matchCreases(mended, whole.old, landmarks, bare)
  correctSeam(mended, whole.old, mask, skin)
  matchWhites(mended, whole.old, masks.old.typical.l)
  const added = (one: Float32Array, other: Float32Array, to: Float32Array): Float32Array => {
    const sum = allocPlane(to.length)
    addPlanes({ sum, to, change: close.enlarge(planeDifference(one, other)) })
    return sum
  }
  const light = relightLightness(fine.given.l, near, gains, { region, seen })
  const l = added(mended.l, rough.l, light)
  matchGrain(l, fine.old, nearSkin, close)
  return { l, a: added(mended.a, lab.a, fine.given.a), b: added(mended.b, lab.b, fine.given.b) }
}

const sumMasks = formula({ planes: ['shown', 'mask', 'faint'] }, 'shown = mask + faint')

const restrictToSeen = formula(
  { planes: ['left', 'seen', 'skin'] },
  'left = seen > 0 ? (skin < 0.1 ? 0 : skin) : 0',
)

const addPlanes = formula({ planes: ['sum', 'to', 'change'] }, 'sum = to + change')

/** What both faces show of plain skin; that and faintly all of the face; and the skin that nothing covers, folds with it. */
type SharedSkin = { skin: Float32Array; faint: Float32Array; bare: Float32Array }

function sharedSkin({ old, given }: Both<SkinMasks>, cover: Both<Float32Array>): SharedSkin {
  const [skin, faint, bare] = [old.clear, old.clear, old.clear].map(({ length }) =>
    allocPlane(length),
  ) as [Float32Array, Float32Array, Float32Array]
  computeSharedSkin({
    ...{ skin, faint, bare, oldBare: old.bare, oldPlain: old.clear, oldCover: cover.old },
    ...{ givenBare: given.bare, givenPlain: given.clear, givenCover: cover.given },
  })
  return { skin, faint, bare }
}

const computeSharedSkin = formula(
  {
    planes: [
      'oldPlain',
      'givenPlain',
      'skin',
      'faint',
      'oldBare',
      'bare',
      'givenBare',
      'oldCover',
      'givenCover',
    ],
  },
  `
  both = oldPlain * givenPlain
  skin = both
  faint = both + 0.00001 * oldBare
  bare = oldBare * givenBare * (1 - oldCover) * (1 - givenCover)
`,
)
