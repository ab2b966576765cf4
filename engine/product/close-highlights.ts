import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { bitsAbove, invertBits } from '../raster/mask/bit-mask.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import type { Levels } from './product.ts'
import {
  HIGHLIGHT_BESIDE,
  HIGHLIGHT_DARK,
  HIGHLIGHT_MOST,
  HIGHLIGHT_OPEN_RAYS,
  HIGHLIGHT_RAYS,
  HIGHLIGHT_WALL,
} from './tuning.ts'

/**
 * Closes highlights: a lamp that mirrors itself in a pearl or in polished metal is as white as a white ground, and was
 * taken for an opening. It is told by what is around it: thick on all sides, as a ring is not, and bright.
 * Alpha and levels are changed.
 */
export function closeHighlights(alpha: Float32Array, levels: Levels, size: Size): void {
  const holes = findRegions(invertBits(bitsAbove(alpha, size, 0.5)))
  const solid = holes.reduce((left, { count }) => left - count, alpha.length)
  const most = Math.max(6, HIGHLIGHT_MOST * solid)
  for (const { box, count, runs } of holes) {
    if (count < 4 || count > most || touchesBorder(box, size)) continue
    const pixels: number[] = []
    for (let run = 0; run < runs.length; run += 2) {
      for (let at = runs[run]!; at < runs[run + 1]!; at++) pixels.push(at)
    }
    if (!isWalled(pixels, alpha, size)) continue
    const beside = pixelsBeside(pixels, alpha, size)
    const light = (at: number): number =>
      (levels.red[at]! + levels.green[at]! + levels.blue[at]!) / 3
    const darkest = beside.reduce((sum, at) => sum + light(at), 0) / Math.max(1, beside.length)
    if (beside.length < 4 || 255 - darkest > HIGHLIGHT_DARK) continue
    const own = new Set(pixels)
    // The soft edge of the hole belongs to it: its alpha is the highlight's.
    for (const at of [...pixels, ...beside]) {
      if (own.has(at) && light(at) < darkest) {
        levels.red[at] = levels.green[at] = levels.blue[at] = 255
      }
      alpha[at] = 1
    }
  }
}

function touchesBorder({ left, top, width, height }: Box, size: Size): boolean {
  return left === 0 || top === 0 || left + width === size.width || top + height === size.height
}

/** Whether the product is thick around a hole on nearly all sides. */
function isWalled(
  pixels: readonly number[],
  alpha: Float32Array,
  { width, height }: Size,
): boolean {
  let [sumX, sumY] = [0, 0]
  for (const at of pixels) {
    sumX += at % width
    sumY += Math.floor(at / width)
  }
  const [x, y] = [sumX / pixels.length, sumY / pixels.length]
  const radius = Math.sqrt(pixels.length / Math.PI)
  const isSolid = (along: number, cos: number, sin: number): boolean => {
    const [column, row] = [Math.round(x + along * cos), Math.round(y + along * sin)]
    const isInside = column >= 0 && row >= 0 && column < width && row < height
    return isInside && alpha[row * width + column]! > 0.5
  }
  let open = 0
  for (let ray = 0; ray < HIGHLIGHT_RAYS; ray++) {
    const [cos, sin] = [
      Math.cos((2 * Math.PI * ray) / HIGHLIGHT_RAYS),
      Math.sin((2 * Math.PI * ray) / HIGHLIGHT_RAYS),
    ]
    let along = 0
    while (along < 4 * radius && !isSolid(along, cos, sin)) along++
    const start = along
    while (along - start < HIGHLIGHT_WALL * radius + 1 && isSolid(along, cos, sin)) along++
    if (along - start < HIGHLIGHT_WALL * radius + 1) open++
  }
  return open <= HIGHLIGHT_OPEN_RAYS
}

/** Pixels of the product that lie next to a hole. */
function pixelsBeside(
  pixels: readonly number[],
  alpha: Float32Array,
  { width, height }: Size,
): number[] {
  const found = new Set<number>()
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)]
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      for (let far = 1; far <= HIGHLIGHT_BESIDE; far++) {
        const [column, row] = [x + far * dx, y + far * dy]
        if (column < 0 || row < 0 || column >= width || row >= height) break
        const to = row * width + column
        if (alpha[to]! > 0.5) found.add(to)
      }
    }
  }
  return [...found]
}
