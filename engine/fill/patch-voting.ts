import { addressOf, allocPlane, instantiateKernel, withArena } from '../raster/arena.ts'
import { FILL_BYTES } from '../raster/simd/move-bytes.ts'
import { VOTE_PATCHES } from '../raster/simd/vote-patches.ts'
import { type Level, TARGET } from './level.ts'
import { allocPaddedLevel, PATCH_RADIUS, type PaddedLevel } from './patch-distance.ts'
import type { Matches } from './patch-match.ts'
import { COST_TOLERANCE, PATCH_VOTING_TOLERANCE } from './tuning.ts'

type Colour = readonly [number, number, number]

/** The mean that {@link weightedMean} computed last. */
const votedRgb = new Float64Array(3)

/** Bytes that make a float of more than 3e38 each four of them: the cost of no match. */
const NO_MATCH = 0x7f

/**
 * Patch voting (Wexler, Shechtman, Irani 2007, "Space-time completion of video"). Every patch that covers a target
 * pixel proposes the colour that its match has there; the pixel takes their mean, weighted by how well the patches
 * match and by the confidence in them. Changes the level's colours in place. What patches match is known, and stays.
 * @param sharp count only the best proposals, which keeps grain and edges
 * @param step ask only every so manyth patch across and down
 * @param laidOut the level in the open arena, whose known pixels are as the level's
 */
export function voteColours(
  level: Level,
  m: Matches,
  sharp: boolean,
  step = 1,
  laidOut?: PaddedLevel,
): void {
  const targets = m.pixels.filter((p) => level.state[p] === TARGET)
  if (targets.length === 0) return
  withArena(() => {
    const padded = laidOut ?? allocPaddedLevel(level, new Int32Array(0))
    const { width, height, rgb } = level
    const { stride } = padded
    const costs = allocPlane(padded.pixels.length)
    instantiateKernel(FILL_BYTES)(addressOf(costs), NO_MATCH, costs.byteLength)
    const shifts = bitsOf(allocPlane(padded.pixels.length))
    for (let k = 0; k < m.pixels.length; k++) {
      const [p, q] = [m.pixels[k]!, m.match[k]!]
      // The kernel would follow what is no number beyond the level.
      if (q < 0 || Number.isNaN(m.cost[k]!)) continue
      const at = placeIn(padded, p)
      costs[at] = m.cost[k]!
      shifts[at] = placeIn(padded, q) - at
    }
    const places = bitsOf(allocPlane(targets.length))
    places.set(targets)
    const voted = bitsOf(allocPlane(targets.length))
    instantiateKernel(VOTE_PATCHES)(
      voted.byteOffset,
      places.byteOffset,
      targets.length,
      width,
      height,
      stride,
      addressOf(costs),
      shifts.byteOffset,
      addressOf(padded.confidence),
      padded.pixels.byteOffset,
      step,
      sharp ? PATCH_VOTING_TOLERANCE.sharp : PATCH_VOTING_TOLERANCE.blended,
      COST_TOLERANCE,
    )
    for (let n = 0; n < targets.length; n++) {
      const colour = voted[n]!
      if (colour < 0) continue
      const at = 3 * targets[n]!
      rgb[at] = colour & 255
      rgb[at + 1] = (colour >> 8) & 255
      rgb[at + 2] = colour >> 16
    }
  })
}

/** Index of pixel p of a level in its padded layout. */
function placeIn({ width, stride }: PaddedLevel, p: number): number {
  return p + ((p / width) | 0) * (stride - width) + PATCH_RADIUS * (stride + 1)
}

function bitsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length)
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
