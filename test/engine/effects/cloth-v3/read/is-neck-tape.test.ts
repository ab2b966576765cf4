import { expect, test } from 'vitest'
import { isNeckTape } from '../../../../../engine/effects/cloth-v3/read/is-neck-tape.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIDE = 200
const NECK = [
  { x: 50, y: 20 },
  { x: 150, y: 20 },
] as const
const [WHITE, BLACK] = [
  [0.8, 0.8, 0.8, 1],
  [0.02, 0.02, 0.02, 1],
]

/** White cloth from a nape at row 26 on, dark between two rows. */
function darkBetween(from: number, to: number): Product {
  const data = new Float32Array(4 * SIDE * SIDE)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const y = Math.floor(at / SIDE)
    if (y >= 26) data.set(y >= from && y < to ? BLACK! : WHITE!, 4 * at)
  }
  return { width: SIDE, height: SIDE, data, left: 0, top: 0, scale: 1 }
}

const edgeAt = (y: number) => [NECK[0], { x: 60, y }, { x: 140, y }, NECK[1]]

test('a thin band with the same cloth above and below it is a tape at the nape', () => {
  expect(isNeckTape(darkBetween(32, 39), NECK, edgeAt(39))).toBe(true)
})

test('the inside of a back, however shallow it is, is none', () => {
  expect(isNeckTape(darkBetween(26, 39), NECK, edgeAt(39))).toBe(false)
  expect(isNeckTape(darkBetween(30, 60), NECK, edgeAt(60))).toBe(false)
})
