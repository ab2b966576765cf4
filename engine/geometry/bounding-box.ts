import { type Box, wholeBox } from './box.ts'
import type { Point } from './point.ts'
import type { Size } from './size.ts'

/** The least box around pixels, each its index in a picture of this width. At least one pixel. */
export function boxOfPixels(pixels: readonly number[], width: number): Box {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, -1, -1]
  for (const pixel of pixels) {
    const x = pixel % width
    const y = (pixel - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** The tightest box around points, one at least. */
export function boxOfPoints(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, width: right - left, height: bottom - top }
}

/** The tightest box around points, in whole pixels. */
export function boundingBox(points: readonly Point[]): Box {
  return wholeBox(boxOfPoints(points))
}

/** The least box around some boxes, one at least. */
export function boxAround(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** The least box around all pixels of a plane that are not `empty`; undefined where there are none. */
export function boxOfPlane(
  plane: Uint8Array | Float32Array,
  { width, height }: Size,
  empty = 0,
): Box | undefined {
  let [left, top, right, bottom] = [width, -1, -1, -1]
  for (let y = 0; y < height; y++) {
    const start = y * width
    let first = 0
    while (first < width && plane[start + first] === empty) first++
    if (first === width) continue
    let last = width - 1
    while (plane[start + last] === empty) last--
    if (top < 0) top = y
    bottom = y
    left = Math.min(left, first)
    right = Math.max(right, last)
  }
  if (top < 0) return undefined
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
