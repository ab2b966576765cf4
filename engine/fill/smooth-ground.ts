import { blurAllWithin, blurWithin } from '../raster/blur.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { KNOWN, type Level } from './level.ts'

/** Between these sigmas, in pixels, lie texture and edges; what is finer is grain, what is coarser is light. */
const BAND = { fine: 2, coarse: 8 } as const

/** Energy of that band in squared levels: up to which a ground is smooth, from which on it is not, and the most. */
const ENERGY = { smooth: 0.5, lively: 2, most: 1000 } as const

/** Sigma over which the energy beside the target counts into it, as a share of the level's shorter side. */
const SPREAD = 0.06

/**
 * Whether each pixel of the target lies in a smooth ground, such as a wall, the sky or a studio's backdrop: 1 where
 * what is known nearby has neither texture nor edges, only light and grain, 0 where it has.
 */
export function smoothGround(level: Level): Float32Array {
  const { width, height, rgb, state } = level
  const known = Float32Array.from(state, (is) => (is === KNOWN ? 1 : 0))
  const planes = [0, 1, 2].map((c) => Float32Array.from(state, (_, i) => rgb[3 * i + c]!))
  const fine = blurAllWithin(planes, known, level, BAND.fine)
  const coarse = blurAllWithin(planes, known, level, BAND.coarse)
  const energy = known.map((_, i) => {
    const sum = fine.reduce((all, plane, c) => all + (plane[i]! - coarse[c]![i]!) ** 2, 0)
    return Math.min(ENERGY.most, sum / 3)
  })
  const sigma = Math.max(2 * BAND.coarse, SPREAD * Math.min(width, height))
  const spread = blurWithin(energy, known, level, sigma)
  return spread.map((own) => 1 - smoothstep(ENERGY.smooth, ENERGY.lively, own))
}
