import { expect, test } from 'vitest'
import { findComponents, meanOver } from '../../../../engine/raster/mask/find-components.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

function planeOf(rows: readonly string[]): Float32Array {
  return Float32Array.from([...rows.join('')].map((digit) => (digit === '.' ? 0 : Number(digit))))
}

/** The pixels of each component in order, the components by their first pixel. */
function pixelsOf(components: readonly { pixels: number[] }[]): number[][] {
  return components
    .map(({ pixels }) => pixels.toSorted((p, q) => p - q))
    .sort(([p], [q]) => p! - q!)
}

const LIMITS = { low: 2, high: 5, share: 0, most: 100 }

test('components start at high values and grow over low ones, diagonally too', () => {
  const signal = planeOf([
    '53....2', //
    '..2...2',
    '...2...',
    '1....95',
  ])
  expect(pixelsOf(findComponents(signal, 7, LIMITS))).toEqual([
    [0, 1, 9, 17],
    [26, 27],
  ])
})

test('a row does not go on in the next', () => {
  const signal = planeOf(['....5', '5....'])
  expect(pixelsOf(findComponents(signal, 5, LIMITS))).toEqual([[4], [5]])
})

test('a component ends at the given share of its own peak', () => {
  const signal = planeOf(['2346986532'])
  expect(pixelsOf(findComponents(signal, 10, { ...LIMITS, share: 0.6 }))).toEqual([
    [3, 4, 5, 6],
    [7, 8],
  ])
})

test('components of more pixels than allowed are left out', () => {
  const signal = planeOf(['5555..55'])
  expect(pixelsOf(findComponents(signal, 8, { ...LIMITS, most: 3 }))).toEqual([[6, 7]])
})

test('a component knows its axes, and the mean of a plane over it', () => {
  const width = 40
  const signal = new Float32Array(width * width)
  // A bar of 24 × 6 pixels along the diagonal.
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const [along, across] = [(x + y - 39) / Math.SQRT2, (x - y) / Math.SQRT2]
      if (Math.abs(along) <= 12 && Math.abs(across) <= 3) signal[y * width + x] = 9
    }
  }
  const [bar, ...others] = findComponents(signal, width, { ...LIMITS, most: 1000 })
  expect(others).toEqual([])
  expect(bar!.majorSigma).toBeCloseTo(24 / Math.sqrt(12), 0)
  expect(bar!.minorSigma).toBeCloseTo(6 / Math.sqrt(12), 0)
  expect(meanOver(signal, bar!)).toBe(9)
})

test.each([1, 2, 3])(
  'the axes of any component are those of the variance of its pixels (%i)',
  (seed) => {
    const [width, height] = [17, 12]
    const random = seededRandom(seed)
    const signal = Float32Array.from({ length: width * height }, () => 10 * random())
    const found = findComponents(signal, width, { low: 4, high: 6, share: 0, most: 200 })
    expect(found.length).toBeGreaterThan(1)
    for (const { pixels, majorSigma, minorSigma } of found) {
      const [xs, ys] = [pixels.map((at) => at % width), pixels.map((at) => Math.floor(at / width))]
      const mean = (values: number[]) => values.reduce((sum, one) => sum + one) / values.length
      const [x, y] = [mean(xs), mean(ys)]
      // A pixel is a square with a variance of its own.
      const [xx, yy] = [
        mean(xs.map((u) => (u - x) ** 2)) + 1 / 12,
        mean(ys.map((v) => (v - y) ** 2)) + 1 / 12,
      ]
      const xy = mean(xs.map((u, nth) => (u - x) * (ys[nth]! - y)))
      const [trace, area] = [xx + yy, xx * yy - xy * xy]
      expect(majorSigma ** 2 + minorSigma ** 2).toBeCloseTo(trace, 8)
      expect(majorSigma ** 2 * minorSigma ** 2).toBeCloseTo(area, 6)
      expect(majorSigma).toBeGreaterThanOrEqual(minorSigma)
    }
  },
)

test('a single pixel, and a row of them, have the variance of a square across', () => {
  const [one, row] = findComponents(planeOf(['5......', '...555.']), 7, LIMITS)
  expect([one!.majorSigma, one!.minorSigma]).toEqual([Math.sqrt(1 / 12), Math.sqrt(1 / 12)])
  expect(row!.majorSigma).toBeCloseTo(Math.sqrt(2 / 3 + 1 / 12), 8)
  expect(row!.minorSigma).toBeCloseTo(Math.sqrt(1 / 12), 8)
})
