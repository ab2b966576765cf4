import type { Box, Point, Size } from '../raster/picture.ts'
import type { Product } from './product.ts'

/** What is worn, in the pixels of the photo: linear light, premultiplied, RGBA 0–1, over a part of the photo. */
export type Layer = { box: Box; data: Float32Array }

/** Where a pixel of the photo lies in the product. Coordinates of both are pixels; corners are whole numbers. */
export type Placement = (x: number, y: number) => Point

/** The side of the blocks of the photo that are drawn or left out, pixels. */
const BLOCK = 8

/**
 * Draws a product as it is placed in the photo: each pixel is the mean of four samples, each bilinear in the level of
 * an image pyramid that leaves no finer detail than the samples show. Blocks of the box that lie beside the product
 * are left empty without a look at their pixels.
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
  const { level, factor } = levelFor(product, shrink)
  const isFilled = filledBlocks(level)
  const mayShow = (left: number, top: number): boolean => {
    const middle = place(left + BLOCK / 2, top + BLOCK / 2)
    const corners = [0, 1, 2, 3].map((n) => place(left + (n & 1) * BLOCK, top + (n >> 1) * BLOCK))
    // Where a placement leaps its corners lie far apart, and each part is looked for around its own.
    const most = 3 * BLOCK * shrink
    const apart = corners
      .map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y))
      .filter((distance) => distance <= most)
    const reach = Math.max(BLOCK * shrink, ...apart) * factor + 2
    return [middle, ...corners].some(({ x, y }) => isFilled(x * factor, y * factor, reach))
  }
  const own: Placement = (x, y) => {
    const at = place(x, y)
    return { x: at.x * factor - 0.5, y: at.y * factor - 0.5 }
  }
  for (let top = 0; top < box.height; top += BLOCK) {
    for (let left = 0; left < box.width; left += BLOCK) {
      if (!mayShow(box.left + left, box.top + top)) continue
      const even = evenPlacement(own, box.left + left, box.top + top)
      drawBlock({ box, data }, { left, top }, level, even ?? own)
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

/** The level of the product's pyramid that suits a size, and its pixels per pixel of the product. */
function levelFor(product: Product, shrink: number): { level: Level; factor: number } {
  let level: Level = product
  let factor = 1
  while (shrink * factor >= 4 && Math.min(level.width, level.height) > 4) {
    level = halve(level)
    factor /= 2
  }
  return { level, factor }
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

/** The side of the blocks of a product in which it is looked for, pixels. */
const SIDE = 8

/**
 * Tells whether a premultiplied RGBA layer has anything around a place. It looks at whole blocks of pixels, so that it
 * may say yes where the nearest pixel is a block away.
 */
function filledBlocks({
  width,
  height,
  data,
}: Level): (x: number, y: number, reach: number) => boolean {
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  // Each cell counts the filled blocks above and to the left of its lower right corner.
  const counts = new Int32Array((columns + 1) * (rows + 1))
  const filled = new Uint8Array(columns * rows)
  for (let y = 0, at = 3; y < height; y++) {
    const row = Math.floor(y / SIDE) * columns
    for (let x = 0; x < width; x++, at += 4)
      if (data[at]! > 0) filled[row + Math.floor(x / SIDE)] = 1
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0, line = 0; x < columns; x++) {
      line += filled[y * columns + x]!
      counts[(y + 1) * (columns + 1) + x + 1] = counts[y * (columns + 1) + x + 1]! + line
    }
  }
  const count = (x: number, y: number): number => counts[y * (columns + 1) + x]!
  return (x, y, reach) => {
    const left = Math.max(0, Math.floor((x - reach) / SIDE))
    const top = Math.max(0, Math.floor((y - reach) / SIDE))
    const right = Math.min(columns, Math.floor((x + reach) / SIDE) + 1)
    const bottom = Math.min(rows, Math.floor((y + reach) / SIDE) + 1)
    if (right <= left || bottom <= top) return false
    return count(right, bottom) - count(left, bottom) - count(right, top) + count(left, top) > 0
  }
}

/** By how much of a pixel of the product a placement may be off within a block. */
const OFF = 0.02

/**
 * A placement within one block, interpolated between its corners, which costs a fraction of the placement itself;
 * undefined where it bends or leaps inside the block.
 */
function evenPlacement(place: Placement, left: number, top: number): Placement | undefined {
  const [a, b] = [place(left, top), place(left + BLOCK, top)]
  const [c, d] = [place(left, top + BLOCK), place(left + BLOCK, top + BLOCK)]
  const middle = place(left + BLOCK / 2, top + BLOCK / 2)
  if (Math.abs((a.x + b.x + c.x + d.x) / 4 - middle.x) > OFF) return undefined
  if (Math.abs((a.y + b.y + c.y + d.y) / 4 - middle.y) > OFF) return undefined
  const twist = { x: d.x - b.x - c.x + a.x, y: d.y - b.y - c.y + a.y }
  if (Math.hypot(twist.x, twist.y) > 4 * OFF) return undefined
  // The sides bend no more than the diagonals.
  const upper = place(left + BLOCK / 2, top)
  const beside = place(left, top + BLOCK / 2)
  if (Math.hypot((a.x + b.x) / 2 - upper.x, (a.y + b.y) / 2 - upper.y) > OFF) return undefined
  if (Math.hypot((a.x + c.x) / 2 - beside.x, (a.y + c.y) / 2 - beside.y) > OFF) return undefined
  return (x, y) => {
    const [u, v] = [(x - left) / BLOCK, (y - top) / BLOCK]
    return {
      x: a.x + (b.x - a.x) * u + (c.x - a.x) * v + twist.x * u * v,
      y: a.y + (b.y - a.y) * u + (c.y - a.y) * v + twist.y * u * v,
    }
  }
}

/** Draws the pixels of one block of a layer. Pixel centres of the level lie at whole numbers. */
function drawBlock(
  { box, data }: Layer,
  { left, top }: { left: number; top: number },
  level: Level,
  place: Placement,
): void {
  const bottom = Math.min(box.height, top + BLOCK)
  const right = Math.min(box.width, left + BLOCK)
  for (let y = top; y < bottom; y++) {
    for (let x = left, to = 4 * (y * box.width + left); x < right; x++, to += 4) {
      for (let n = 0; n < 4; n++) {
        const at = place(box.left + x + 0.25 + (n & 1) / 2, box.top + y + 0.25 + (n >> 1) / 2)
        addSample(level, at.x, at.y, data, to)
      }
    }
  }
}

/** Adds a quarter of a bilinear sample to a pixel; outside there is nothing. */
function addSample(
  { width, height, data }: Level,
  x: number,
  y: number,
  layer: Float32Array,
  to: number,
): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < -1 || top < -1 || left >= width || top >= height) return
  const [u, v] = [x - left, y - top]
  for (let n = 0; n < 4; n++) {
    const [column, row] = [left + (n & 1), top + (n >> 1)]
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const from = (row * width + column) * 4
    // Where alpha is 0 the premultiplied colours are, too.
    if (data[from + 3] === 0) continue
    const weight = ((n & 1 ? u : 1 - u) * (n >> 1 ? v : 1 - v)) / 4
    layer[to] = layer[to]! + data[from]! * weight
    layer[to + 1] = layer[to + 1]! + data[from + 1]! * weight
    layer[to + 2] = layer[to + 2]! + data[from + 2]! * weight
    layer[to + 3] = layer[to + 3]! + data[from + 3]! * weight
  }
}
