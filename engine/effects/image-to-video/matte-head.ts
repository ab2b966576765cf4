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

/** How far around the nose a head is looked at, in widths of the face: hair beside it, above it, to the shoulders. */
const REACH = { beside: 1.75, above: 1.6, below: 2 } as const

/** The share of each side over which what was found in the part goes over into what was found before. */
const FADED = 0.14

/** Faces of fewer pixels are not shown in more detail by a part than by the whole. */
const LEAST = 24

/**
 * What the part alone shows to be background is kept all the same where it was `levels` more and is so large, in widths
 * of the face squared, that the network can see it better from afar; pixels over which it goes over.
 */
const KEPT = { levels: 90, area: 0.7 } as const
const SOFT = 4

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
  if (face < LEAST) return
  const part = clampBox(boxAround(body, face), picture)
  if (part.width < 2 * LEAST || part.height < 2 * LEAST) return
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
  keepLarge(levels, before, KEPT.area * face ** 2)
  for (let y = 0; y < part.height; y++) {
    const row = levels.subarray(y * part.width, (y + 1) * part.width)
    matte.data.set(row, (part.top + y) * matte.width + part.left)
  }
}

/** Gives back what a matte lost in one piece of at least so many pixels, a ponytail in the wind for example. */
function keepLarge(levels: Uint8Array, { width, height, data }: Mask, least: number): void {
  const lost = Float32Array.from(levels, (level, at) => data[at]! - level)
  const bounds = { low: KEPT.levels, high: KEPT.levels, share: 0, most: lost.length }
  const kept = new Float32Array(lost.length)
  for (const { pixels } of findComponents(lost, width, bounds)) {
    if (pixels.length < least) continue
    for (const at of pixels) kept[at] = 1
  }
  const soft = boxMean(kept, width, height, SOFT)
  for (const [at, share] of soft.entries()) {
    levels[at] = Math.max(levels[at]!, Math.min(1, 2 * share) * data[at]!)
  }
}

/** 1 within a part, less towards an end of it that is none of the picture, 0–1. */
function weightAt(at: number, length: number, from: number, whole: number): number {
  const faded = FADED * length
  const begin = from === 0 ? 1 : smoothstep(0, faded, at + 0.5)
  const end = from + length >= whole ? 1 : smoothstep(0, faded, length - at - 0.5)
  return begin * end
}

function boxAround({ landmarks }: Body, face: number): Box {
  const { x, y } = landmarks[BODY.nose]!
  return {
    left: x - REACH.beside * face,
    top: y - REACH.above * face,
    width: 2 * REACH.beside * face,
    height: (REACH.above + REACH.below) * face,
  }
}
