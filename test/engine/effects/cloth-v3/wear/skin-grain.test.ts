import { describe, expect, test } from 'vitest'
import { grainLike } from '../../../../../engine/effects/cloth-v3/wear/skin-grain.ts'
import type { Size } from '../../../../../engine/geometry/size.ts'
import { blur } from '../../../../../engine/raster/filter/blur.ts'
import { seededRandom } from '../../../../../engine/raster/seeded-random.ts'

const SIZE = { width: 120, height: 100 }
const COUNT = SIZE.width * SIZE.height

/** Levels of skin with grain of so many levels, as wide as a sigma. */
function skin(sigma: number, strength = 8): Float32Array {
  const random = seededRandom(3)
  const white = Float32Array.from({ length: COUNT }, () => random() + random() - 1)
  return blur(white, SIZE, sigma).map((value) => 60 + strength * value)
}

/** How strong a plane is between two sigmas. */
function strength(plane: Float32Array, from: number, to: number): number {
  const [fine, wide] = [blur(plane, SIZE, from), blur(plane, SIZE, to)]
  return fine.map((value, at) => Math.abs(value - wide[at]!)).sort()[COUNT >> 1]!
}

/** The strength of made grain in that of the skin it is like, band by band. */
function met(plane: Float32Array, known = new Uint8Array(COUNT).fill(1)): number[] {
  const grain = grainLike(plane, known, SIZE)
  const bands = [
    [0, 0.5],
    [0.5, 0.8],
    [0.8, 1.6],
    [1.6, 4],
  ] as const
  return bands.map(([from, to]) => strength(grain, from, to) / strength(plane, from, to))
}

describe('grain', () => {
  test.each([0, 0.6, 0.8])(
    'as wide as a sigma of %f is met within a third in each band',
    (sigma) => {
      for (const share of met(skin(sigma)).slice(0, 3)) {
        expect(share).toBeGreaterThan(2 / 3)
        expect(share).toBeLessThan(4 / 3)
      }
    },
  )

  test('of single pixels is met within a sixth', () => {
    for (const share of met(skin(0)).slice(0, 3)) expect(Math.abs(share - 1)).toBeLessThan(1 / 6)
  })

  test('wider than its widest band is the form of what it lies on, and is not made', () => {
    for (const sigma of [0, 1, 4]) expect(met(skin(sigma))[3]).toBeLessThan(0.3)
  })

  test('is that of known pixels alone', () => {
    const [left, right] = [skin(0, 8), skin(0, 40)]
    const isLeft = (at: number): boolean => at % SIZE.width < 60
    const plane = left.map((value, at) => (isLeft(at) ? value : right[at]!))
    const known = Uint8Array.from(plane, (_, at) => Number(isLeft(at)))
    const made = strength(grainLike(plane, known, SIZE), 0, 0.5)
    expect(made / strength(left, 0, 0.5)).toBeGreaterThan(0.8)
    expect(made / strength(left, 0, 0.5)).toBeLessThan(1.25)
  })

  test('of even skin is none', () => {
    const even = new Float32Array(COUNT).fill(60)
    const made = grainLike(even, new Uint8Array(COUNT).fill(1), SIZE)
    expect(Math.max(...made.map(Math.abs))).toBeLessThan(1e-3)
  })

  test.each([
    [200, true],
    [201, false],
  ])('is measured at all of 200 × %i pixels: %s', (height, isAll) => {
    const size: Size = { width: 200, height }
    const random = seededRandom(5)
    // Every second pixel of those that are read has less of it.
    const plane = Float32Array.from({ length: 200 * height }, (_, at) =>
      at % 2 ? 45 + 30 * random() : 60,
    )
    const made = grainLike(plane, new Uint8Array(plane.length).fill(1), size)
    const deviation = Math.sqrt(made.reduce((sum, value) => sum + value * value, 0) / made.length)
    expect(deviation > 3.4).toBe(isAll)
  })
})
