import { KNOWN, type Level, OCCLUDED, TARGET } from '../../fill/level.ts'
import { solveMembrane } from '../../fill/membrane.ts'
import { patchStatistics } from '../../fill/patch-statistics.ts'
import type { Box } from '../../geometry/box.ts'
import { selectNth } from '../../geometry/select-nth.ts'
import { roundedLuma } from '../../raster/colour/luma.ts'
import { distanceOutside } from './distance-outside.ts'
import { normalTrend } from './normal-trend.ts'
import {
  CALM_BASE_ALONG,
  CALM_BASE_DEPTH,
  CALM_BASE_DISSOLVED,
  CALM_BASE_MAX_CHANGE,
  CALM_BASE_TRENDLESS,
} from './tuning.ts'

/** The colours of the picture continued calmly, without texture, and what the margin should look like. */
export type CalmBase = {
  /** Red, green and blue, levels. */
  rgb: [Float32Array, Float32Array, Float32Array]
  /** The variance of a patch of the texture nearby, squared levels summed over the channels. */
  variance: Float32Array
  /** By what share a pixel continues something that must not be copied: 0 to 1. */
  guarded: Float32Array
  /** How far the picture nearby is one surface that patches can continue: 0 to 1. */
  stationary: Float32Array
}

/**
 * Continues the colours along the sides of the picture over the margin: a membrane that carries them further outwards
 * than sideways, so that a horizon stays one for a while and blurs with the distance, in the trend of the light. What
 * the outermost pixels have beside the medians behind them, texture and whatever must not be copied, dissolves soon.
 * @param inside the picture within the level
 * @param stationary how far the side nearest to a pixel is one surface, 0 to 1
 */
export function calmBase(level: Level, inside: Box, stationary: Float32Array): CalmBase {
  const { width, height, rgb, state } = level
  const count = width * height
  const trend = normalTrend(level, inside)
  const all = { left: 0, top: 0, right: width - 1, bottom: height - 1 }
  const stats = patchStatistics(level, all)
  const far = [0, 1, 2, 3].map((c) => {
    const plane = new Float32Array(count)
    const [from, each] = c < 3 ? [rgb, 3] : [stats, 4]
    for (let i = 0, at = c; i < count; i++, at += each) plane[i] = from[at]!
    return plane
  })
  for (const plane of far) takeMedians(level, plane, inside)
  const free = state.includes(KNOWN) ? KNOWN : OCCLUDED
  const background = new Uint8Array(count)
  const known = new Uint8Array(count)
  const guarded = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    background[i] = state[i] === free ? 1 : 0
    known[i] = state[i] === TARGET ? 0 : 1
    guarded[i] = state[i] === OCCLUDED ? 1 : 0
  }
  const evenly = new Float32Array(count).fill(1)
  solveMembrane(far, background, level, ...conduction(level, inside, stationary))
  const near = [0, 1, 2].map((c) => {
    const [plane, base] = [new Float32Array(count), far[c]!]
    for (let i = 0; i < count; i++) if (known[i]) plane[i] = rgb[3 * i + c]! - base[i]!
    return plane
  })
  solveMembrane([...near, guarded], known, level, evenly, evenly)
  const short = Math.min(inside.width, inside.height)
  const kept = (out: number, share: number): number => Math.exp(-((out / (share * short)) ** 2))
  const { fine, guarded: guardedShare } = CALM_BASE_DISSOLVED
  for (let y = 0, i = 0; y < height; y++) {
    const outY = distanceOutside(y, inside.top, inside.height)
    for (let x = 0; x < width; x++, i++) {
      const out = Math.hypot(outY, distanceOutside(x, inside.left, inside.width))
      const own = Math.min(1, guarded[i]!)
      const colour = kept(out, fine + own * (guardedShare - fine))
      const light = 1 + lightChange(far, trend, i)
      for (let c = 0; c < 3; c++) far[c]![i] = far[c]![i]! * light + colour * near[c]![i]!
      guarded[i] = guarded[i]! * kept(out, fine)
    }
  }
  const [r, g, b, variance] = far as [Float32Array, Float32Array, Float32Array, Float32Array]
  return { rgb: [r, g, b], variance, guarded, stationary }
}

/** Writes the base into the target pixels of the level, as what the patches start from. */
export function paintBase({ rgb, state }: Level, base: CalmBase): void {
  for (let i = 0; i < state.length; i++) {
    if (state[i] === KNOWN || state[i] === OCCLUDED) continue
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = base.rgb[c]![i]!
  }
}

/** By what share the light changes towards a pixel: of all channels alike, and less in texture. */
function lightChange(
  far: readonly Float32Array[],
  trend: readonly Float32Array[],
  i: number,
): number {
  const luma = (planes: readonly Float32Array[]): number =>
    roundedLuma(planes[0]![i]!, planes[1]![i]!, planes[2]![i]!)
  const lit = CALM_BASE_TRENDLESS / (CALM_BASE_TRENDLESS + Math.max(0, far[3]![i]!))
  const change = (lit * luma(trend)) / Math.max(40, luma(far))
  return Math.min(CALM_BASE_MAX_CHANGE, Math.max(-CALM_BASE_MAX_CHANGE, change))
}

/** Gives the outermost pixels of the picture the medians of what is known behind them. */
function takeMedians({ width, state }: Level, plane: Float32Array, inside: Box): void {
  const depth = depthOf(inside)
  const own = plane.slice()
  const seen = new Float32Array(depth)
  const measure = (start: number, along: number, length: number, inwards: number): void => {
    for (let t = 0, at = start; t < length; t++, at += along) {
      let count = 0
      for (let k = 0, i = at; k < depth; k++, i += inwards) {
        if (state[i] === KNOWN) seen[count++] = own[i]!
      }
      if (count > 0) plane[at] = selectNth(seen.subarray(0, count), count >> 1)
    }
  }
  const first = inside.top * width + inside.left
  const right = first + inside.width - 1
  const bottom = first + (inside.height - 1) * width
  measure(first, width, inside.height, 1)
  measure(right, width, inside.height, -1)
  measure(first, 1, inside.width, width)
  measure(bottom, 1, inside.width, -width)
}

function depthOf({ width, height }: Box): number {
  const short = Math.min(width, height)
  return Math.min(short, Math.max(1, Math.round(CALM_BASE_DEPTH * short)))
}

/**
 * Conduction away from the picture is 1; beyond a corner, and where no surface is continued, it is 1 both ways. Across,
 * then down.
 */
function conduction(
  { width, height }: Level,
  inside: Box,
  stationary: Float32Array,
): [Float32Array, Float32Array] {
  const across = new Float32Array(width * height)
  const down = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const isRow = distanceOutside(y, inside.top, inside.height) === 0
    for (let x = 0; x < width; x++, i++) {
      const isColumn = distanceOutside(x, inside.left, inside.width) === 0
      const along = 1 - stationary[i]! * (1 - CALM_BASE_ALONG)
      across[i] = isColumn && !isRow ? along : 1
      down[i] = isRow && !isColumn ? along : 1
    }
  }
  return [across, down]
}
