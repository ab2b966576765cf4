import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { COMPARE_PATCHES } from '../../../../engine/raster/simd/compare-patches.ts'
import { allocPixels, noise, planeOf } from './arena-values.ts'

const [SIDE, ROW, ROWS] = [7, 23, 15]

/** The weighted sum of squared differences of each row of two patches, whose corners are given. */
function distances(
  pixels: Int32Array,
  weights: Float32Array,
  own: number,
  other: number,
): number[] {
  return Array.from({ length: SIDE }, (_, y) => {
    let sum = 0
    for (let x = 0; x < SIDE; x++) {
      const at = y * ROW + x
      for (const shift of [0, 8, 16]) {
        const level = (corner: number): number => (pixels[corner + at]! >> shift) & 255
        sum += weights[own + at]! * (level(own) - level(other)) ** 2
      }
    }
    return sum
  })
}

const total = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + row)

test('patches of 7 × 7 pixels differ by their weighted squared distances', () => {
  const comparePatches = instantiateKernel(COMPARE_PATCHES)
  withArena(() => {
    const pixels = allocPixels(ROW * ROWS)
    pixels.set(noise(pixels.length, 1, 2 ** 23).map((value) => value + 2 ** 23))
    const weights = planeOf(noise(pixels.length, 2, 0.5).map((value) => value + 0.5))
    const found = allocPlane(4)
    const compare = (own: number, other: number, most: number): number => {
      const [a, b, by] = [own, other, own].map((corner) => 4 * corner) as [number, number, number]
      const start = pixels.byteOffset
      comparePatches(found.byteOffset, start + a, start + b, weights.byteOffset + by, 4 * ROW, most)
      return found[0]!
    }
    for (let own = 0; own < ROW - SIDE; own++) {
      for (const other of [0, 5, 3 * ROW + 2, 8 * ROW + 15]) {
        const rows = distances(pixels, weights, own, other)
        const whole = total(rows)
        expect(Math.abs(compare(own, other, 1e12) - whole)).toBeLessThanOrEqual(1e-5 * whole)
        // Above the limit it stops after a row, with what it has until then.
        const limit = 0.6 * total(rows.slice(0, 3))
        const found = compare(own, other, limit)
        if (whole > 0) expect(found).toBeGreaterThan(limit)
        expect(found).toBeLessThanOrEqual(1.00001 * total(rows.slice(0, 3)))
      }
    }
  })
})
