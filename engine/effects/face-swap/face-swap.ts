import { readFaceRegion } from '../../face/face-region.ts'
import { skinMasks } from '../../face/skin-masks.ts'
import { SKIN_MARGIN } from '../../face/tuning.ts'
import { withArena } from '../../raster/arena.ts'
import { debugPicture, debugPlane } from '../../raster/debug.ts'
import type { Picture } from '../../raster/picture.ts'
import { releaseOwnership, writablePixels } from '../../raster/pixels/copy-on-write.ts'
import type { Face } from '../../vision/faces/face.ts'
import { compositeDonor } from './composite-donor.ts'
import type { Donor } from './donor.ts'
import { harmonise } from './harmonise.ts'
import { irisRadius } from './iris-disc.ts'
import { isStubbled } from './is-stubbled.ts'
import { lipsToKeep } from './lips-to-keep.ts'
import { matchingBlurSigma, sharpenUpscaled } from './match-sharpness.ts'
import { measureIrises } from './measure-irises.ts'
import { facePlacementOf, isBearded, occlusionOf } from './occlusion.ts'
import { openingsToKeep, showsIrises } from './openings.ts'
import { recolourIrises } from './recolour-irises.ts'
import { requireEvenLight } from './require-even-light.ts'
import { requireNoDarkGlasses } from './require-no-dark-glasses.ts'
import { requireNoGlasses } from './require-no-glasses.ts'
import { requireSeenEyes } from './require-seen-eyes.ts'
import { requireSharp } from './require-sharp.ts'
import { requireSkinColour } from './require-skin-colour.ts'
import { requireSwappable, requireVisible } from './require-swappable.ts'
import { reshapeFace } from './reshape-face.ts'
import { keepFeatures, swapMask } from './swap-mask.ts'
import { sampleColours, sampleLuma, swapRegionOf } from './swap-region.ts'
import { teethToKeep } from './teeth-to-keep.ts'
import { MAX_COARSE_FACE_WIDTH } from './tuning.ts'
import { donorSizeRatio, prepareDonorWarp } from './warp-donor.ts'

/**
 * Puts a donor's face onto one face of a picture, the target. Teeth become the donor's in the target's light and
 * expression, and its irises get the colour of the donor's; then all features are displaced to the donor's
 * proportions, with the skin and the light that they have. What stays of the target: its brows and eyes with their
 * lids and gaze, hair over the forehead, all below the nose where one of the two has a beard, the donor alone stubble
 * or the target a moustache, the inside of a mouth that is closed in the donor's picture, lips where one's are
 * painted, and the face's outline with cheeks and jaw.
 * Pixels outside the face keep their bytes.
 * @throws Fault `turned-face`, `small-face`, `cut-face` or `hidden-face` where no good result is possible
 */
export function swapFace(picture: Picture, face: Face, donor: Donor): Picture {
  requireSwappable(face, donor)
  const donorFace = { ...donor.face, landmarks: donor.landmarks }
  requireNoDarkGlasses(picture, face, 'src')
  requireNoDarkGlasses(donor.picture, donorFace, 'ref')
  requireNoGlasses(donor.picture, donorFace, 'ref')
  requireNoGlasses(picture, face, 'src')
  const openings = openingsToKeep(face.landmarks, donor.landmarks)
  // All that is measured of the target is measured before it is displaced.
  const swapped = withArena(() => swap(picture, face, donor, openings))
  releaseOwnership(swapped)
  return reshapeFace(swapped, face, donor)
}

/** @param openings of the target that stay, as rings of landmarks */
function swap(
  picture: Picture,
  face: Face,
  donor: Donor,
  openings: readonly (readonly number[])[],
): Picture {
  const donorFace = { ...donor.face, landmarks: donor.landmarks }
  // Only the region of the face is worked on: a picture may be much larger.
  const region = swapRegionOf(picture, face)
  const areaInRegion = { ...region.area, left: 0, top: 0 }
  const warp = prepareDonorWarp(picture, region.area, face, donor)
  const target = sampleLuma(picture, region)
  let warped = warp(0)
  let sampled = sampleColours(warped, region, areaInRegion)
  debugPicture('donor warped onto the face', warped)
  requireSharp(sampled.fine, target.fine)
  requireSeenEyes(target.coarse)
  const masks = { target: skinMasks(target.coarse), donor: skinMasks(sampled.coarse) }
  const placement = facePlacementOf(target.coarse)
  const bearded = {
    target: isBearded(target.coarse, masks.target, { moustache: true }),
    donor:
      isBearded(sampled.coarse, masks.donor, { moustache: false }) ||
      isDonorBearded(donor, donorFace, isStubbled(target.coarse)),
  }
  const occlusions = {
    target: occlusionOf(target.coarse, masks.target, placement, bearded.target),
    donor: occlusionOf(sampled.coarse, masks.donor, placement, bearded.donor),
  }
  const occluded = { target: occlusions.target.withBeard, donor: occlusions.donor.withBeard }
  debugPlane('occlusion of the face', occluded.target, target.coarse)
  debugPlane('occlusion of the donor', occluded.donor, target.coarse)
  // A donor's beard hides no feature that would be transferred.
  const hidden = { src: occluded.target, ref: occlusions.donor.occluders }
  requireVisible(target.coarse, masks.target, hidden)
  requireSkinColour(masks)
  const regions = { target: target.coarse, donor: sampled.coarse }
  requireEvenLight(regions, masks)
  const mask = swapMask(target.coarse, occluded)
  const kept = [...openings, ...lipsToKeep(regions, masks), ...teethToKeep(regions)]
  keepFeatures(mask, target.coarse, kept)
  const fineMask = region.upsample(mask)
  debugPlane('swap mask', fineMask, region)
  const weights = { fine: fineMask, coarse: mask }
  const sigma = matchingBlurSigma(sampled, target, weights)
  if (sigma > 0) {
    warped = warp(sigma * region.scale)
    sampled = sampleColours(warped, region, areaInRegion)
  }
  const fineDonorSkin = region.upsample(masks.donor.bare)
  const upscaled = 1 / donorSizeRatio(face, donor)
  const l = sharpenUpscaled(sampled, target, { ...weights, donorSkin: fineDonorSkin }, upscaled)
  const lab = harmonise({
    region,
    coarse: { target: target.coarse, donor: sampled.coarse },
    fine: { target: target.fine.lab.l, donor: { ...sampled.fine.lab, l } },
    masks,
    occluded,
    mask,
    fineMask,
    fineDonorSkin,
  })
  debugPlane('harmonised lightness', lab.l, region, [0, 100])
  const result = { ...picture, data: writablePixels(picture) }
  compositeDonor(result, { ...region, warped, levels: sampled.levels }, lab, fineMask)
  if (![face, donor].every(({ landmarks }) => showsIrises(landmarks))) return result
  const irises = {
    target: measureIrises(target.coarse, irisRadius(face.landmarks)),
    donor: measureIrises(sampled.coarse, irisRadius(donor.landmarks)),
  }
  return recolourIrises(result, target.coarse, irises, masks.target)
}

/**
 * Short hairs of a beard show in the donor's own picture, and are lost where its face becomes smaller. Stubble counts
 * as a beard on a face without any: it would be a stain, and end at the face's edge.
 */
function isDonorBearded({ picture }: Donor, face: Face, onStubble: boolean): boolean {
  const own = readFaceRegion(picture, face, MAX_COARSE_FACE_WIDTH, SKIN_MARGIN)
  return isBearded(own, skinMasks(own), { moustache: false }) || (!onStubble && isStubbled(own))
}
