import { expect, test } from 'vitest'
import { keepConnected } from '../../../../engine/raster/mask/keep-connected.ts'

const [WIDTH, HEIGHT] = [33, 21]

/** The same by repeated growth over the four neighbours. */
function reference(plane: Float32Array, least: number, seeds: readonly number[]): Float32Array {
  const kept = new Set(seeds.filter((seed) => plane[seed]! >= least))
  for (const pixel of kept) {
    const x = pixel % WIDTH
    const near = [pixel - WIDTH, pixel + WIDTH]
    if (x > 0) near.push(pixel - 1)
    if (x + 1 < WIDTH) near.push(pixel + 1)
    for (const to of near) if (plane[to]! >= least) kept.add(to)
  }
  return plane.map((value, pixel) => (kept.has(pixel) ? value : 0))
}

test.each([0.2, 0.4, 0.6])('what is connected to the seeds over values of %f stays', (least) => {
  const plane = Float32Array.from(
    { length: WIDTH * HEIGHT },
    (_, i) => (Math.imul(i + 1, 2654435761) >>> 8) / 2 ** 24,
  )
  const seeds = [0, 40, 333, WIDTH * HEIGHT - 1]
  const kept = keepConnected(plane, WIDTH, least, seeds)
  expect(kept).toEqual(reference(plane, least, seeds))
  expect(kept.some((value) => value > 0)).toBe(true)
})
