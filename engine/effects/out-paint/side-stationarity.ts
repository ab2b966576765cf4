import { KNOWN, type Level } from '../../fill/level.ts'
import type { Box } from '../../geometry/box.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import {
  LEAST_KNOWN,
  STATIONARITY_APART,
  STATIONARITY_DIFFERENCE,
  STATIONARITY_DIP,
  STATIONARITY_ENOUGH,
  STATIONARITY_SLOPES,
  STATIONARITY_WINDOW,
  TEXTURE_SIGMA,
} from './tuning.ts'

/**
 * Whether what lies behind each place of a side is a surface that goes on: apart from texture and a gradient, its
 * colours do not change on the way to the side, straight or at a slope. Where they do there are things, and patches
 * would be copies of those.
 * @param inside the picture within the level
 * @returns for each pixel of the margin, by the place of the side nearest to it, 1 where it is a surface and 0 where
 * there are things or nothing is known; 0 within the picture
 */
export function sideStationarity(level: Level, inside: Box): Float32Array {
  const { width, height, rgb, state } = level
  const out = new Float32Array(width * height).fill(1)
  const short = Math.min(inside.width, inside.height)
  const known = new Float32Array(width * height)
  for (let i = 0; i < known.length; i++) known[i] = state[i] === KNOWN ? 1 : 0
  const colours = [0, 1, 2].map((c) => {
    const plane = new Float32Array(width * height)
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[3 * i + c]!
    return plane
  })
  const coarse = blurAllWithin(colours, known, level, TEXTURE_SIGMA * short)
  const step = Math.max(1, Math.round(STATIONARITY_APART * short))
  const depth = Math.min(Math.round(STATIONARITY_WINDOW.depth * short), short - step)
  const half = Math.max(1, Math.round(STATIONARITY_WINDOW.half * short))
  const first = inside.top * width + inside.left
  const measure = (start: number, along: number, length: number, inwards: number): void => {
    const found = new Float32Array(length).fill(-1)
    for (const slope of STATIONARITY_SLOPES) {
      const shift = Math.round(slope * step)
      const far = shift * along + step * inwards
      const differs = differences(length, depth, half, (t, k, apart) => {
        if (t + shift < 0 || t + shift >= length) return false
        const i = start + t * along + k * inwards
        if (state[i] !== KNOWN || state[i + far] !== KNOWN) return false
        for (let c = 0; c < 3; c++) apart[c] = coarse[c]![i]! - coarse[c]![i + far]!
        return true
      })
      for (const [t, difference] of differs.entries()) {
        if (difference === undefined) continue
        const is =
          1 -
          smoothstep(STATIONARITY_DIFFERENCE.surface, STATIONARITY_DIFFERENCE.things, difference)
        found[t] = Math.max(found[t]!, is)
      }
    }
    bridgeDips(found, STATIONARITY_DIP.most * short)
    const surfaces = withNeighbours(leastAround(found, 2 * half))
    const share = surfaces.reduce((sum, is) => sum + is, 0) / length
    const enough = smoothstep(STATIONARITY_ENOUGH.none, STATIONARITY_ENOUGH.all, share)
    for (const [t, is] of surfaces.entries()) {
      const i = start + t * along
      out[i] = Math.min(out[i]!, is * enough)
    }
  }
  const [right, bottom] = [inside.left + inside.width, inside.top + inside.height]
  if (inside.left > 0) measure(first, width, inside.height, 1)
  if (right < width) measure(first + inside.width - 1, width, inside.height, -1)
  if (inside.top > 0) measure(first, 1, inside.width, width)
  if (bottom < height) measure(first + (inside.height - 1) * width, 1, inside.width, -width)
  return carriedOut(out, level, inside, STATIONARITY_WINDOW.half * short)
}

/**
 * The variance of the differences of colour around each place of a side, squared levels summed over the channels.
 * @param apartAt writes the difference at a place and a depth; false where it is not known
 * @returns undefined for a place where too little is known
 */
function differences(
  length: number,
  depth: number,
  half: number,
  apartAt: (t: number, k: number, apart: Float64Array) => boolean,
): (number | undefined)[] {
  const apart = new Float64Array(3)
  const sums = new Float64Array(5 * (length + 1))
  for (let t = 0; t < length; t++) {
    const at = 5 * (t + 1)
    for (let n = 0; n < 5; n++) sums[at + n] = sums[at + n - 5]!
    for (let k = 0; k < depth; k++) {
      if (!apartAt(t, k, apart)) continue
      for (let c = 0; c < 3; c++) {
        const own = apart[c]!
        sums[at + c] = sums[at + c]! + own
        sums[at + 3] = sums[at + 3]! + own * own
      }
      sums[at + 4] = sums[at + 4]! + 1
    }
  }
  return Array.from({ length }, (_, t) => {
    const [from, to] = [Math.max(0, t - half), Math.min(length, t + half + 1)]
    const [r = 0, g = 0, b = 0, squares = 0, n = 0] = [0, 1, 2, 3, 4].map(
      (at) => sums[5 * to + at]! - sums[5 * from + at]!,
    )
    if (n === 0 || n < LEAST_KNOWN * depth * (to - from)) return undefined
    return squares / n - (r * r + g * g + b * b) / (n * n)
  })
}

/** Each pixel outside the picture takes the value of the pixel of the picture that is nearest, smoothed. */
function carriedOut(plane: Float32Array, level: Level, inside: Box, sigma: number): Float32Array {
  const { width, height } = level
  const carried = new Float32Array(width * height)
  const outside = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(inside.top + inside.height - 1, Math.max(inside.top, y)) * width
    for (let x = 0; x < width; x++, i++) {
      const from = row + Math.min(inside.left + inside.width - 1, Math.max(inside.left, x))
      if (from === i) continue
      carried[i] = plane[from]!
      outside[i] = 1
    }
  }
  const [smooth] = blurAllWithin([carried], outside, level, sigma)
  return smooth!.map((value, i) => value * outside[i]!)
}

/** Raises short stretches without a surface to what lies before and after them: a stain on a table, a lit spot. */
function bridgeDips(found: Float32Array, most: number): void {
  const isSurface = (t: number): boolean => found[t]! >= STATIONARITY_DIP.below
  const runs: { from: number; to: number; is: boolean }[] = []
  for (let t = 0; t < found.length; t++) {
    const last = runs.at(-1)
    if (last && last.is === isSurface(t)) last.to = t + 1
    else runs.push({ from: t, to: t + 1, is: isSurface(t) })
  }
  for (const [n, { from, to, is }] of runs.entries()) {
    const [before, after] = [runs[n - 1], runs[n + 1]]
    if (is || !before || !after || to - from > most) continue
    const least = STATIONARITY_DIP.beside * (to - from)
    if (before.to - before.from < least || after.to - after.from < least) continue
    found.fill(Math.min(found[from - 1]!, found[to]!), from, to)
  }
}

/** The least of the values from 0 on within `reach` of each; those below 0 stay. */
function leastAround(values: Float32Array, reach: number): Float32Array {
  return values.map((own, t) => {
    let least = own
    if (own >= 0) {
      for (const other of values.subarray(Math.max(0, t - reach), t + reach + 1)) {
        if (other >= 0 && other < least) least = other
      }
    }
    return least
  })
}

/** Values below 0 replaced by the lesser of those before and after them, all of them by 0 where there is none. */
function withNeighbours(values: Float32Array): Float32Array {
  const { length } = values
  const before = new Float32Array(length)
  for (let t = 0, last = 1; t < length; t++) before[t] = last = values[t]! < 0 ? last : values[t]!
  if (values.every((value) => value < 0)) return before.fill(0)
  const out = new Float32Array(length)
  for (let t = length - 1, next = 1; t >= 0; t--) {
    if (values[t]! >= 0) next = values[t]!
    out[t] = Math.min(next, before[t]!)
  }
  return out
}
