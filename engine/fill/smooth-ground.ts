import { smoothstep } from '../geometry/smoothstep.ts'
import { blurAllWithin, blurWithin } from '../raster/filter/blur.ts'
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
  const count = state.length
  const known = new Float32Array(count)
  for (let i = 0; i < count; i++) if (state[i] === KNOWN) known[i] = 1
  const planes = [0, 1, 2].map((c) => {
    const plane = new Float32Array(count)
    for (let i = 0; i < count; i++) plane[i] = rgb[3 * i + c]!
    return plane
  })
  const fine = blurAllWithin(planes, known, level, BAND.fine)
  const coarse = blurAllWithin(planes, known, level, BAND.coarse)
  const energy = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += (fine[c]![i]! - coarse[c]![i]!) ** 2
    energy[i] = Math.min(ENERGY.most, sum / 3)
  }
  const sigma = Math.max(2 * BAND.coarse, SPREAD * Math.min(width, height))
  const spread = blurWithin(energy, known, level, sigma)
  return spread.map((own) => 1 - smoothstep(ENERGY.smooth, ENERGY.lively, own))
}
