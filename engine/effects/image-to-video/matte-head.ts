import { type Box, clampBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { crop, cropMask } from '../../raster/pixels/crop.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import { selfieMask } from '../../vision/mattes/selfie-mask.ts'
import type { Vision } from '../../vision/vision.ts'
import { faceWidth } from './face-width.ts'
import {
  MATTE_HEAD_FADED,
  MATTE_HEAD_KEPT,
  MATTE_HEAD_LEAST,
  MATTE_HEAD_REACH,
  MATTE_HEAD_SOFT,
} from './tuning.ts'

/**
 * Replaces a matte around a head, in place, by what the segmentation network finds in that part of the picture alone:
 * a head has as many of its pixels there as the whole picture has otherwise, and much less beside it passes for hair.
 * @param sure who else is in the picture, for the network takes people behind a head for its background, and what
 *   others agree on
 * @param points on people, in source pixels
 */
export async function matteHead(
  picture: Picture,
  matte: Mask,
  body: Body,
  sure: readonly Mask[],
  points: readonly Point[],
  vision: Pick<Vision, 'selfie' | 'wideSelfie'>,
): Promise<void> {
  const face = faceWidth(body)
  if (face < MATTE_HEAD_LEAST) return
  const part = clampBox(boxOfHead(body, face), picture)
  if (part.width < 2 * MATTE_HEAD_LEAST || part.height < 2 * MATTE_HEAD_LEAST) return
  const inside = points
    .map(({ x, y }) => ({ x: x - part.left, y: y - part.top }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < part.width && y < part.height)
  const found = await selfieMask(buildPyramid(crop(picture, part)), vision, inside)
  const before = cropMask(matte, part)
  const levels = new Uint8Array(before.data.length)
  for (let y = 0, to = 0; y < part.height; y++) {
    const down = weightAt(y, part.height, part.top, picture.height)
    for (let x = 0; x < part.width; x++, to++) {
      const weight = down * weightAt(x, part.width, part.left, picture.width)
      let level = found.data[to]!
      const at = (part.top + y) * matte.width + part.left + x
      for (const { data } of sure) level = Math.max(level, data[at]!)
      levels[to] = Math.round(before.data[to]! + weight * (level - before.data[to]!))
    }
  }
  keepLarge(levels, before, MATTE_HEAD_KEPT.area * face ** 2)
  for (let y = 0; y < part.height; y++) {
    const row = levels.subarray(y * part.width, (y + 1) * part.width)
    matte.data.set(row, (part.top + y) * matte.width + part.left)
  }
}

/** Gives back what a matte lost in one piece of at least so many pixels, a ponytail in the wind for example. */
function keepLarge(levels: Uint8Array, { width, height, data }: Mask, least: number): void {
  const lost = Float32Array.from(levels, (level, at) => data[at]! - level)
  const bounds = {
    low: MATTE_HEAD_KEPT.levels,
    high: MATTE_HEAD_KEPT.levels,
    share: 0,
    most: lost.length,
  }
  const kept = new Float32Array(lost.length)
  for (const { pixels } of findComponents(lost, width, bounds)) {
    if (pixels.length < least) continue
    for (const at of pixels) kept[at] = 1
  }
  const soft = boxMean(kept, width, height, MATTE_HEAD_SOFT)
  for (const [at, share] of soft.entries()) {
    levels[at] = Math.max(levels[at]!, Math.min(1, 2 * share) * data[at]!)
  }
}

/** 1 within a part, less towards an end of it that is none of the picture, 0–1. */
function weightAt(at: number, length: number, from: number, whole: number): number {
  const faded = MATTE_HEAD_FADED * length
  const begin = from === 0 ? 1 : smoothstep(0, faded, at + 0.5)
  const end = from + length >= whole ? 1 : smoothstep(0, faded, length - at - 0.5)
  return begin * end
}

function boxOfHead({ landmarks }: Body, face: number): Box {
  const { x, y } = landmarks[BODY.nose]!
  return {
    left: x - MATTE_HEAD_REACH.beside * face,
    top: y - MATTE_HEAD_REACH.above * face,
    width: 2 * MATTE_HEAD_REACH.beside * face,
    height: (MATTE_HEAD_REACH.above + MATTE_HEAD_REACH.below) * face,
  }
}
