import { KNOWN, type Level, OCCLUDED, TARGET } from '../../fill/level.ts'
import { solveMembrane } from '../../fill/membrane.ts'
import { patchStatistics } from '../../fill/patch-statistics.ts'
import type { Box } from '../../raster/picture.ts'
import { normalTrend } from './normal-trend.ts'

/**
 * How well colours are conducted along a side of the picture, where they are conducted away from it by 1: little, so
 * that light keeps its place, but more beside what is guarded, whose outline is not to go on.
 */
const ALONG = { free: 0.03, guarded: 0.5 } as const

/** The colours of the picture continued calmly, without texture, and what the margin should look like. */
export type CalmBase = {
  /** Red, green and blue, levels. */
  rgb: [Float32Array, Float32Array, Float32Array]
  /** The variance of a patch of the texture nearby, squared levels. */
  variance: Float32Array
  /** By what share a pixel continues something that must not be copied: 0 to 1. */
  guarded: Float32Array
}

/**
 * Continues the colours at the sides of the picture over the margin: a membrane that carries them further outwards than
 * sideways, so that a horizon stays one for a while and blurs with the distance, and the trend of the light on top.
 * @param inside the picture within the level
 */
export function calmBase(level: Level, inside: Box): CalmBase {
  const { width, height, rgb, state } = level
  const count = width * height
  const trend = normalTrend(level, inside)
  const all = { left: 0, top: 0, right: width - 1, bottom: height - 1 }
  const stats = patchStatistics(level, all)
  const plane = (of: (i: number) => number): Float32Array =>
    Float32Array.from({ length: count }, (_, i) => (state[i] === TARGET ? 0 : of(i)))
  const colour = (c: number): Float32Array => plane((i) => rgb[3 * i + c]! - trend[c]![i]!)
  const base: CalmBase = {
    rgb: [colour(0), colour(1), colour(2)],
    variance: plane((i) => stats[4 * i + 3]!),
    guarded: plane((i) => (state[i] === OCCLUDED ? 1 : 0)),
  }
  const known = Uint8Array.from(state, (own) => (own === TARGET ? 0 : 1))
  const { across, down } = conduction(level, inside)
  const planes = [...base.rgb, base.variance, base.guarded]
  solveMembrane(planes, known, level, across, down)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) base.rgb[c]![i] = base.rgb[c]![i]! + trend[c]![i]!
  }
  return base
}

/** Writes the base into the target pixels of the level, as what the patches start from. */
export function paintBase({ rgb, state }: Level, base: CalmBase): void {
  for (let i = 0; i < state.length; i++) {
    if (state[i] === KNOWN || state[i] === OCCLUDED) continue
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = base.rgb[c]![i]!
  }
}

/** Conduction away from the picture is 1; beyond a corner it is 1 both ways. */
function conduction({ width, height, state }: Level, inside: Box) {
  const across = new Float32Array(width * height)
  const down = new Float32Array(width * height)
  const [right, bottom] = [inside.left + inside.width, inside.top + inside.height]
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.min(bottom - 1, Math.max(inside.top, y))
    for (let x = 0; x < width; x++, i++) {
      const column = Math.min(right - 1, Math.max(inside.left, x))
      const along = state[row * width + column] === OCCLUDED ? ALONG.guarded : ALONG.free
      across[i] = column === x && row !== y ? along : 1
      down[i] = row === y && column !== x ? along : 1
    }
  }
  return { across, down }
}
