import { smoothstep } from '../geometry/smoothstep.ts'
import { blurAllWithin, blurWithin } from '../raster/filter/blur.ts'
import { KNOWN, type Level } from './level.ts'
import { SMOOTH_GROUND_BAND, SMOOTH_GROUND_ENERGY, SMOOTH_GROUND_SPREAD } from './tuning.ts'

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
  const fine = blurAllWithin(planes, known, level, SMOOTH_GROUND_BAND.fine)
  const coarse = blurAllWithin(planes, known, level, SMOOTH_GROUND_BAND.coarse)
  const energy = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    let sum = 0
    for (let c = 0; c < 3; c++) sum += (fine[c]![i]! - coarse[c]![i]!) ** 2
    energy[i] = Math.min(SMOOTH_GROUND_ENERGY.most, sum / 3)
  }
  const sigma = Math.max(
    2 * SMOOTH_GROUND_BAND.coarse,
    SMOOTH_GROUND_SPREAD * Math.min(width, height),
  )
  const spread = blurWithin(energy, known, level, sigma)
  return spread.map(
    (own) => 1 - smoothstep(SMOOTH_GROUND_ENERGY.smooth, SMOOTH_GROUND_ENERGY.lively, own),
  )
}
