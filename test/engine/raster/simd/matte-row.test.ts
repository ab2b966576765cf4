import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { MATTE_ROW } from '../../../../engine/raster/simd/matte-row.ts'
import { LENGTHS, noise, planeOf } from './arena-values.ts'

const [DOWN, HAZE] = [0.3, 0.12]

test.each(LENGTHS.slice(1))('%i alphas follow luma by slopes between two rows', (count) => {
  const luma = Uint8Array.from(noise(count, 1, 127), (value) => 128 + value)
  const [s0, s1, o0, o1] = [2, 3, 4, 5].map((seed) => noise(count, seed, seed < 4 ? 0.004 : 0.8))
  const made = withArena(() => {
    const [to, levels] = [allocBytes(count + 8), allocBytes(count + 8)]
    levels.set(luma)
    const [a, b, c, d] = [s0, s1, o0, o1].map((values) => addressOf(planeOf(values!)))
    const eights = Math.ceil(count / 8)
    instantiateKernel(MATTE_ROW)(
      ...([addressOf(to), addressOf(levels), a!, b!, c!, d!] as const),
      ...([DOWN, HAZE, 1 / (1 - 2 * HAZE), eights] as const),
    )
    return [...to.subarray(0, count)]
  })
  const between = (above: number, below: number): number => above + (below - above) * DOWN
  for (let at = 0; at < count; at++) {
    const value = between(s0![at]!, s1![at]!) * luma[at]! + between(o0![at]!, o1![at]!)
    const t = Math.min(1, Math.max(0, (value - HAZE) / (1 - 2 * HAZE)))
    expect(Math.abs(made[at]! - 255 * t * t * (3 - 2 * t))).toBeLessThan(0.51)
  }
})
