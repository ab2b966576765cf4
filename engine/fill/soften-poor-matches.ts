import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import type { PixelWindow } from './patch-statistics.ts'

/** Squared grey levels of mismatch from which a place is softened, and at which it is so wholly. */
const POOR_COST = { from: 120, whole: 700 } as const

/** Half the side of the window a doubtful pixel becomes the mean of: pixels, and thicknesses of the rim. */
const WINDOW_RADIUS = { least: 1, share: 0.07, most: 5 } as const

/** The side of a block, as a power of two, whose largest doubt is known. */
const BLOCK_SHIFT = 3

/** Softens the fill where nothing known looks like it: where patches that do not belong together meet. */
export function softenPoorMatches(level: Level, m: Matches, thickness: number): void {
  const { width, height, rgb, state } = level
  const radius = Math.round(
    Math.min(WINDOW_RADIUS.most, WINDOW_RADIUS.least + WINDOW_RADIUS.share * thickness),
  )
  const worst = maxCostByBlock(level, m)
  const columns = (width >> BLOCK_SHIFT) + 1
  const eased: number[] = []
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
    // A mean is no larger than the largest: most places are settled by a look at their blocks.
    let most = 0
    for (let row = window.top >> BLOCK_SHIFT; row <= window.bottom >> BLOCK_SHIFT; row++) {
      for (
        let column = window.left >> BLOCK_SHIFT;
        column <= window.right >> BLOCK_SHIFT;
        column++
      ) {
        most = Math.max(most, worst[row * columns + column]!)
      }
    }
    if (most <= POOR_COST.from) continue
    const over = (meanCost(level, m, window) - POOR_COST.from) / (POOR_COST.whole - POOR_COST.from)
    if (!(over > 0)) continue
    eased.push(p)
    addSoftened(level, p, window, Math.min(1, over), colours)
  }
  for (let n = 0; n < eased.length; n++) {
    for (let c = 0; c < 3; c++) rgb[3 * eased[n]! + c] = colours[3 * n + c]!
  }
}

function maxCostByBlock({ width, height }: Level, m: Matches): Float32Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const worst = new Float32Array(columns * ((height >> BLOCK_SHIFT) + 1))
  for (let k = 0; k < m.pixels.length; k++) {
    if (m.match[k]! < 0) continue
    const p = m.pixels[k]!
    const x = p % width
    const at = (((p - x) / width) >> BLOCK_SHIFT) * columns + (x >> BLOCK_SHIFT)
    if (m.cost[k]! > worst[at]!) worst[at] = m.cost[k]!
  }
  return worst
}

/** The mean mismatch in a window; 0 where nothing in it is matched. */
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

/** Adds the colour of a pixel led by `share` to the mean of its window. */
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
  const led = (own: number, sum: number): number => own + share * (sum / weight - own)
  colours.push(led(rgb[3 * p]!, r), led(rgb[3 * p + 1]!, g), led(rgb[3 * p + 2]!, b))
}
