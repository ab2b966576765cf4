import { blurAllWithin } from '../raster/blur.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { type CalmContinuation, calmColour, smoothnessAt } from './continue-calmly.ts'
import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'

/** What is known of a hole before it is filled. */
export type HolePrediction = {
  calm: CalmContinuation
  /** The usual variance of a patch around it, squared levels. */
  variance: number
  /** It lies in one texture. */
  isTexture: boolean
  /** It lies in a pattern. */
  hasPattern: boolean
}

/** Mean match cost, in squared levels, from which a fill is led back, and at which entirely. */
const POOR_COST = { from: 60, full: 200 } as const

/**
 * The patches' detail costs so many times the usual variance of a patch more: in a texture the best match is a poor one
 * too. In a pattern all of this may cost more: what that predicts is rarely worse than calm.
 */
const DETAIL_COST = 0.8
const PATTERN_COST = { from: 50, full: 110 } as const

/** Sigma over which costs are averaged, and below which detail is the patches', in pixels of the continuation. */
const COST_SIGMA = 8
const DETAIL_SIGMA = { coarse: 5, fine: 2 } as const

/**
 * Leads the fill back to the calm continuation where nothing known matches it well: there what the patches show in the
 * large is a guess, and a wrong one is seen more than none. Fine detail stays the patches'. In one texture nothing but
 * the large blotches is taken back, and all of those. On a smooth ground only the grain is the patches'. Changes the
 * level's colours.
 */
export function calmPoorMatches(
  level: Level,
  m: Matches,
  { calm, variance, isTexture, hasPattern }: HolePrediction,
): void {
  const { width, height, rgb, state } = level
  const isTarget = Float32Array.from(state, (is) => (is === TARGET ? 1 : 0))
  const cost = new Float32Array(state.length)
  for (let k = 0; k < m.pixels.length; k++) {
    const p = m.pixels[k]!
    if (state[p] === TARGET && m.match[k]! >= 0) cost[p] = Math.min(4000, m.cost[k]!)
  }
  const [costs] = blurAllWithin([cost], isTarget, level, COST_SIGMA * calm.scale)
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
  const from = POOR_COST.from + (hasPattern ? PATTERN_COST.from : 0)
  const full = POOR_COST.full + (hasPattern ? PATTERN_COST.full : 0)
  const over = DETAIL_COST * variance
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== TARGET) continue
    const smooth = smoothnessAt(calm, i % width, Math.floor(i / width))
    const poor = isTexture ? 1 : smoothstep(from, full, costs![i]!)
    const poorest = isTexture ? 0 : smoothstep(from + over, full + 1.5 * over, costs![i]!)
    const [share, rest] = [Math.max(poor, smooth), Math.max(poorest, smooth)]
    for (let c = 0; c < 3; c++) {
      const own = coarse[c]![i]!
      rgb[3 * i + c] = rgb[3 * i + c]! + share * own + rest * (fine[c]![i]! - own)
    }
  }
}
