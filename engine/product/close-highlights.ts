import type { Size } from '../geometry/size.ts'
import { findComponents } from '../raster/mask/find-components.ts'
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
  const { width } = size
  const solid = alpha.reduce((sum, share) => sum + (share > 0.5 ? 1 : 0), 0)
  const empty = alpha.map((share) => (share > 0.5 ? 0 : 1))
  const limits = { low: 0.5, high: 0.5, share: 0, most: Math.max(6, HIGHLIGHT_MOST * solid) }
  for (const { pixels } of findComponents(empty, width, limits)) {
    if (pixels.length < 4 || touchesBorder(pixels, size)) continue
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

function touchesBorder(pixels: readonly number[], { width, height }: Size): boolean {
  return pixels.some((at) => {
    const x = at % width
    const y = (at - x) / width
    return x === 0 || y === 0 || x === width - 1 || y === height - 1
  })
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
