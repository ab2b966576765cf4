import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { averageAlongLines } from '../../../../engine/raster/filter/average-along-lines.ts'
import { farthest, noise, planeOf } from '../simd/arena-values.ts'

test.each([
  // Samples lie a pixel apart up to a sigma of 4.5, and two from there on.
  [1, 1, 1, 1, 2],
  [5, 3, 1.4, 1, 3],
  [13, 7, 4.4, 1, 9],
  [13, 7, 4.6, 2, 5],
  [9, 11, 7.4, 2, 8],
])(
  '%i × %i pixels are averaged by a Gaussian of %f along their lines',
  (width, height, sigma, apart, reach) => {
    const length = width * height
    const planes = [noise(length, 1), noise(length, 2), noise(length, 3)] as const
    const angles = noise(length, 4, Math.PI)
    const flow = { x: angles.map(Math.cos), y: angles.map(Math.sin) }
    const where = noise(length, 5, 1)
    const weights = Array.from({ length: 2 * reach + 1 }, (_, n) =>
      Math.exp(-(((n - reach) * apart) ** 2) / (2 * sigma * sigma)),
    )
    const all = weights.reduce((sum, weight) => sum + weight)
    const at = (place: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(place)))
    // Steps are whole 65,536ths of a pixel.
    const step = (share: number) => Math.round(share * apart * 65_536) / 65_536
    const expected = planes.map((plane) =>
      plane.map((_, i) => {
        if (!(where[i]! > 0)) return 0
        const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
        return weights.reduce((sum, weight, n) => {
          const row = at(y + (n - reach) * step(flow.y[i]!), height)
          const column = at(x + (n - reach) * step(flow.x[i]!), width)
          return sum + (weight / all) * plane[row * width + column]!
        }, 0)
      }),
    )
    const onHeap = averageAlongLines([...planes], flow, where, { width, height }, sigma)
    const inArena = withArena(() => {
      const own = planes.map(planeOf) as [Float32Array, Float32Array, Float32Array]
      const made = averageAlongLines(own, flow, where, { width, height }, sigma)
      return made.map((plane) => new Float32Array(plane))
    })
    for (const [nth, plane] of expected.entries()) {
      expect(farthest(onHeap[nth]!, plane)).toBeLessThan(1e-5)
      expect(inArena[nth]).toEqual(onHeap[nth])
    }
  },
)
