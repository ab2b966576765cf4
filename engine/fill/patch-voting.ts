import { type Level, TARGET } from './level.ts'
import { PATCH_RADIUS } from './patch-distance.ts'
import type { Matches } from './patch-match.ts'

/** How much worse, in squared grey levels, a proposal may be and still count for a third. */
const TOLERANCE = { blended: 60, sharp: 12 }

/** Where nothing matches well no proposal is worth a hard edge: the tolerance there, as a share of the best's cost. */
const COST_TOLERANCE = 0.3

/**
 * Colours the wanted pixels: each is the mean of what the matches of all patches over it propose, good matches
 * counting much more. `sharp` lets only the best proposals count, which keeps grain and edges. Of the patches only every
 * `step`th across and down is asked.
 */
export function voteColours(level: Level, m: Matches, sharp: boolean, step = 1): void {
  const scale = sharp ? TOLERANCE.sharp : TOLERANCE.blended
  const near = new Int32Array((2 * PATCH_RADIUS + 1) ** 2)
  for (let k = 0; k < m.pixels.length; k++) {
    const p = m.pixels[k]!
    if (level.state[p] !== TARGET) continue
    const count = matchesOver(level, m, p, near, step)
    if (count === 0 || !weightedMean(level, m, p, near, count, scale)) continue
    for (let c = 0; c < 3; c++) level.rgb[3 * p + c] = votedRgb[c]!
  }
}

/** The colour that the matches of all patches over a pixel propose for it; undefined where there are none. */
export function votedColour(level: Level, m: Matches, p: number): Colour | undefined {
  const near = new Int32Array((2 * PATCH_RADIUS + 1) ** 2)
  const count = matchesOver(level, m, p, near, 1)
  if (count === 0 || !weightedMean(level, m, p, near, count, TOLERANCE.sharp)) return undefined
  return [votedRgb[0]!, votedRgb[1]!, votedRgb[2]!]
}

type Colour = readonly [number, number, number]

/** What {@link weightedMean} gives. */
const votedRgb = new Float64Array(3)

/** The matched places whose patches cover pixel p; gives their number. */
function matchesOver(
  { width, height }: Level,
  m: Matches,
  p: number,
  near: Int32Array,
  step: number,
): number {
  const x = p % width
  const y = (p - x) / width
  const right = Math.min(width - 1, x + PATCH_RADIUS)
  const bottom = Math.min(height - 1, y + PATCH_RADIUS)
  let count = 0
  for (let yy = Math.max(0, y - PATCH_RADIUS); yy <= bottom; yy += step) {
    for (let i = yy * width + Math.max(0, x - PATCH_RADIUS); i <= yy * width + right; i += step) {
      const slot = m.slot[i]!
      if (slot >= 0 && m.match[slot]! >= 0) near[count++] = slot
    }
  }
  return count
}

/** Mixes proposals; false where none of them is to be believed. */
function weightedMean(
  { rgb, confidence }: Level,
  m: Matches,
  p: number,
  near: Int32Array,
  count: number,
  tolerance: number,
): boolean {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < count; n++) if (m.cost[near[n]!]! < best) best = m.cost[near[n]!]!
  const scale = Math.max(tolerance, COST_TOLERANCE * best)
  let total = 0
  let r = 0
  let g = 0
  let b = 0
  for (let n = 0; n < count; n++) {
    const slot = near[n]!
    const worse = m.cost[slot]! - best
    if (worse > 4 * scale) continue
    const square = (scale / (scale + worse)) ** 2
    const weight = square * square * confidence[m.pixels[slot]!]!
    const q = (m.match[slot]! + p - m.pixels[slot]!) * 3
    total += weight
    r += weight * rgb[q]!
    g += weight * rgb[q + 1]!
    b += weight * rgb[q + 2]!
  }
  votedRgb[0] = r / total
  votedRgb[1] = g / total
  votedRgb[2] = b / total
  return total > 0
}
