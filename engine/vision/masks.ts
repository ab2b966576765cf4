import { type Box, intersectionOverSmaller } from '../geometry/box.ts'
import type { Mask } from '../raster/picture.ts'

/** A pixel counts as inside a mask from this level on (0–255). */
const INSIDE = 128

/** The tightest box around the pixels inside a mask, in whole pixels; undefined when no pixel is inside. */
export function maskBoundingBox({ width, height, data }: Mask): Box | undefined {
  let left = width
  let right = -1
  let top = -1
  let bottom = -1
  for (let y = 0; y < height; y++) {
    const row = y * width
    const first = firstInside(data, row, row + width, 1)
    if (first === row + width) continue
    left = Math.min(left, first - row)
    right = Math.max(right, firstInside(data, row + width - 1, first, -1) - row)
    if (top < 0) top = y
    bottom = y
  }
  if (top < 0) return undefined
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** The first place from one to another that is inside a mask; the latter where none before it is. */
function firstInside(data: Uint8Array, from: number, to: number, step: 1 | -1): number {
  let at = from
  while (at !== to && data[at]! < INSIDE) at += step
  return at
}

/** The share of a box that lies inside a mask, 0–1; 0 for a box outside the picture. */
export function maskCoverage({ width, height, data }: Mask, box: Box): number {
  const right = Math.min(width, Math.ceil(box.left + box.width))
  const bottom = Math.min(height, Math.ceil(box.top + box.height))
  let inside = 0
  let all = 0
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x++, all++) {
      if (data[y * width + x]! >= INSIDE) inside++
    }
  }
  return all === 0 ? 0 : inside / all
}

/** A mask with its bounding box. */
type BoxedMask = { box: Box; mask: Mask }

/** The intersection of two masks of one picture over the area of the smaller mask, 0–1. */
export function maskOverlap(a: BoxedMask, b: BoxedMask): number {
  if (intersectionOverSmaller(a.box, b.box) === 0) return 0
  let inA = 0
  let inB = 0
  let shared = 0
  for (let at = 0; at < a.mask.data.length; at++) {
    const isA = a.mask.data[at]! >= INSIDE
    const isB = b.mask.data[at]! >= INSIDE
    if (isA) inA++
    if (isB) inB++
    if (isA && isB) shared++
  }
  return shared / Math.max(1, Math.min(inA, inB))
}
