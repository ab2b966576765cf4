import { type Level, TARGET } from './level.ts'
import { PATCH_RADIUS } from './patch-distance.ts'
import type { Matches } from './patch-match.ts'
import { windowAround } from './patch-statistics.ts'
import { COST_TOLERANCE, PATCH_VOTING_TOLERANCE } from './tuning.ts'

type Colour = readonly [number, number, number]

/** The mean that {@link weightedMean} computed last. */
const votedRgb = new Float64Array(3)

/**
 * Patch voting (Wexler, Shechtman, Irani 2007, "Space-time completion of video"). Every patch that covers a target
 * pixel proposes the colour that its match has there; the pixel takes their mean, weighted by how well the patches
 * match and by the confidence in them. Changes the level's colours in place, so later pixels see earlier ones.
 * @param sharp count only the best proposals, which keeps grain and edges
 * @param step ask only every so manyth patch across and down
 */
export function voteColours(level: Level, m: Matches, sharp: boolean, step = 1): void {
  const { width, height, rgb, state, confidence } = level
  const tolerance = sharp ? PATCH_VOTING_TOLERANCE.sharp : PATCH_VOTING_TOLERANCE.blended
  // By pixel, so that what a vote reads lies in rows: the cost of its match, and how far that is from it.
  const costs = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY)
  const shifts = new Int32Array(width * height)
  for (let k = 0; k < m.pixels.length; k++) {
    const i = m.pixels[k]!
    if (m.match[k]! < 0) continue
    costs[i] = m.cost[k]!
    shifts[i] = m.match[k]! - i
  }
  const rows = step === 1 ? leastInRows(costs, level, m.pixels) : undefined
  for (let k = 0; k < m.pixels.length; k++) {
    const p = m.pixels[k]!
    if (state[p] !== TARGET) continue
    const x = p % width
    const y = (p - x) / width
    const left = Math.max(0, x - PATCH_RADIUS)
    const right = Math.min(width - 1, x + PATCH_RADIUS)
    const top = Math.max(0, y - PATCH_RADIUS)
    const bottom = Math.min(height - 1, y + PATCH_RADIUS)
    let best = Number.POSITIVE_INFINITY
    if (rows) {
      for (let i = top * width + x; i <= bottom * width + x; i += width) {
        if (rows[i]! < best) best = rows[i]!
      }
    } else {
      for (let yy = top; yy <= bottom; yy += step) {
        const end = yy * width + right
        for (let i = yy * width + left; i <= end; i += step) if (costs[i]! < best) best = costs[i]!
      }
    }
    if (best === Number.POSITIVE_INFINITY) continue
    const scale = Math.max(tolerance, COST_TOLERANCE * best)
    let [total, r, g, b] = [0, 0, 0, 0]
    for (let yy = top; yy <= bottom; yy += step) {
      const end = yy * width + right
      for (let i = yy * width + left; i <= end; i += step) {
        const excess = costs[i]! - best
        if (excess > 4 * scale) continue
        const share = scale / (scale + excess)
        const square = share * share
        const weight = square * square * confidence[i]!
        const q = 3 * (p + shifts[i]!)
        total += weight
        r += weight * rgb[q]!
        g += weight * rgb[q + 1]!
        b += weight * rgb[q + 2]!
      }
    }
    if (!(total > 0)) continue
    rgb[3 * p] = r / total
    rgb[3 * p + 1] = g / total
    rgb[3 * p + 2] = b / total
  }
}

/** The least cost within a patch's radius along the row of each pixel, in the rows and columns of some pixels. */
function leastInRows(
  costs: Float32Array,
  level: Pick<Level, 'width' | 'height'>,
  pixels: Int32Array,
): Float32Array {
  const { width } = level
  const { left, top, right, bottom } = windowAround(level, pixels, PATCH_RADIUS)
  const least = new Float32Array(costs.length).fill(Number.POSITIVE_INFINITY)
  for (let y = top; y <= bottom; y++) {
    const row = y * width
    for (let x = left; x <= right; x++) {
      const end = row + Math.min(width - 1, x + PATCH_RADIUS)
      let own = Number.POSITIVE_INFINITY
      for (let i = row + Math.max(0, x - PATCH_RADIUS); i <= end; i++) {
        if (costs[i]! < own) own = costs[i]!
      }
      least[row + x] = own
    }
  }
  return least
}

/** The colour that a sharp vote gives pixel p, which may be a known one; undefined where no patch proposes any. */
export function votedColour(level: Level, m: Matches, p: number): Colour | undefined {
  const slots = new Int32Array((2 * PATCH_RADIUS + 1) ** 2)
  const count = matchesOver(level, m, p, slots)
  if (count === 0 || !weightedMean(level, m, p, slots, count, PATCH_VOTING_TOLERANCE.sharp))
    return undefined
  return [votedRgb[0]!, votedRgb[1]!, votedRgb[2]!]
}

/** Writes the slots with a match whose patches cover pixel p into `slots`, and returns their count. */
function matchesOver({ width, height }: Level, m: Matches, p: number, slots: Int32Array): number {
  const x = p % width
  const y = (p - x) / width
  const right = Math.min(width - 1, x + PATCH_RADIUS)
  const bottom = Math.min(height - 1, y + PATCH_RADIUS)
  let count = 0
  for (let yy = Math.max(0, y - PATCH_RADIUS); yy <= bottom; yy++) {
    for (let i = yy * width + Math.max(0, x - PATCH_RADIUS); i <= yy * width + right; i++) {
      const slot = m.slot[i]!
      if (slot >= 0 && m.match[slot]! >= 0) slots[count++] = slot
    }
  }
  return count
}

/** Writes the weighted mean of the proposals for pixel p into `votedRgb`; false where all of them weigh nothing. */
function weightedMean(
  { rgb, confidence }: Level,
  m: Matches,
  p: number,
  slots: Int32Array,
  count: number,
  tolerance: number,
): boolean {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < count; n++) if (m.cost[slots[n]!]! < best) best = m.cost[slots[n]!]!
  const scale = Math.max(tolerance, COST_TOLERANCE * best)
  let total = 0
  let r = 0
  let g = 0
  let b = 0
  for (let n = 0; n < count; n++) {
    const slot = slots[n]!
    const excess = m.cost[slot]! - best
    if (excess > 4 * scale) continue
    const square = (scale / (scale + excess)) ** 2
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
