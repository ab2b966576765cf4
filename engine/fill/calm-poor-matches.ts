import { smoothstep } from '../geometry/smoothstep.ts'
import { blurAllWithin } from '../raster/filter/blur.ts'
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
  /** Only a smooth ground is calm. */
  isBold: boolean
}

/** Mean match cost, in squared levels, from which a fill is led back, and at which entirely. */
const POOR_COST = { from: 60, full: 200 } as const

/**
 * The patches' detail costs so many times the usual variance of a patch more: in a texture the best match is a poor one
 * too.
 */
const DETAIL_COST = 0.8

/** In a pattern all of this may cost more: what that predicts is rarely worse than calm. */
const PATTERN_COST = { from: 110, full: 310 } as const

/**
 * The usual variance of a patch, in squared levels, up to which there is grain only: what repeats itself there is no
 * pattern, and between smooth surfaces each mismatch shows, so that less of it is poor.
 */
const GRAIN = { variance: 30, from: 25, full: 80 } as const

/** Share of the fine detail taken back in one texture without a pattern: strands of different patches cross there. */
const TEXTURE_SOFTENED = 0.2

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
  { calm, variance, isTexture, hasPattern, isBold }: HolePrediction,
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
  const textured = hasPattern ? PATTERN_COST : POOR_COST
  const { from, full } = variance > GRAIN.variance ? textured : GRAIN
  const over = DETAIL_COST * variance
  const taken = hasPattern ? 0 : TEXTURE_SOFTENED
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== TARGET) continue
    const smooth = smoothnessAt(calm, i % width, Math.floor(i / width))
    const poor = isTexture ? 1 : smoothstep(from, full, costs![i]!)
    const poorest = isTexture ? taken : smoothstep(from + over, full + 1.5 * over, costs![i]!)
    const share = isBold ? smooth : Math.max(poor, smooth)
    const rest = isBold ? smooth : Math.max(poorest, smooth)
    for (let c = 0; c < 3; c++) {
      const own = coarse[c]![i]!
      rgb[3 * i + c] = rgb[3 * i + c]! + share * own + rest * (fine[c]![i]! - own)
    }
  }
}
