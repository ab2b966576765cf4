import { expect, test } from 'vitest'
import {
  allocPlane,
  allocZeroPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import {
  AVERAGE_ALONG_FLOW,
  INTERLEAVE_PLANES,
} from '../../../../engine/raster/simd/average-along-flow.ts'
import { FIXED_ONE } from '../../../../engine/raster/simd/fixed-point.ts'
import { farthest, LENGTHS, noise, planeOf } from './arena-values.ts'

const SIZES = [
  [1, 1],
  [5, 3],
  [13, 7],
  [4, 9],
] as const

test.each(LENGTHS)('three planes of %i values are interleaved with zeros', (length) => {
  if (length === 0) return
  withArena(() => {
    const planes = [1, 2, 3].map((seed) => planeOf(noise(length, seed)))
    const fours = Math.ceil(length / 4)
    const to = allocPlane(16 * fours)
    const addresses = planes.map(({ byteOffset }) => byteOffset) as [number, number, number]
    instantiateKernel(INTERLEAVE_PLANES)(to.byteOffset, ...addresses, fours)
    const expected = Array.from({ length }, (_, i) => [...planes.map((plane) => plane[i]!), 0])
    expect([...to.subarray(0, 4 * length)]).toEqual(expected.flat())
  })
})

test.each(SIZES)(
  '%i × %i pixels are averaged along their flow where they are covered',
  (...size) => {
    const [width, height] = size
    const length = width * height
    const [reach, far] = [3, 1.25]
    withArena(() => {
      const pixels = planeOf(noise(4 * length, 1))
      // Directions of length 1.
      const angles = noise(length, 2, Math.PI)
      const [flowX, flowY] = [planeOf(angles.map(Math.cos)), planeOf(angles.map(Math.sin))]
      const cover = planeOf(noise(length, 3, 1))
      const weights = planeOf([0.4, 0.15, 0.1, 0.05])
      const means = [1, 2, 3].map(() => allocZeroPlane(length))
      const [first, second, third] = means.map(({ byteOffset }) => byteOffset)
      const inputs = [pixels, flowX, flowY, cover].map(({ byteOffset }) => byteOffset)
      instantiateKernel(AVERAGE_ALONG_FLOW)(
        ...([first!, second!, third!] as const),
        ...(inputs as [number, number, number, number]),
        ...([width, height, weights.byteOffset, reach, far * FIXED_ONE] as const),
      )
      const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value))
      for (const [channel, plane] of means.entries()) {
        const pixel = (x: number, y: number): number =>
          pixels[
            4 * (clamp(Math.floor(y), height) * width + clamp(Math.floor(x), width)) + channel
          ]!
        const expected = plane.map((_, i) => {
          if (!(cover[i]! > 0)) return 0
          const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
          const step = (value: number): number => Math.round(value * far * FIXED_ONE) / FIXED_ONE
          const [dx, dy] = [step(flowX[i]!), step(flowY[i]!)]
          let sum = weights[0]! * pixel(x, y)
          for (let k = 1; k <= reach; k++) {
            sum += weights[k]! * (pixel(x + k * dx, y + k * dy) + pixel(x - k * dx, y - k * dy))
          }
          return sum
        })
        expect(farthest(plane, expected)).toBeLessThan(1e-5)
      }
    })
  },
)
