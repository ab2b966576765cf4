import type { Level } from './level.ts'
import { PATCH_RADIUS } from './patch-distance.ts'

/** A rectangle of pixel positions; `right` and `bottom` belong to it. */
export type PixelWindow = { left: number; top: number; right: number; bottom: number }

/** The bounding box of some pixels, given by index, widened by `margin` pixels and clipped to the level. */
export function windowAround(
  { width, height }: Pick<Level, 'width' | 'height'>,
  pixels: Int32Array,
  margin: number,
): PixelWindow {
  const window = { left: width, top: height, right: -1, bottom: -1 }
  for (const p of pixels) {
    const x = p % width
    const y = (p - x) / width
    window.left = Math.min(window.left, x)
    window.right = Math.max(window.right, x)
    window.top = Math.min(window.top, y)
    window.bottom = Math.max(window.bottom, y)
  }
  return {
    left: Math.max(0, window.left - margin),
    top: Math.max(0, window.top - margin),
    right: Math.min(width - 1, window.right + margin),
    bottom: Math.min(height - 1, window.bottom + margin),
  }
}

/**
 * Statistics of the patch around each pixel of a window, over the pixels with any confidence: mean red, green and blue
 * (levels) and variance (squared levels, summed over the channels). Computed by running sums of columns and rows.
 * @returns four values a pixel; 0 outside the window and where nothing has confidence
 */
export function patchStatistics(level: Level, window: PixelWindow): Float32Array {
  const { width, height } = level
  const { left, top, right, bottom } = window
  const columns = new Int32Array(5 * width)
  const stats = new Float32Array(4 * width * height)
  const across = {
    first: Math.max(0, left - PATCH_RADIUS),
    last: Math.min(width - 1, right + PATCH_RADIUS),
  }
  for (let y = Math.max(0, top - PATCH_RADIUS); y < Math.min(top + PATCH_RADIUS, height); y++)
    addRow(columns, level, y, across, 1)
  for (let y = top; y <= bottom; y++) {
    if (y + PATCH_RADIUS < height) addRow(columns, level, y + PATCH_RADIUS, across, 1)
    if (y > PATCH_RADIUS && y > top) addRow(columns, level, y - PATCH_RADIUS - 1, across, -1)
    writeRow(stats, columns, across, { left, right }, y * width)
  }
  return stats
}

type Across = { first: number; last: number }

/** Adds a row of a level to the sums of its columns, or takes it out with the sign -1. */
function addRow(
  columns: Int32Array,
  { width, rgb, confidence }: Level,
  y: number,
  { first, last }: Across,
  sign: number,
): void {
  for (let x = first, i = y * width + first, at = 5 * first; x <= last; x++, i++, at += 5) {
    if (confidence[i] === 0) continue
    const r = rgb[3 * i]!
    const g = rgb[3 * i + 1]!
    const b = rgb[3 * i + 2]!
    columns[at] = columns[at]! + sign * r
    columns[at + 1] = columns[at + 1]! + sign * g
    columns[at + 2] = columns[at + 2]! + sign * b
    columns[at + 3] = columns[at + 3]! + sign * (r * r + g * g + b * b)
    columns[at + 4] = columns[at + 4]! + sign
  }
}

/** Writes the statistics of a row, of which the first pixel has index `row`. */
function writeRow(
  stats: Float32Array,
  columns: Int32Array,
  { first, last }: Across,
  { left, right }: Pick<PixelWindow, 'left' | 'right'>,
  row: number,
): void {
  let [r, g, b, squares, n] = [0, 0, 0, 0, 0]
  for (let x = first - PATCH_RADIUS; x <= right; x++) {
    const on = 5 * (x + PATCH_RADIUS)
    if (x + PATCH_RADIUS <= last) {
      r += columns[on]!
      g += columns[on + 1]!
      b += columns[on + 2]!
      squares += columns[on + 3]!
      n += columns[on + 4]!
    }
    const off = 5 * (x - PATCH_RADIUS - 1)
    if (off >= 5 * first) {
      r -= columns[off]!
      g -= columns[off + 1]!
      b -= columns[off + 2]!
      squares -= columns[off + 3]!
      n -= columns[off + 4]!
    }
    if (x < left || n === 0) continue
    const at = 4 * (row + x)
    stats[at] = r / n
    stats[at + 1] = g / n
    stats[at + 2] = b / n
    stats[at + 3] = squares / n - (r * r + g * g + b * b) / (n * n)
  }
}
