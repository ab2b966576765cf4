import { smoothstep } from '../geometry/smoothstep.ts'
import { blurAllWithin, blurWithin } from '../raster/filter/blur.ts'
import { type CalmContinuation, calmColour, smoothnessAt } from './continue-calmly.ts'
import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import {
  CALM_COST,
  CALM_GRAIN,
  COST_SIGMA,
  DETAIL_COST,
  DETAIL_FULL,
  DETAIL_SIGMA,
  PATTERN_COST,
  TEXTURE_SOFTENED,
} from './tuning.ts'

/** What is known of a hole before it is filled. */
export type HolePrediction = {
  /** Absent where the fill is nowhere to be calm. */
  calm: CalmContinuation | undefined
  /** The usual variance of a patch around it, squared levels. */
  variance: number
  /** It lies in one texture. */
  isTexture: boolean
  /** It lies in a pattern. */
  hasPattern: boolean
  /** Only a smooth ground is calm. */
  isBold: boolean
}

/**
 * Leads the fill back to the calm continuation where nothing known matches it well: there what the patches show in the
 * large is a guess, and a wrong one is seen more than none. Fine detail stays the patches'. In one texture nothing but
 * the large blotches is taken back, and all of those. On a smooth ground only the grain is the patches'. Changes the
 * level's colours.
 */
export function calmPoorMatches(
  level: Level,
  m: Matches,
  { calm, variance, isTexture, hasPattern, isBold }: HolePrediction,
): void {
  if (!calm) return
  const { width, height, rgb, state } = level
  const smoothness = new Float32Array(state.length)
  let isSmooth = false
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (state[i] !== TARGET) continue
      smoothness[i] = smoothnessAt(calm, x, y)
      if (smoothness[i]! > 0) isSmooth = true
    }
  }
  if (isBold && !isSmooth) return
  const costs = isBold ? undefined : costsAround(level, m, COST_SIGMA * calm.scale)
  const apart = [0, 1, 2].map((c) => {
    const plane = new Float32Array(state.length)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (state[i] === TARGET) plane[i] = calmColour(calm, c, x, y) - rgb[3 * i + c]!
      }
    }
    return plane
  })
  const everywhere = new Float32Array(state.length).fill(1)
  const coarse = blurAllWithin(apart, everywhere, level, DETAIL_SIGMA.coarse * calm.scale)
  const fine = blurAllWithin(apart, everywhere, level, DETAIL_SIGMA.fine * calm.scale)
  const textured = hasPattern ? PATTERN_COST : CALM_COST
  const { from, full } = variance > CALM_GRAIN.variance ? textured : CALM_GRAIN
  const over = DETAIL_COST * variance
  const taken = hasPattern ? 0 : TEXTURE_SOFTENED
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== TARGET) continue
    let share = smoothness[i]!
    let rest = share
    if (costs) {
      const poor = isTexture ? 1 : smoothstep(from, full, costs[i]!)
      const poorest = isTexture
        ? taken
        : smoothstep(from + over, full + DETAIL_FULL * over, costs[i]!)
      share = Math.max(poor, share)
      rest = Math.max(poorest, rest)
    }
    for (let c = 0; c < 3; c++) {
      const own = coarse[c]![i]!
      rgb[3 * i + c] = rgb[3 * i + c]! + share * own + rest * (fine[c]![i]! - own)
    }
  }
}

/** What the matches around each target pixel cost, squared levels. */
function costsAround(level: Level, m: Matches, sigma: number): Float32Array {
  const { state } = level
  const isTarget = new Float32Array(state.length)
  for (let i = 0; i < isTarget.length; i++) isTarget[i] = state[i] === TARGET ? 1 : 0
  const cost = new Float32Array(state.length)
  for (let k = 0; k < m.pixels.length; k++) {
    const p = m.pixels[k]!
    if (state[p] === TARGET && m.match[k]! >= 0) cost[p] = Math.min(4000, m.cost[k]!)
  }
  return blurWithin(cost, isTarget, level, sigma)
}
