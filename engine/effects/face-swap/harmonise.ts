import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { planeDifference } from '../../raster/colour/lab-difference.ts'
import { copyLabPlanes, type LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { BROW_RINGS } from './brow-rings.ts'
import { estimateIllumination, limitPatches } from './illumination.ts'
import { isColourless } from './is-colourless.ts'
import { limitShading } from './limit-shading.ts'
import { limitUnlike } from './limit-unlike.ts'
import { matchGrain } from './match-grain.ts'
import { matchTeeth } from './match-teeth.ts'
import { relight, relightLightness, skinGainsOf } from './relight.ts'
import { requireAlikeShading } from './require-alike-shading.ts'
import type { Both, SwapRegion } from './swap-region.ts'
import {
  LIT_SKIN,
  PATCHES_IN_LIGHT,
  PATCHES_ON_SKIN,
  SHADING_BROWS,
  UNCLEAR_SKIN,
} from './tuning.ts'

/** Two faces in one region, and what is known of both. All masks are 0–1. */
export type SwapPair = {
  region: SwapRegion
  coarse: Both<FaceRegion>
  /** The donor's colours and the target's lightness at the fine size. */
  fine: { donor: LabPlanes; target: Float32Array }
  masks: Both<SkinMasks>
  /** Where hair and other things cover each face. */
  occluded: Both<Float32Array>
  /** Where the donor will be seen. */
  mask: Float32Array
  /** The same at the fine size. */
  fineMask: Float32Array
  /** The donor's face without its features, at the fine size. */
  fineDonorSkin: Float32Array
}

/**
 * The donor's colours, at the fine size, as they would be in the target's picture: in its light, with its skin and its
 * grain. Light is transferred by frequency bands in CIELAB, in the way of Shih et al. ("Style transfer for headshot
 * portraits", SIGGRAPH 2014): coarse bands come from the target, fine ones stay the donor's with their gain adjusted.
 *
 * Only the detail of the donor's own L* is relit at the fine size. Everything else is smooth: it is computed at the
 * coarse size, and its change is upsampled and added.
 */
export function harmonise(pair: SwapPair): LabPlanes {
  const { region, coarse, fine, masks, occluded, mask, fineMask, fineDonorSkin } = pair
  const { skin, own: ownSkin, bare } = skinsOf(masks, occluded)
  const illumination = estimateIllumination(coarse, ownSkin)
  const { light, relief, lips } = illumination
  // In a picture without colours eyes and teeth have none either.
  if (isColourless(masks.target)) illumination.inner.fill(0)
  const fineLayers = {
    light: { donor: region.upsample(light.donor.l), target: region.upsample(light.target.l) },
    relief: { donor: region.upsample(relief.donor), target: region.upsample(relief.target) },
  }
  const fineSkin = allocPlane(fineMask.length)
  restrictToMask({ kept: fineSkin, skin: region.upsample(skin), mask: fineMask })
  const gains = skinGainsOf(fineLayers, { donor: fine.donor.l, target: fine.target }, fineSkin)
  const { lab } = coarse.donor
  const seen = allocPlane(mask.length)
  sumMasks({ seen, mask, skin })
  const relit = relight(lab, illumination, gains, { donorSkin: masks.donor.bare, seen })
  const matched = copyLabPlanes(relit)
  const limited = allocPlane(mask.length)
  uniteMasks({ limited, bare, lips })
  limitPatches(matched, light.target, limited, coarse.target, PATCHES_IN_LIGHT)
  matchTeeth(matched, coarse.target, masks.target.typical.l)
  const featureless = allocPlane(mask.length)
  const brows = browsMask(coarse.target)
  leaveOutBrows({ featureless, targetBare: masks.target.bare, donorBare: masks.donor.bare, brows })
  limitPatches(matched, coarse.target.lab, featureless, coarse.target, PATCHES_ON_SKIN)
  const withChange = (
    now: Float32Array,
    before: Float32Array,
    finePlane: Float32Array,
  ): Float32Array => {
    const sum = allocPlane(finePlane.length)
    addPlanes({ sum, plane: finePlane, change: region.upsample(planeDifference(now, before)) })
    return sum
  }
  const fineSeen = { donorSkin: fineDonorSkin, seen: fineMask }
  const l = withChange(
    matched.l,
    relit.l,
    relightLightness(fine.donor.l, fineLayers, gains, fineSeen),
  )
  const fineLab = {
    l,
    a: withChange(matched.a, lab.a, fine.donor.a),
    b: withChange(matched.b, lab.b, fine.donor.b),
  }
  const fineLight = {
    l: fineLayers.light.target,
    a: region.upsample(light.target.a),
    b: region.upsample(light.target.b),
  }
  const shaded = region.upsample(featureless)
  const changed = limitShading(fineLab, { l: fine.target, light: fineLight }, shaded, region)
  requireAlikeShading(changed, fineMask, region)
  const { a: targetA, b: targetB } = coarse.target.lab
  const own = { l: fine.target, a: region.upsample(targetA), b: region.upsample(targetB) }
  limitUnlike(fineLab, own, region)
  matchGrain(l, fine.target, fineSkin, region)
  return fineLab
}

const sumMasks = formula({ planes: ['seen', 'mask', 'skin'] }, 'seen = mask + skin')

/** The brows of a face with the hairs outside their landmarks, 0–1. */
function browsMask(region: FaceRegion): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  for (const ring of BROW_RINGS) paintPolygon(plane, region, landmarkPath(region, ring))
  return blur(plane, region, SHADING_BROWS.soft * region.faceWidth)
}

const leaveOutBrows = formula(
  { planes: ['featureless', 'targetBare', 'donorBare', 'brows'] },
  `featureless = targetBare * donorBare * (1 - min(1, ${SHADING_BROWS.gain} * brows))`,
)

const uniteMasks = formula({ planes: ['limited', 'bare', 'lips'] }, 'limited = max(bare, lips)')

const restrictToMask = formula(
  { planes: ['kept', 'mask', 'skin'] },
  `kept = mask > 0 ? (skin < ${LIT_SKIN} ? 0 : skin) : 0`,
)

const addPlanes = formula({ planes: ['sum', 'plane', 'change'] }, 'sum = plane + change')

type Skins = {
  /** The clear skin that both faces show. */
  skin: Float32Array
  /**
   * The clear skin of each face and, with less weight, whatever else nothing covers: shadows are light too. A trace of
   * the whole face defines a weighted blur in all of it.
   */
  own: Both<Float32Array>
  /** The skin of both faces that nothing covers, folds included. */
  bare: Float32Array
}

function skinsOf({ target, donor }: Both<SkinMasks>, occluded: Both<Float32Array>): Skins {
  const alloc = (): Float32Array => allocPlane(target.clear.length)
  const skins = { skin: alloc(), own: { target: alloc(), donor: alloc() }, bare: alloc() }
  computeSkins({
    skin: skins.skin,
    bare: skins.bare,
    ownTarget: skins.own.target,
    ownDonor: skins.own.donor,
    targetBare: target.bare,
    targetClear: target.clear,
    targetOccluded: occluded.target,
    donorBare: donor.bare,
    donorClear: donor.clear,
    donorOccluded: occluded.donor,
  })
  return skins
}

const computeSkins = formula(
  {
    planes: [
      'skin',
      'bare',
      'ownTarget',
      'ownDonor',
      'targetClear',
      'donorClear',
      'targetBare',
      'donorBare',
      'targetOccluded',
      'donorOccluded',
    ],
  },
  `
  skin = targetClear * donorClear
  targetLeast = ${UNCLEAR_SKIN.hidden} * targetBare
  donorLeast = ${UNCLEAR_SKIN.hidden} * donorBare
  ownTarget = max(targetClear, ${UNCLEAR_SKIN.bare} * targetBare) * (1 - targetOccluded) + targetLeast
  ownDonor = max(donorClear, ${UNCLEAR_SKIN.bare} * donorBare) * (1 - donorOccluded) + donorLeast
  bare = targetBare * donorBare * (1 - targetOccluded) * (1 - donorOccluded)
`,
)
