import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import type { PixelWindow } from './patch-statistics.ts'
import { SOFTEN_COST, WINDOW_RADIUS } from './tuning.ts'

/** Side of the blocks whose largest cost is known, as a power of two: 8 pixels. */
const BLOCK_SHIFT = 3

/**
 * Softens the fill where nothing known matches it well: there patches that do not belong together meet. Each such pixel
 * is moved towards the mean of its window, the further the higher the mean cost of the matches in it. Changes the
 * level's colours in place.
 * @param thickness of the rim, in pixels of this level
 * @param texture the usual variance of a patch around the target: in a texture the best match is a poor one too
 */
export function softenPoorMatches(level: Level, m: Matches, thickness: number, texture = 0): void {
  const { width, height, rgb, state } = level
  const radius = Math.round(
    Math.min(WINDOW_RADIUS.most, WINDOW_RADIUS.least + WINDOW_RADIUS.share * thickness),
  )
  const from = SOFTEN_COST.from + texture
  const maxCost = maxCostByBlock(level, m)
  const columns = (width >> BLOCK_SHIFT) + 1
  const softened: number[] = []
  const colours: number[] = []
  for (let k = 0; k < m.pixels.length; k++) {
    const p = m.pixels[k]!
    if (state[p] !== TARGET) continue
    const x = p % width
    const y = (p - x) / width
    const window = {
      left: Math.max(0, x - radius),
      top: Math.max(0, y - radius),
      right: Math.min(width - 1, x + radius),
      bottom: Math.min(height - 1, y + radius),
    }
    // A mean is at most the maximum: for most pixels the maxima of the blocks settle it.
    let most = 0
    for (let row = window.top >> BLOCK_SHIFT; row <= window.bottom >> BLOCK_SHIFT; row++) {
      const end = row * columns + (window.right >> BLOCK_SHIFT)
      for (let at = row * columns + (window.left >> BLOCK_SHIFT); at <= end; at++) {
        most = Math.max(most, maxCost[at]!)
      }
    }
    if (most <= from) continue
    const over = (meanCost(level, m, window) - from) / (SOFTEN_COST.full - SOFTEN_COST.from)
    if (!(over > 0)) continue
    softened.push(p)
    addSoftened(level, p, window, Math.min(1, over), colours)
  }
  for (let n = 0; n < softened.length; n++) {
    for (let c = 0; c < 3; c++) rgb[3 * softened[n]! + c] = colours[3 * n + c]!
  }
}

/** The largest cost of a match in each block of pixels; 0 where there is none. */
function maxCostByBlock({ width, height }: Level, m: Matches): Float32Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const maxCost = new Float32Array(columns * ((height >> BLOCK_SHIFT) + 1))
  for (let k = 0; k < m.pixels.length; k++) {
    if (m.match[k]! < 0) continue
    const p = m.pixels[k]!
    const x = p % width
    const at = (((p - x) / width) >> BLOCK_SHIFT) * columns + (x >> BLOCK_SHIFT)
    if (m.cost[k]! > maxCost[at]!) maxCost[at] = m.cost[k]!
  }
  return maxCost
}

/** The mean cost of the matches in a window; 0 where there is none. */
function meanCost({ width, confidence }: Level, m: Matches, window: PixelWindow): number {
  let sum = 0
  let count = 0
  for (let y = window.top; y <= window.bottom; y++) {
    for (let q = y * width + window.left; q <= y * width + window.right; q++) {
      const slot = m.slot[q]!
      if (slot < 0 || confidence[q] === 0 || m.match[slot]! < 0) continue
      sum += m.cost[slot]!
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

/** Appends to `colours` the colour of pixel p, moved by `share` (0-1) towards the mean of its window. */
function addSoftened(
  { width, rgb, confidence }: Level,
  p: number,
  window: PixelWindow,
  share: number,
  colours: number[],
): void {
  let [weight, r, g, b] = [0, 0, 0, 0]
  for (let y = window.top; y <= window.bottom; y++) {
    for (let q = y * width + window.left; q <= y * width + window.right; q++) {
      if (confidence[q] === 0) continue
      weight++
      r += rgb[3 * q]!
      g += rgb[3 * q + 1]!
      b += rgb[3 * q + 2]!
    }
  }
  const moved = (own: number, sum: number): number => own + share * (sum / weight - own)
  colours.push(moved(rgb[3 * p]!, r), moved(rgb[3 * p + 1]!, g), moved(rgb[3 * p + 2]!, b))
}
