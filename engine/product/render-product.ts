import type { Box } from '../geometry/box.ts'
import { distance, type Point } from '../geometry/point.ts'
import type { Size } from '../geometry/size.ts'
import type { Product } from './product.ts'
import { PLACEMENT_OFF } from './tuning.ts'

/** What is worn, in the pixels of the photo: linear light, premultiplied, RGBA 0–1, over a part of the photo. */
export type Layer = { box: Box; data: Float32Array }

/**
 * Where a pixel of the photo lies in the product. Coordinates of both are pixels; corners are whole numbers. Where a
 * pixel lies nowhere they are NaN.
 */
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
  const own: Placement = (x, y) => {
    const at = place(x, y)
    return { x: at.x * factor - 0.5, y: at.y * factor - 0.5 }
  }
  const columns = Math.ceil(box.width / BLOCK)
  const cornersAt = (top: number): Point[] =>
    Array.from({ length: columns + 1 }, (_, n) => own(box.left + n * BLOCK, box.top + top))
  let upper = cornersAt(0)
  for (let top = 0; top < box.height; top += BLOCK) {
    const lower = cornersAt(top + BLOCK)
    for (let n = 0; n < columns; n++) {
      const [x, y] = [box.left + n * BLOCK, box.top + top]
      const block: Block = {
        middle: own(x + BLOCK / 2, y + BLOCK / 2),
        corners: [upper[n]!, upper[n + 1]!, lower[n]!, lower[n + 1]!],
      }
      const isWhole = isDefined(block)
      // The edge of a placement may run between the corners of a block.
      if (isWhole && !mayShow(block, isFilled, BLOCK * shrink * factor)) continue
      if (isWhole && isEven(block, own, x, y)) placeEvenly(block)
      else placeEach(own, x, y)
      drawBlock({ box, data }, { left: n * BLOCK, top }, level)
    }
    upper = lower
  }
  return { box, data }
}

/** Where the middle and the four corners of a block of the photo lie in the level that is drawn, row by row. */
type Block = { middle: Point; corners: readonly [Point, Point, Point, Point] }

/** Whether a placement tells where the middle and all corners of a block lie. */
function isDefined({ middle, corners }: Block): boolean {
  return !Number.isNaN(middle.x) && corners.every(({ x }) => !Number.isNaN(x))
}

/** @param side of a block in the level, about */
function mayShow(
  { middle, corners }: Block,
  isFilled: ReturnType<typeof filledBlocks>,
  side: number,
): boolean {
  // Where a placement leaps its corners lie far apart, and each part is looked for around its own.
  let reach = side
  for (const { x, y } of corners) {
    const apart = Math.hypot(x - middle.x, y - middle.y)
    if (apart <= 3 * side && apart > reach) reach = apart
  }
  const isNear = ({ x, y }: Point): boolean => isFilled(x + 0.5, y + 0.5, reach + 2)
  return isNear(middle) || corners.some(isNear)
}

/** Product pixels per pixel of the photo, in the middle of the box. */
function shrinkOf({ left, top, width, height }: Box, place: Placement): number {
  const [x, y] = [left + width / 2, top + height / 2]
  const [at, across, down] = [place(x, y), place(x + 1, y), place(x, y + 1)]
  return Math.max(distance(across, at), distance(down, at))
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
    const to = (y >> 1) * half.width * 4
    addQuarters(data, y * width * 4, width, out, to)
  }
  return { ...half, data: out }
}

/** Adds a quarter of each pixel of a row to the one of half as many that it belongs to. */
function addQuarters(
  data: Float32Array,
  row: number,
  width: number,
  out: Float32Array,
  start: number,
): void {
  for (let x = 0, from = row; x < width; x++, from += 4) {
    const to = start + 4 * (x >> 1)
    out[to] = out[to]! + data[from]! / 4
    out[to + 1] = out[to + 1]! + data[from + 1]! / 4
    out[to + 2] = out[to + 2]! + data[from + 2]! / 4
    out[to + 3] = out[to + 3]! + data[from + 3]! / 4
  }
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

/** Whether a placement can be interpolated between the corners of a block: it neither bends nor leaps inside. */
function isEven({ middle, corners }: Block, own: Placement, left: number, top: number): boolean {
  const [a, b, c, d] = corners
  if (Math.abs((a.x + b.x + c.x + d.x) / 4 - middle.x) > PLACEMENT_OFF) return false
  if (Math.abs((a.y + b.y + c.y + d.y) / 4 - middle.y) > PLACEMENT_OFF) return false
  if (Math.hypot(d.x - b.x - c.x + a.x, d.y - b.y - c.y + a.y) > 4 * PLACEMENT_OFF) return false
  // The sides bend no more than the diagonals.
  const upper = own(left + BLOCK / 2, top)
  if (Math.hypot((a.x + b.x) / 2 - upper.x, (a.y + b.y) / 2 - upper.y) > PLACEMENT_OFF) return false
  const beside = own(left, top + BLOCK / 2)
  return Math.hypot((a.x + c.x) / 2 - beside.x, (a.y + c.y) / 2 - beside.y) <= PLACEMENT_OFF
}

/** Samples along one side of a block, and how far along it each lies, 0–1. */
const SAMPLES = 2 * BLOCK
const STOPS = Float64Array.from({ length: SAMPLES }, (_, n) => (n + 0.5) / SAMPLES)

/** Scratch: where the samples of a block lie in the level, row by row. */
const sampleX = new Float64Array(SAMPLES * SAMPLES)
const sampleY = new Float64Array(SAMPLES * SAMPLES)

/** Interpolation costs a fraction of the placement itself. */
function placeEvenly({ corners: [a, b, c, d] }: Block): void {
  for (let row = 0, at = 0; row < SAMPLES; row++) {
    const down = STOPS[row]!
    const [x, y] = [a.x + (c.x - a.x) * down, a.y + (c.y - a.y) * down]
    const alongX = b.x + (d.x - b.x) * down - x
    const alongY = b.y + (d.y - b.y) * down - y
    for (let column = 0; column < SAMPLES; column++, at++) {
      sampleX[at] = x + alongX * STOPS[column]!
      sampleY[at] = y + alongY * STOPS[column]!
    }
  }
}

function placeEach(own: Placement, left: number, top: number): void {
  for (let row = 0, at = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++, at++) {
      const { x, y } = own(left + STOPS[column]! * BLOCK, top + STOPS[row]! * BLOCK)
      sampleX[at] = x
      sampleY[at] = y
    }
  }
}

/** Draws the pixels of one block of a layer where its samples were placed. Pixel centres of the level are whole. */
function drawBlock(
  { box, data }: Layer,
  { left, top }: { left: number; top: number },
  level: Level,
): void {
  const [columns, rows] = [Math.min(BLOCK, box.width - left), Math.min(BLOCK, box.height - top)]
  for (let y = 0; y < rows; y++) {
    let to = 4 * ((top + y) * box.width + left)
    for (let x = 0; x < columns; x++, to += 4) {
      const at = 2 * (y * SAMPLES + x)
      addSample(level, sampleX[at]!, sampleY[at]!, data, to)
      addSample(level, sampleX[at + 1]!, sampleY[at + 1]!, data, to)
      addSample(level, sampleX[at + SAMPLES]!, sampleY[at + SAMPLES]!, data, to)
      addSample(level, sampleX[at + SAMPLES + 1]!, sampleY[at + SAMPLES + 1]!, data, to)
    }
  }
}

/** Adds a quarter of a bilinear sample to a pixel; outside there is nothing. */
function addSample(level: Level, x: number, y: number, layer: Float32Array, to: number): void {
  const left = Math.floor(x)
  const top = Math.floor(y)
  // Nowhere is outside as well.
  if (!(left >= -1 && top >= -1 && left < level.width && top < level.height)) return
  const u = x - left
  const v = (y - top) / 4
  const upper = 1 / 4 - v
  addPixel(level, left, top, (1 - u) * upper, layer, to)
  addPixel(level, left + 1, top, u * upper, layer, to)
  addPixel(level, left, top + 1, (1 - u) * v, layer, to)
  addPixel(level, left + 1, top + 1, u * v, layer, to)
}

function addPixel(
  { width, height, data }: Level,
  column: number,
  row: number,
  weight: number,
  layer: Float32Array,
  to: number,
): void {
  if (column < 0 || row < 0 || column >= width || row >= height) return
  const from = (row * width + column) * 4
  // Where alpha is 0 the premultiplied colours are, too.
  const alpha = data[from + 3]!
  if (alpha === 0) return
  layer[to] = layer[to]! + data[from]! * weight
  layer[to + 1] = layer[to + 1]! + data[from + 1]! * weight
  layer[to + 2] = layer[to + 2]! + data[from + 2]! * weight
  layer[to + 3] = layer[to + 3]! + alpha * weight
}
