import type { Box, Point, Size } from '../raster/picture.ts'
import type { Product } from './product.ts'

/** What is worn, in the pixels of the photo: linear light, premultiplied, RGBA 0–1, over a part of the photo. */
export type Layer = { box: Box; data: Float32Array }

/** Where a pixel of the photo lies in the product. Coordinates of both are pixels; corners are whole numbers. */
export type Placement = (x: number, y: number) => Point

/**
 * Draws a product as it is placed in the photo: each pixel is the mean of four samples, each bilinear in the level of
 * an image pyramid that leaves no finer detail than the samples show.
 * @param box the part of the photo to draw, in whole pixels
 * @param shrink product pixels per pixel of the photo @default as in the middle of the box
 */
export function renderProduct(
  product: Product,
  box: Box,
  place: Placement,
  shrink: number = shrinkOf(box, place),
): Layer {
  const data = new Float32Array(box.width * box.height * 4)
  const levels = pyramidOf(product)
  const nth = Math.min(
    levels.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(1, shrink / 2)))),
  )
  const level = levels[nth]!
  const factor = 1 / 2 ** nth
  for (let y = 0, to = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, to += 4) {
      for (let n = 0; n < 4; n++) {
        const at = place(box.left + x + 0.25 + (n & 1) / 2, box.top + y + 0.25 + (n >> 1) / 2)
        addSample(level, at.x * factor - 0.5, at.y * factor - 0.5, data, to)
      }
    }
  }
  return { box, data }
}

/** Product pixels per pixel of the photo, in the middle of the box. */
function shrinkOf({ left, top, width, height }: Box, place: Placement): number {
  const [x, y] = [left + width / 2, top + height / 2]
  const [at, across, down] = [place(x, y), place(x + 1, y), place(x, y + 1)]
  return Math.max(
    Math.hypot(across.x - at.x, across.y - at.y),
    Math.hypot(down.x - at.x, down.y - at.y),
  )
}

type Level = Size & { data: Float32Array }

function pyramidOf(product: Product): Level[] {
  const levels: Level[] = [product]
  for (let last: Level = product; Math.min(last.width, last.height) > 4; levels.push(last)) {
    last = halve(last)
  }
  return levels
}

function halve({ width, height, data }: Level): Level {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const out = new Float32Array(half.width * half.height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      const to = ((y >> 1) * half.width + (x >> 1)) * 4
      for (let c = 0; c < 4; c++) out[to + c] = out[to + c]! + data[from + c]! / 4
    }
  }
  return { ...half, data: out }
}

/** Adds a quarter of a bilinear sample. Pixel centres lie at whole numbers; outside there is nothing. */
function addSample(level: Level, x: number, y: number, out: Float32Array, to: number): void {
  const { width, height, data } = level
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < -1 || top < -1 || left >= width || top >= height) return
  const [u, v] = [x - left, y - top]
  for (let n = 0; n < 4; n++) {
    const [column, row] = [left + (n & 1), top + (n >> 1)]
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const weight = ((n & 1 ? u : 1 - u) * (n >> 1 ? v : 1 - v)) / 4
    const from = (row * width + column) * 4
    for (let c = 0; c < 4; c++) out[to + c] = out[to + c]! + data[from + c]! * weight
  }
}
