import { type Level, OCCLUDED } from '../../fill/level.ts'
import type { Box } from '../../geometry/box.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import {
  NORMAL_TREND_DEPTH,
  NORMAL_TREND_EXPLAINED,
  NORMAL_TREND_MAX_CHANGE,
  NORMAL_TREND_WINDOW,
  TREND_DAMPING,
} from './tuning.ts'

/** One side of the picture: from a corner along the side, and inwards. */
type Side = { start: number; along: number; inwards: number; length: number; depth: number }

/**
 * How light changes towards each side of the picture, carried on beyond it and fading out: sky that grows lighter goes
 * on to do so. Fitted by least squares to means along the side.
 * @param inside the picture within the level
 * @returns three planes of levels to add to a colour that is continued unchanged; 0 inside
 */
export function normalTrend(level: Level, inside: Box): Float32Array[] {
  const { width, height } = level
  const planes = [0, 1, 2].map(() => new Float32Array(width * height))
  const { left, top } = inside
  const [right, bottom] = [left + inside.width, top + inside.height]
  const short = Math.min(inside.width, inside.height)
  const wanted = Math.min(
    NORMAL_TREND_DEPTH.most,
    Math.max(NORMAL_TREND_DEPTH.least, Math.round(NORMAL_TREND_DEPTH.share * short)),
  )
  const depth = Math.min(short, wanted)
  if (depth < NORMAL_TREND_DEPTH.least) return planes
  const corner = top * width + left
  const last = (bottom - 1) * width + left
  const across = { along: width, length: inside.height, depth }
  const down = { along: 1, length: inside.width, depth }
  const slopes = {
    left: slopesOf(level, { ...across, start: corner, inwards: 1 }),
    right: slopesOf(level, { ...across, start: corner + inside.width - 1, inwards: -1 }),
    top: slopesOf(level, { ...down, start: corner, inwards: width }),
    bottom: slopesOf(level, { ...down, start: last, inwards: -width }),
  }
  const reach = (distance: number): number => depth * (1 - Math.exp(-distance / depth))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(inside.height - 1, Math.max(0, y - top))
    const outY = y < top ? top - y : y >= bottom ? y - bottom + 1 : 0
    for (let x = 0; x < width; x++, i++) {
      const outX = x < left ? left - x : x >= right ? x - right + 1 : 0
      if (outX === 0 && outY === 0) continue
      const column = Math.min(inside.width - 1, Math.max(0, x - left))
      const horizontal = x < left ? slopes.left : slopes.right
      const vertical = y < top ? slopes.top : slopes.bottom
      const [aside, along] = [reach(outX), reach(outY)]
      const r = aside * horizontal[3 * row]! + along * vertical[3 * column]!
      const g = aside * horizontal[3 * row + 1]! + along * vertical[3 * column + 1]!
      const b = aside * horizontal[3 * row + 2]! + along * vertical[3 * column + 2]!
      // One factor for all channels keeps the hue.
      const most = Math.max(Math.abs(r), Math.abs(g), Math.abs(b), 1)
      const factor = Math.min(1, NORMAL_TREND_MAX_CHANGE / most)
      planes[0]![i] = factor * r
      planes[1]![i] = factor * g
      planes[2]![i] = factor * b
    }
  }
  return planes
}

/** By how many levels a pixel the colours change outwards at each position of a side, r, g, b each. */
function slopesOf(level: Level, side: Side): Float32Array {
  const { length, depth } = side
  const slopes = new Float32Array(3 * length)
  const half = Math.max(1, Math.round(NORMAL_TREND_WINDOW * length))
  const sums = columnSums(level, side)
  for (let t = 0; t < length; t++) {
    const from = 4 * depth * Math.max(0, t - half)
    const to = 4 * depth * Math.min(length, t + half + 1)
    const fit = [0, 1, 2].map(() => ({ n: 0, k: 0, kk: 0, v: 0, vv: 0, kv: 0 }))
    for (let k = 0; k < depth; k++) {
      const count = sums[to + 4 * k + 3]! - sums[from + 4 * k + 3]!
      if (count < half) continue
      for (let c = 0; c < 3; c++) {
        const value = (sums[to + 4 * k + c]! - sums[from + 4 * k + c]!) / count
        const own = fit[c]!
        own.n++
        own.k += k
        own.kk += k * k
        own.v += value
        own.vv += value * value
        own.kv += k * value
      }
    }
    for (let c = 0; c < 3; c++) slopes[3 * t + c] = -slopeOf(fit[c]!, depth)
  }
  // Where a person leaves too few known pixels the trend ends, and light must not step there.
  return smoothed(smoothed(slopes, half), half)
}

/** Means of the three values each over `half` positions to either side. */
function smoothed(slopes: Float32Array, half: number): Float32Array {
  const length = slopes.length / 3
  const sums = new Float64Array(slopes.length + 3)
  for (let n = 0; n < slopes.length; n++) sums[n + 3] = sums[n]! + slopes[n]!
  return slopes.map((_, n) => {
    const [t, c] = [Math.floor(n / 3), n % 3]
    const [from, to] = [Math.max(0, t - half), Math.min(length, t + half + 1)]
    return (sums[3 * to + c]! - sums[3 * from + c]!) / (to - from)
  })
}

/** Running sums along a side, four values (r, g, b, count) for each position and depth. */
function columnSums({ rgb, state }: Level, { start, along, inwards, length, depth }: Side) {
  const sums = new Float64Array(4 * depth * (length + 1))
  for (let t = 0; t < length; t++) {
    for (let k = 0; k < depth; k++) {
      const i = start + t * along + k * inwards
      const from = 4 * (t * depth + k)
      const to = from + 4 * depth
      const counts = state[i] === OCCLUDED ? 0 : 1
      for (let c = 0; c < 3; c++) sums[to + c] = sums[from + c]! + counts * rgb[3 * i + c]!
      sums[to + 3] = sums[from + 3]! + counts
    }
  }
  return sums
}

type Fit = { n: number; k: number; kk: number; v: number; vv: number; kv: number }

function slopeOf({ n, k, kk, v, vv, kv }: Fit, depth: number): number {
  if (n < depth / 2) return 0
  const spread = kk - (k * k) / n
  const shared = kv - (k * v) / n
  const variance = vv - (v * v) / n
  if (spread <= 0) return 0
  // A hundredth of a squared level keeps an even surface from counting as explained.
  const explained = (shared * shared) / (spread * (variance + TREND_DAMPING * n))
  return (
    (shared / spread) *
    smoothstep(NORMAL_TREND_EXPLAINED.none, NORMAL_TREND_EXPLAINED.all, explained)
  )
}
