import { skinMasks } from '../../face/skin-masks.ts'
import { withArena } from '../../raster/arena.ts'
import { writablePixels } from '../../raster/copy-on-write.ts'
import { debugPicture, debugPlane } from '../../raster/debug.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { browsToKeep } from './brows-to-keep.ts'
import { compositeDonor } from './composite-donor.ts'
import type { Donor } from './donor.ts'
import { harmonise } from './harmonise.ts'
import { matchingBlurSigma } from './match-sharpness.ts'
import { facePlacementOf, occlusionOf } from './occlusion.ts'
import { openingsDonorLacks } from './openings.ts'
import { requireEvenLight } from './require-even-light.ts'
import { requireNoGlasses } from './require-no-glasses.ts'
import { requireSharp } from './require-sharp.ts'
import { requireSwappable, requireVisible } from './require-swappable.ts'
import { sampleColours, sampleLuma } from './sample-region.ts'
import { sharpenUpscaled } from './sharpen.ts'
import { swapMask } from './swap-mask.ts'
import { swapRegionOf } from './swap-region.ts'
import { donorSizeRatio, prepareDonorWarp } from './warp-donor.ts'

/**
 * Puts a giver's face onto one face of a picture. The giver's features take the old face's place, size, expression and
 * gaze, its skin the light and colour that the old one had. Hair over the forehead, all below the nose where one of the two
 * has a beard or the old face a moustache, and the inside of a mouth or an eye that is closed in the giver's picture, stay the old face's. Pixels
 * outside the face keep their bytes.
 *
 * Throws Fault `turned-face`, `small-face`, `cut-face` or `hidden-face` where no good result can come of it.
 */
export function swapFace(picture: Picture, face: Face, giver: Donor): Picture {
  requireSwappable(face, giver)
  return withArena(() => swap(picture, face, giver))
}

function swap(picture: Picture, face: Face, giver: Donor): Picture {
  // Large pictures are large beside the face: only its part of one is worked on.
  const close = swapRegionOf(picture, face)
  const inPart = { ...close.area, left: 0, top: 0 }
  const warp = prepareDonorWarp(picture, close.area, face, giver)
  const { near, whole: old } = sampleLuma(picture, close)
  let warped = warp(0)
  let given = sampleColours(warped, close, inPart)
  requireSharp(given.near, near)
  const masks = { old: skinMasks(old), given: skinMasks(given.whole) }
  requireEvenLight(given.whole, masks.given)
  requireNoGlasses(given.whole, masks.given)
  const place = facePlacementOf(old)
  const hair = {
    old: occlusionOf(old, masks.old, place, { moustache: true }),
    given: occlusionOf(given.whole, masks.given, place, { moustache: false }),
  }
  const cover = { old: hair.old.withBeard, given: hair.given.withBeard }
  // A giver's beard hides no feature that is to be given.
  requireVisible(old, masks.old, { src: cover.old, ref: hair.given.over })
  const landmarks = { old: face.landmarks, given: giver.landmarks }
  const openings = openingsDonorLacks(landmarks.old, landmarks.given)
  const mask = swapMask(old, cover, { openings, brows: browsToKeep(old, cover) })
  const seen = close.enlarge(mask)
  debugPicture('donor warped onto the face', warped)
  debugPlane('occlusion of the face', cover.old, old)
  debugPlane('occlusion of the donor', cover.given, old)
  debugPlane('swap mask', seen, close)
  const [own, within] = [
    { near, whole: old },
    { near: seen, whole: mask },
  ]
  const soft = matchingBlurSigma(given, own, within)
  if (soft > 0) {
    warped = warp(soft * close.scale)
    given = sampleColours(warped, close, inPart)
  }
  const whole = { old, given: given.whole }
  const region = close.enlarge(masks.given.skin)
  const l = sharpenUpscaled(given, own, { ...within, region }, 1 / donorSizeRatio(face, giver))
  const fine = { old: near.lab.l, given: { ...given.near.lab, l } }
  const tone = harmonise({ close, whole, fine, masks, cover, landmarks, mask, seen, region })
  debugPlane('harmonised lightness', tone.l, close, [0, 100])
  const result = { ...picture, data: writablePixels(picture) }
  compositeDonor(result, { ...close, warped, levels: given.levels }, tone, seen)
  return result
}
