import { boxOfPlane } from '../../geometry/bounding-box.ts'
import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'

/** The part of a mask that is not empty, 0–255. */
export type CutMask = Box & { data: Uint8Array }

/** Cuts a plane of shares, 0–1. Undefined where it is empty. */
export function cutMask(alpha: Float32Array, size: Size): CutMask | undefined {
  const box = boxOfPlane(alpha, size)
  if (!box) return undefined
  const data = new Uint8Array(box.width * box.height)
  for (let y = 0, at = 0; y < box.height; y++) {
    const row = (box.top + y) * size.width + box.left
    for (let x = 0; x < box.width; x++, at++) data[at] = 255 * alpha[row + x]!
  }
  return { ...box, data }
}

/** The value at a pixel; 0 outside. */
export function maskAt({ left, top, width, height, data }: CutMask, x: number, y: number): number {
  const [column, row] = [x - left, y - top]
  if (column < 0 || row < 0 || column >= width || row >= height) return 0
  return data[row * width + column]!
}

/** 255 within `by` pixels of where a mask reaches `level`, also outside the picture. */
export function grownMask(mask: CutMask, by: number, level: number): CutMask {
  const [width, height] = [mask.width + 2 * by, mask.height + 2 * by]
  const padded = new Uint8Array(width * height)
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) {
      if (mask.data[y * mask.width + x]! >= level) padded[(y + by) * width + x + by] = 1
    }
  }
  const data = growMask(padded, { width, height }, by).map((is) => 255 * is)
  return { left: mask.left - by, top: mask.top - by, width, height, data }
}
