import { describe, expect, test } from 'vitest'
import { centralDifferences } from '../../../engine/restore/central-differences.ts'
import { estimateDisplacement } from '../../../engine/restore/estimate-displacement.ts'
import { sampleDisplaced } from '../../../engine/restore/sample-displaced.ts'

const SIZE = { width: 96, height: 88 }

function plane(at: (x: number, y: number) => number, { width, height } = SIZE): Float32Array {
  return Float32Array.from({ length: width * height }, (_, n) =>
    at(n % width, Math.floor(n / width)),
  )
}

/** Texture that repeats nowhere near. */
const texture = (x: number, y: number): number =>
  0.5 +
  0.16 * Math.sin(x / 2.3 + y / 5.1) +
  0.16 * Math.cos(y / 2.9 - x / 6.7) +
  0.1 * Math.sin((x * y) / 97)

const QUIET = plane(() => 1e-6)

/** The mean of a plane away from its edges, where what moved in is not known. */
function inside(values: Float32Array, margin = 16): number[] {
  return [...values].filter((_, n) => {
    const [x, y] = [n % SIZE.width, Math.floor(n / SIZE.width)]
    return x >= margin && y >= margin && x < SIZE.width - margin && y < SIZE.height - margin
  })
}

const worst = (values: number[], from: number): number =>
  Math.max(...values.map((value) => Math.abs(value - from)))

test('differences are those of the neighbours’ means, one-sided at the edges', () => {
  const size = { width: 4, height: 3 }
  const a = plane((x, y) => x * x + 10 * y, size)
  const b = plane((x, y) => 3 * x + y * y, size)
  const { gx, gy } = centralDifferences(a, b, size)
  const mean = plane((x, y) => (x * x + 10 * y + 3 * x + y * y) / 2, size)
  const at = (x: number, y: number) =>
    mean[Math.max(0, Math.min(2, y)) * 4 + Math.max(0, Math.min(3, x))]!
  for (let n = 0; n < 12; n++) {
    const [x, y] = [n % 4, Math.floor(n / 4)]
    expect(gx[n]).toBeCloseTo((at(x + 1, y) - at(x - 1, y)) / 2, 5)
    expect(gy[n]).toBeCloseTo((at(x, y + 1) - at(x, y - 1)) / 2, 5)
  }
})

describe('a displacement', () => {
  const original = plane(texture)

  test.each([
    [2.3, 0],
    [0, -1.7],
    [-4.6, 3.2],
  ])('of %f, %f pixels is found', (u, v) => {
    const { dx, dy } = estimateDisplacement(
      original,
      plane((x, y) => texture(x + u, y + v)),
      QUIET,
      SIZE,
    )
    expect(worst(inside(dx), u)).toBeLessThan(0.15)
    expect(worst(inside(dy), v)).toBeLessThan(0.15)
  })

  test('is none where nothing changed, nor where only the light did', () => {
    for (const light of [() => 0, (x: number) => 0.1 * Math.sin(x / 60), () => 0.2]) {
      const changed = plane((x, y) => texture(x, y) + light(x))
      const { dx, dy } = estimateDisplacement(original, changed, QUIET, SIZE)
      expect(worst([...inside(dx), ...inside(dy)], 0)).toBeLessThan(0.1)
    }
  })

  test('that leaves no less than it takes away is taken back', () => {
    // New content: no displacement explains it, and what does not help is none.
    const changed = plane((x, y) => (Math.hypot(x - 48, y - 44) < 14 ? 0.9 : texture(x, y)))
    const { dx, dy } = estimateDisplacement(original, changed, QUIET, SIZE)
    const moved = new Float32Array(original.length)
    sampleDisplaced(original, SIZE, { dx, dy }, moved)
    const left = (values: Float32Array) =>
      values.reduce((sum, value, n) => sum + (value - changed[n]!) ** 2, 0)
    expect(left(moved)).toBeLessThanOrEqual(left(original) * 1.001)
  })

  test('is none towards grain that came in the place of texture', () => {
    const isGrain = (x: number, y: number): boolean => Math.hypot(x - 48, y - 44) < 24
    const grain = (x: number, y: number): number => ((x * 7919 + y * 104729) % 97) / 97
    const changed = plane((x, y) => (isGrain(x, y) ? grain(x, y) : texture(x, y)))
    const { dx, dy } = estimateDisplacement(original, changed, QUIET, SIZE)
    // Without taking it back it is a third of a pixel in the mean.
    const lengths = dx.map((u, n) => Math.hypot(u, dy[n]!))
    const within = [...lengths].filter((_, n) =>
      isGrain(n % SIZE.width, Math.floor(n / SIZE.width)),
    )
    expect(within.reduce((sum, length) => sum + length, 0) / within.length).toBeLessThan(0.1)
  })
})

/** Keys 1981 with a = -0.5. */
function cubic(t: number): number {
  const d = Math.abs(t)
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
  return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0
}

test.each([
  ['right and down', 0.7, 1.4],
  ['left and up', -1.3, -0.6],
  ['beyond the right and lower edge', 30, 30],
  ['beyond the left and upper edge', -30, -30],
  ['across alone', 0.5, 0],
  ['down alone', 0, 0.5],
  ['not at all', 0, 0],
])('a sample lies between its sixteen: %s', (_, u, v) => {
  const size = { width: 7, height: 6 }
  const values = plane((x, y) => ((x * 7 + y * 13) % 11) / 11, size)
  const out = new Float32Array(42)
  const field = { dx: plane(() => u, size), dy: plane(() => v, size) }
  sampleDisplaced(values, size, field, out)
  for (let n = 0; n < 42; n++) {
    const px = Math.min(6, Math.max(0, (n % 7) + u))
    const py = Math.min(5, Math.max(0, Math.floor(n / 7) + v))
    let expected = 0
    for (let j = Math.floor(py) - 1; j <= Math.floor(py) + 2; j++) {
      for (let i = Math.floor(px) - 1; i <= Math.floor(px) + 2; i++) {
        const at = Math.min(5, Math.max(0, j)) * 7 + Math.min(6, Math.max(0, i))
        expected += cubic(px - i) * cubic(py - j) * values[at]!
      }
    }
    expect(out[n]).toBeCloseTo(expected, 4)
  }
})
