import { pixelsToChange } from '../../raster/give-up.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import type { Face } from '../../vision/face.ts'
import { skinMasks } from '../skin/skin-masks.ts'
import { closeUp } from './close-up.ts'
import type { Giver } from './giver.ts'
import { hairOver, placeOf } from './hair-over.ts'
import { hiddenBrows } from './hidden-brows.ts'
import { layOver } from './lay-over.ts'
import { glanceAt, lookAt } from './look-at.ts'
import { softeningFor } from './match-sharpness.ts'
import { matchTone } from './match-tone.ts'
import { ungiven } from './openings.ts'
import { requireNoGlasses } from './require-no-glasses.ts'
import { requireOneLight } from './require-one-light.ts'
import { requireSharp } from './require-sharp.ts'
import { sharpened } from './sharpen.ts'
import { swapMask } from './swap-mask.ts'
import { requireMadeOut, requireSwappable } from './swappable.ts'
import { sizeRatio, warpOnto } from './warp-onto.ts'

/**
 * Puts a giver's face onto one face of a picture. The giver's features take the old face's place, size, expression and
 * gaze, its skin the light and colour that the old one had. Hair over the forehead, all below the nose where one of the two
 * has a beard or the old face a moustache, and the inside of a mouth or an eye that is closed in the giver's picture, stay the old face's. Pixels
 * outside the face keep their bytes.
 *
 * Throws Fault `turned-face`, `small-face`, `cut-face` or `hidden-face` where no good result can come of it.
 */
export function swapFace(picture: Picture, face: Face, giver: Giver): Picture {
  requireSwappable(face, giver)
  return inPlaneRoom(() => swap(picture, face, giver))
}

function swap(picture: Picture, face: Face, giver: Giver): Picture {
  // Large pictures are large beside the face: only its part of one is worked on.
  const close = closeUp(picture, face)
  const inPart = { ...close.area, left: 0, top: 0 }
  const warp = warpOnto(picture, close.area, face, giver)
  const { near, whole: old } = glanceAt(picture, close)
  let warped = warp(0)
  let given = lookAt(warped, close, inPart)
  requireSharp(given.near, near)
  const masks = { old: skinMasks(old), given: skinMasks(given.whole) }
  requireOneLight(given.whole, masks.given)
  requireNoGlasses(given.whole, masks.given)
  const place = placeOf(old)
  const hair = {
    old: hairOver(old, masks.old, place, { moustache: true }),
    given: hairOver(given.whole, masks.given, place, { moustache: false }),
  }
  const cover = { old: hair.old.withBeard, given: hair.given.withBeard }
  // A giver's beard hides no feature that is to be given.
  requireMadeOut(old, masks.old, { src: cover.old, ref: hair.given.over })
  const landmarks = { old: face.landmarks, given: giver.landmarks }
  const openings = ungiven(landmarks.old, landmarks.given)
  const mask = swapMask(old, cover, { openings, brows: hiddenBrows(old, cover) })
  const seen = close.enlarge(mask)
  const [own, within] = [
    { near, whole: old },
    { near: seen, whole: mask },
  ]
  const soft = softeningFor(given, own, within)
  if (soft > 0) {
    warped = warp(soft * close.factor)
    given = lookAt(warped, close, inPart)
  }
  const whole = { old, given: given.whole }
  const region = close.enlarge(masks.given.region)
  const l = sharpened(given, own, { ...within, region }, 1 / sizeRatio(face, giver))
  const fine = { old: near.tone.l, given: { ...given.near.tone, l } }
  const tone = matchTone({ close, whole, fine, masks, cover, landmarks, mask, seen, region })
  const result = { ...picture, data: pixelsToChange(picture) }
  layOver(result, { ...close, warped, levels: given.levels }, tone, seen)
  return result
}
