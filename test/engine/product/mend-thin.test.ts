import { expect, test } from 'vitest'
import { mendThin } from '../../../engine/product/mend-thin.ts'

const SIZE = { width: 120, height: 60 }
const WHITE = [255, 255, 255] as const

/** A row of pixels, `level` grey on white, that has some alpha from column 20 to 100 but in a gap of three pixels. */
function lineOf(level: number, alphaOf: number) {
  const count = SIZE.width * SIZE.height
  const [plane, alpha] = [new Float32Array(count).fill(255), new Float32Array(count)]
  const paint = (x: number, y: number, grey: number) => {
    plane[y * SIZE.width + x] = grey
  }
  // Beside it the ground is dimmed as in a shadow, four pixels far.
  for (let y = 26; y <= 34; y++) for (let x = 15; x < 105; x++) paint(x, y, 231)
  for (let x = 20; x < 100; x++) {
    if (x >= 58 && x <= 60) continue
    paint(x, 30, level)
    alpha[30 * SIZE.width + x] = alphaOf
  }
  const own = { red: plane, green: plane.slice(), blue: plane.slice() }
  const levels = { red: plane.slice(), green: plane.slice(), blue: plane.slice() }
  mendThin(alpha, levels, own, SIZE, WHITE)
  return { at: (x: number, y: number) => alpha[y * SIZE.width + x]! }
}

test('a thin silver chain is whole where a link shines as the ground does', () => {
  const chain = lineOf(150, 0.5)
  expect(chain.at(40, 30)).toBeGreaterThan(0.9)
  expect(chain.at(59, 30)).toBeGreaterThan(0.9)
})

test('a shadow with a line of grain in it is no chain', () => {
  const shadow = lineOf(222, 0.2)
  expect(shadow.at(40, 30)).toBeCloseTo(0.2)
  for (const y of [27, 28, 32, 33]) expect(shadow.at(40, y)).toBe(0)
})
