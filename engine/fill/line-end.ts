import { medianOrZero } from '../geometry/quantile.ts'
import { blendStops, stopClamped } from '../geometry/sample.ts'
import { roundedLuma } from '../raster/colour/luma.ts'
import { KNOWN, type Level } from './level.ts'
import type { Line } from './straight-lines.ts'
import { DRIFT_RADIUS, MAX_DRIFT_LEVELS, MAX_GRAIN_LEVELS, PROFILE_RADIUS } from './tuning.ts'

/** The visible end of a line beside a gap. Positions are pixels along the line from the foot of its normal. */
export type LineEnd = {
  /** The position next to the gap, and the step away from it: 1 or -1. */
  from: number
  step: number
  /** Pixels over which the line is visible. */
  length: number
  /** Profile: colours across the line, r, g, b a pixel from one side to the other; NaN where too little is known. */
  across: Float64Array
  /** By how much the line is lighter (positive) or darker at each pixel away from the gap: r, g, b in levels. */
  drift: Float64Array
}

/**
 * Measures the end of a line: medians along it as its profile, slow changes of the light as its drift.
 * @param from position next to the gap
 * @param step 1 or -1, away from the gap
 * @param length pixels to measure
 */
export function lineEndAt(
  level: Level,
  line: Line,
  from: number,
  step: number,
  length: number,
): LineEnd {
  const profileWidth = 2 * PROFILE_RADIUS + 1
  const across = new Float64Array(3 * profileWidth).fill(Number.NaN)
  const all = new Float64Array(3 * profileWidth * length).fill(Number.NaN)
  const colour = new Float64Array(3)
  for (let o = 0; o < profileWidth; o++) {
    const seen: number[][] = [[], [], []]
    for (let n = 0; n < length; n++) {
      if (!sampleKnown(level, line, from + n * step, o - PROFILE_RADIUS, colour)) continue
      for (let c = 0; c < 3; c++) {
        seen[c]!.push(colour[c]!)
        all[3 * (n * profileWidth + o) + c] = colour[c]!
      }
    }
    if (seen[0]!.length < length / 3) continue
    for (let c = 0; c < 3; c++) across[3 * o + c] = medianOrZero(seen[c]!)
  }
  const drift = driftOf(all, across, length)
  const here = drift.slice(0, 3)
  for (let n = 0; n < drift.length; n++) drift[n] = drift[n]! - here[n % 3]!
  for (let n = 0; n < across.length; n++) across[n] = across[n]! + here[n % 3]!
  return { from, step, length, across, drift }
}

/** Mean difference from the profile around each pixel along a line: how the light changes along it, r, g, b a pixel. */
function driftOf(all: Float64Array, across: Float64Array, length: number): Float64Array {
  const drift = new Float64Array(3 * length)
  for (let n = 0; n < length; n++) {
    const from = Math.max(0, n - DRIFT_RADIUS) * across.length
    const to = Math.min(length, n + DRIFT_RADIUS + 1) * across.length
    for (let c = 0; c < 3; c++) {
      let [sum, count] = [0, 0]
      for (let at = from + c; at < to; at += 3) {
        const off = all[at]! - across[at % across.length]!
        if (!(Math.abs(off) <= MAX_DRIFT_LEVELS)) continue
        sum += off
        count++
      }
      drift[3 * n + c] = count === 0 ? 0 : sum / count
    }
  }
  return drift
}

/**
 * Writes into `out` the colour that a line end continues into its gap with: its profile and, on top, the grain of the
 * visible line, mirrored at the gap and repeated. Anything that crosses the line is too strong for grain and left out.
 * @param into pixels into the gap
 * @param off pixels beside the line, towards its normal
 * @returns false where too little of the profile is known
 */
export function lineColourAt(
  level: Level,
  line: Line,
  { from, step, length, across, drift }: LineEnd,
  into: number,
  off: number,
  out: Float64Array,
): boolean {
  const beside = Math.min(2 * PROFILE_RADIUS - 1e-6, Math.max(0, off + PROFILE_RADIUS))
  const at = 3 * Math.floor(beside)
  const f = beside - Math.floor(beside)
  const period = 2 * (length - 1)
  const back = ((into % period) + period) % period
  const away = back < length ? back : period - back
  const hasGrain = sampleKnown(level, line, from + step * away, off, out)
  const near = 3 * Math.min(length - 1, Math.round(away))
  for (let c = 0; c < 3; c++) {
    const plain = across[at + c]! + f * (across[at + 3 + c]! - across[at + c]!)
    if (Number.isNaN(plain)) return false
    const grain = hasGrain ? out[c]! - drift[near + c]! - plain : 0
    out[c] = Math.abs(grain) > MAX_GRAIN_LEVELS ? plain : plain + grain
  }
  return true
}

/**
 * How far a line stands out from what is beside it: the range of its profile, in luma, by the mean deviation from it.
 * An edge among waves or grain that happens to lie in a row with others stands out little.
 * @param from position next to the gap
 * @param step 1 or -1, away from the gap
 * @param length pixels to measure
 */
export function prominenceOf(
  level: Level,
  line: Line,
  from: number,
  step: number,
  length: number,
): number {
  const colour = new Float64Array(3)
  const medians: number[] = []
  let [deviation, count] = [0, 0]
  for (let off = -PROFILE_RADIUS; off <= PROFILE_RADIUS; off++) {
    const seen: number[] = []
    for (let n = 0; n < length; n++) {
      if (!sampleKnown(level, line, from + n * step, off, colour)) continue
      seen.push(roundedLuma(colour[0]!, colour[1]!, colour[2]!))
    }
    if (seen.length < length / 3) continue
    const median = medianOrZero(seen)
    medians.push(median)
    for (const own of seen) deviation += Math.abs(own - median)
    count += seen.length
  }
  if (count === 0) return 0
  return (Math.max(...medians) - Math.min(...medians)) / (deviation / count + 1)
}

/**
 * Whether two profiles change alike where both are known, which must be more than a half of them.
 * @param most that they may differ: squared, as a share of their variance, and in their means, levels
 */
export function areProfilesAlike(
  a: Float64Array,
  b: Float64Array,
  most: { across: number; levels: number },
): boolean {
  const both: number[] = []
  for (let n = 0; n < a.length; n++) if (!Number.isNaN(a[n]! + b[n]!)) both.push(n)
  const count = both.length / 3
  if (count <= PROFILE_RADIUS) return false
  const [ma, mb] = [new Float64Array(3), new Float64Array(3)]
  for (const n of both) {
    ma[n % 3] = ma[n % 3]! + a[n]! / count
    mb[n % 3] = mb[n % 3]! + b[n]! / count
  }
  let [unlike, changes] = [0, 0]
  for (const n of both) {
    const [da, db] = [a[n]! - ma[n % 3]!, b[n]! - mb[n % 3]!]
    unlike += (da - db) ** 2
    changes += (da ** 2 + db ** 2) / 2
  }
  const apart = Math.max(...ma.map((level, c) => Math.abs(level - mb[c]!)))
  return apart < most.levels && unlike < most.across * changes
}

/** Scratch: between which pixels a sample lies. */
const column = stopClamped(0, 1)
const row = stopClamped(0, 1)

/** Writes into `out` the bilinear colour `t` pixels along and `off` beside a line; false unless all four are known. */
function sampleKnown(
  { width, height, rgb, state }: Level,
  line: Line,
  t: number,
  off: number,
  out: Float64Array,
): boolean {
  const x = (line.distance + off) * line.cos - t * line.sin
  const y = (line.distance + off) * line.sin + t * line.cos
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return false
  const i = top * width + left
  if (state[i] !== KNOWN || state[i + 1] !== KNOWN) return false
  if (state[i + width] !== KNOWN || state[i + width + 1] !== KNOWN) return false
  stopClamped(x, width, column)
  stopClamped(y, height, row)
  for (let c = 0; c < 3; c++) out[c] = blendStops(rgb, width, column, row, 3, c)
  return true
}
