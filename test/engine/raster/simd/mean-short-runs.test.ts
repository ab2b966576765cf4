import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { MEAN_SHORT_RUNS } from '../../../../engine/raster/simd/mean-short-runs.ts'
import { allocPixels, noise } from './arena-values.ts'

test('short runs of sums become rounded means, also where they overlap', () => {
  const sums = Uint16Array.from(noise(48, 3, 600), (value) => 600 + value)
  const runs = [
    [0, 5],
    [5, 6],
    [5, 7],
    [32, 40],
    [36, 38],
    [1, 4],
    [20, 27],
    [0, 1],
  ] as const
  const made = withArena(() => {
    const line = allocPixels(24)
    new Uint16Array(line.buffer, line.byteOffset, 48).set(sums)
    const [starts, shares, masks] = [allocPixels(8), allocPlane(8), allocPixels(32)]
    const ones = new Int16Array(masks.buffer, masks.byteOffset, 64).fill(0)
    for (const [nth, [start, end]] of runs.entries()) {
      starts[nth] = 2 * start
      shares[nth] = 1 / (5 * (end - start))
      ones.fill(1, 8 * nth, 8 * nth + end - start)
    }
    const to = allocPixels(2)
    const addresses = [to, line, starts, masks, shares].map(({ byteOffset }) => byteOffset)
    const [a, b, c, d, e] = addresses
    instantiateKernel(MEAN_SHORT_RUNS)(a!, b!, c!, d!, e!, 2)
    return [...new Uint8Array(to.buffer, to.byteOffset, 8)]
  })
  for (const [nth, [start, end]] of runs.entries()) {
    const sum = sums.slice(start, end).reduce((all, value) => all + value, 0)
    expect(Math.abs(made[nth]! - Math.floor(sum / (5 * (end - start)) + 0.5))).toBeLessThan(2)
  }
})
