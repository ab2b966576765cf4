import { expect, test } from 'vitest'
import { patchStatistics, windowAround } from '../../../engine/fill/patch-statistics.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

const WIDTH = 23
const HEIGHT = 19

function noise() {
  const random = seededRandom(7)
  const size = WIDTH * HEIGHT
  const rgb = Uint8ClampedArray.from({ length: 3 * size }, () => 255 * random())
  const confidence = Float32Array.from({ length: size }, () => (random() < 0.4 ? 0 : random()))
  return { width: WIDTH, height: HEIGHT, scale: 1, rgb, confidence, state: new Uint8Array(size) }
}

/** Reference: mean r, g, b and their summed variance over the 7 x 7 pixels around one, where confident. */
function plain({ rgb, confidence }: ReturnType<typeof noise>, x: number, y: number): number[] {
  const found: number[] = []
  for (let yy = Math.max(0, y - 3); yy <= Math.min(HEIGHT - 1, y + 3); yy++) {
    for (let xx = Math.max(0, x - 3); xx <= Math.min(WIDTH - 1, x + 3); xx++) {
      if (confidence[yy * WIDTH + xx]! > 0) found.push(yy * WIDTH + xx)
    }
  }
  const mean = (of: (i: number) => number) => found.reduce((s, i) => s + of(i), 0) / found.length
  const means = [0, 1, 2].map((c) => mean((i) => rgb[3 * i + c]!))
  const variances = means.map((m, c) => mean((i) => (rgb[3 * i + c]! - m) ** 2))
  return [...means, variances.reduce((a, b) => a + b)]
}

test.each([
  ['the whole level', { left: 0, top: 0, right: WIDTH - 1, bottom: HEIGHT - 1 }],
  ['a part of it', { left: 5, top: 6, right: 12, bottom: 11 }],
  ['its last corner', { left: 18, top: 15, right: WIDTH - 1, bottom: HEIGHT - 1 }],
])('patch statistics of %s are those of a plain sum, and 0 elsewhere', (_, window) => {
  const level = noise()
  const stats = patchStatistics(level, window)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isIn = x >= window.left && x <= window.right && y >= window.top && y <= window.bottom
      const expected = isIn ? plain(level, x, y) : [0, 0, 0, 0]
      for (const [n, value] of expected.entries()) {
        expect(Math.abs(stats[4 * (y * WIDTH + x) + n]! - value)).toBeLessThan(0.01)
      }
    }
  }
})

test('a window around pixels is their bounding box with a margin, inside the level', () => {
  const pixels = Int32Array.of(2 * WIDTH + 4, 5 * WIDTH + 9)
  expect(windowAround({ width: WIDTH, height: HEIGHT }, pixels, 3)).toEqual({
    left: 1,
    top: 0,
    right: 12,
    bottom: 8,
  })
})
