import { crop, paste } from '../../raster/crop.ts'
import type { Box, Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/face.ts'
import { type Canvas, openCanvas } from '../skin/canvas.ts'
import { repaint } from '../skin/repaint.ts'
import { skinMasks } from '../skin/skin-masks.ts'
import { addGrain } from './add-grain.ts'
import { closeSeam } from './close-seam.ts'
import type { Giver } from './giver.ts'
import { hairOver } from './hair-over.ts'
import { hiddenBrows } from './hidden-brows.ts'
import { matchFolds } from './match-folds.ts'
import { matchLight } from './match-light.ts'
import { softeningFor } from './match-sharpness.ts'
import { ungiven } from './openings.ts'
import { requireOneLight } from './require-one-light.ts'
import { requireSharp } from './require-sharp.ts'
import { swapMask } from './swap-mask.ts'
import { requireMadeOut, requireSwappable } from './swappable.ts'
import { warpOnto } from './warp-onto.ts'

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
  const old = openCanvas(picture, face)
  const oldMasks = skinMasks(old)
  // Large pictures are large beside the face: only its part of one is worked on.
  const part = crop(picture, old.area)
  const own = within(face, old.area)
  let warped = warpOnto(part, own, giver)
  let given = openCanvas(warped, own)
  const givenMasks = skinMasks(given)
  const hair = {
    old: hairOver(old, oldMasks, { moustache: true }),
    given: hairOver(given, givenMasks, { moustache: false }),
  }
  const cover = { old: hair.old.withBeard, given: hair.given.withBeard }
  requireSharp(given, old)
  requireOneLight(given, givenMasks)
  // A giver's beard hides no feature that is to be given.
  requireMadeOut(old, oldMasks, { src: cover.old, ref: hair.given.over })
  const kept = ungiven(face.landmarks, giver.landmarks)
  const mask = swapMask(old, cover, { openings: kept, brows: hiddenBrows(old, cover) })
  const soft = softeningFor(given, old, mask)
  if (soft > 0) {
    warped = warpOnto(part, own, giver, soft * given.factor)
    given = openCanvas(warped, own)
  }
  const tone = matchLight(given, old, givenMasks, oldMasks)
  const skin = oldMasks.plain.map((value, i) => value * givenMasks.plain[i]!)
  const shared = oldMasks.bare.map(
    (value, i) => value * givenMasks.bare[i]! * (1 - cover.old[i]!) * (1 - cover.given[i]!),
  )
  matchFolds(tone, old, { old: face.landmarks, given: giver.landmarks }, shared)
  closeSeam(tone, old, mask, skin)
  addGrain(tone, old, skin)
  blend(part, repaint(warped, given, tone), old, mask)
  return paste(picture, part, old.area.left, old.area.top)
}

function within(face: Face, { left, top }: Box): Face {
  const landmarks = face.landmarks.map((p) => ({ ...p, x: p.x - left, y: p.y - top }))
  return {
    ...face,
    landmarks,
    box: { ...face.box, left: face.box.left - left, top: face.box.top - top },
  }
}

/** Lays a picture over another of its size where the mask of their canvas says so. */
function blend(
  { data }: Picture,
  over: Picture,
  { area, factor, width, height }: Canvas,
  mask: Float32Array,
): void {
  for (let y = 0; y < area.height; y++) {
    const row = Math.min(height - 1, Math.max(0, (y + 0.5) / factor - 0.5))
    const [y0, v] = [Math.floor(row), row % 1]
    const y1 = Math.min(height - 1, y0 + 1)
    for (let x = 0; x < area.width; x++) {
      const column = Math.min(width - 1, Math.max(0, (x + 0.5) / factor - 0.5))
      const [x0, u] = [Math.floor(column), column % 1]
      const x1 = Math.min(width - 1, x0 + 1)
      const top = mask[y0 * width + x0]! * (1 - u) + mask[y0 * width + x1]! * u
      const share = top + v * (mask[y1 * width + x0]! * (1 - u) + mask[y1 * width + x1]! * u - top)
      if (share < 0.004) continue
      const at = (y * area.width + x) * 4
      for (let c = 0; c < 3; c++) {
        data[at + c] = data[at + c]! + share * (over.data[at + c]! - data[at + c]!)
      }
    }
  }
}
