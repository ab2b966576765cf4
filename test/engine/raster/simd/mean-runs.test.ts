import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { MEAN_RUNS } from '../../../../engine/raster/simd/mean-runs.ts'
import { allocPixels, noise } from './arena-values.ts'

test('runs of sums become rounded means, also where they overlap', () => {
  const sums = Uint16Array.from(noise(40, 3, 600), (value) => 600 + value)
  const runs = [
    [0, 5],
    [5, 6],
    [5, 7],
    [30, 40],
  ] as const
  const made = withArena(() => {
    const line = allocPixels(20)
    new Uint16Array(line.buffer, line.byteOffset, 40).set(sums)
    const [starts, ends, shares] = [allocPixels(4), allocPixels(4), allocPlane(4)]
    for (const [nth, [start, end]] of runs.entries()) {
      starts[nth] = 2 * start
      ends[nth] = 2 * end
      shares[nth] = 1 / (5 * (end - start))
    }
    const to = allocPixels(2)
    const addresses = [to, line, starts, ends, shares].map(({ byteOffset }) => byteOffset)
    const [a, b, c, d, e] = addresses
    instantiateKernel(MEAN_RUNS)(a!, b!, c!, d!, e!, 4)
    return [...new Uint8Array(to.buffer, to.byteOffset, 4)]
  })
  const means = runs.map(([start, end]) => {
    const sum = sums.slice(start, end).reduce((all, value) => all + value, 0)
    return Math.floor(sum / (5 * (end - start)) + 0.5)
  })
  for (const [nth, mean] of means.entries()) expect(Math.abs(made[nth]! - mean)).toBeLessThan(2)
})
