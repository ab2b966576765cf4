import type { Vector } from '../head/scalp.ts'
import {
  STRAND_SHADOWS_ABSORBS,
  STRAND_SHADOWS_CELLS,
  STRAND_SHADOWS_FROM,
  STRAND_SHADOWS_MOST,
  STRAND_SHADOWS_REACH,
  STRAND_SHADOWS_SIDE,
} from '../tuning.ts'

/** The light that reaches a place on a head, 0–1. */
export type LightAt = (u: number, v: number, w: number) => number

/**
 * How much light reaches each place in hair: what lies between it and the light takes its share (opacity along the
 * light, Lokovic and Veach 2000).
 */
export function castShadows(places: Float32Array, toLight: Vector): LightAt {
  const density = new Float32Array(STRAND_SHADOWS_CELLS ** 3)
  const scale = STRAND_SHADOWS_CELLS / STRAND_SHADOWS_SIDE
  const cellOf = (u: number, v: number, w: number): number => {
    const x = Math.floor((u - STRAND_SHADOWS_FROM[0]) * scale)
    const y = Math.floor((v - STRAND_SHADOWS_FROM[1]) * scale)
    const z = Math.floor((w - STRAND_SHADOWS_FROM[2]) * scale)
    return x < 0 ||
      y < 0 ||
      z < 0 ||
      x >= STRAND_SHADOWS_CELLS ||
      y >= STRAND_SHADOWS_CELLS ||
      z >= STRAND_SHADOWS_CELLS
      ? -1
      : (z * STRAND_SHADOWS_CELLS + y) * STRAND_SHADOWS_CELLS + x
  }
  for (let i = 0; i < places.length; i += 3) {
    const cell = cellOf(places[i]!, places[i + 1]!, places[i + 2]!)
    if (cell >= 0) density[cell] = density[cell]! + 1
  }
  const full = places.length / 3 / 2600
  const cells = new Float32Array(STRAND_SHADOWS_CELLS ** 3)
  const step = STRAND_SHADOWS_SIDE / STRAND_SHADOWS_CELLS
  for (let z = 0, at = 0; z < STRAND_SHADOWS_CELLS; z++) {
    for (let y = 0; y < STRAND_SHADOWS_CELLS; y++) {
      for (let x = 0; x < STRAND_SHADOWS_CELLS; x++, at++) {
        if (density[at] === 0) continue
        let sum = 0.5 * Math.min(STRAND_SHADOWS_MOST, density[at]! / full)
        let u = STRAND_SHADOWS_FROM[0] + (x + 0.5) * step
        let v = STRAND_SHADOWS_FROM[1] + (y + 0.5) * step
        let w = STRAND_SHADOWS_FROM[2] + (z + 0.5) * step
        for (let n = 0; n < STRAND_SHADOWS_REACH; n++) {
          u += toLight[0] * step
          v += toLight[1] * step
          w += toLight[2] * step
          const cell = cellOf(u, v, w)
          if (cell < 0) break
          sum += Math.min(STRAND_SHADOWS_MOST, density[cell]! / full)
        }
        cells[at] = Math.exp(-STRAND_SHADOWS_ABSORBS * sum)
      }
    }
  }
  return (u, v, w) =>
    lightBetween(
      cells,
      (u - STRAND_SHADOWS_FROM[0]) * scale - 0.5,
      (v - STRAND_SHADOWS_FROM[1]) * scale - 0.5,
      (w - STRAND_SHADOWS_FROM[2]) * scale - 0.5,
    )
}

/** The light between eight cells; where no hair is, the nearest hair counts. */
function lightBetween(cells: Float32Array, x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  if (
    i < 0 ||
    j < 0 ||
    k < 0 ||
    i + 1 >= STRAND_SHADOWS_CELLS ||
    j + 1 >= STRAND_SHADOWS_CELLS ||
    k + 1 >= STRAND_SHADOWS_CELLS
  )
    return 1
  let [sum, weights] = [0, 0]
  for (let n = 0; n < 8; n++) {
    const [a, b, c] = [n & 1, (n >> 1) & 1, n >> 2]
    const light = cells[((k + c) * STRAND_SHADOWS_CELLS + j + b) * STRAND_SHADOWS_CELLS + i + a]!
    if (light === 0) continue
    const weight = (a ? x - i : 1 - x + i) * (b ? y - j : 1 - y + j) * (c ? z - k : 1 - z + k)
    sum += weight * light
    weights += weight
  }
  return weights > 0 ? sum / weights : 1
}
