import { expect, test } from 'vitest'
import { pairOf } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { hasOpenShoulders } from '../../../../../engine/effects/cloth-v3/read/has-open-shoulders.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIDE = 200
const SHAPE = {
  neck: [
    { x: 80, y: 20 },
    { x: 120, y: 20 },
  ],
  tips: [
    { x: 30, y: 30 },
    { x: 170, y: 30 },
  ],
  armpits: [
    { x: 40, y: 110 },
    { x: 160, y: 110 },
  ],
  sleeves: pairOf(() => ({ inner: [], outer: [] })),
} as const

/** Cloth with a hole of so many pixels across and down at the left shoulder. */
function holed(across: number, down: number): Product {
  const data = new Float32Array(4 * SIDE * SIDE).fill(0.5)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    const isOpen = x > 60 - across / 2 && x < 60 + across / 2 && y < 30 + down
    data[4 * at + 3] = isOpen ? 0 : 1
  }
  return { width: SIDE, height: SIDE, data, left: 0, top: 0, scale: 1 }
}

test('ground between a strap and a sleeve opens a shoulder', () => {
  expect(hasOpenShoulders(holed(20, 20), SHAPE as never)).toBe(true)
})

/** Cloth that has so little alpha in so many of the places where the left shoulder is looked at. */
function openAt(places: number, alpha = 0): Product {
  const product = holed(0, 0)
  for (let down = 1; down <= places; down++) {
    const x = Math.round(60 + (down / 20) * 4)
    const y = Math.round(24 + (down / 20) * 86)
    product.data[4 * (y * SIDE + x) + 3] = alpha
  }
  return product
}

test('more than 0.008 of both shoulders has to be open, and less than half of a pixel cloth', () => {
  expect(hasOpenShoulders(openAt(4), SHAPE as never)).toBe(false)
  expect(hasOpenShoulders(openAt(5), SHAPE as never)).toBe(true)
  expect(hasOpenShoulders(openAt(9, 0.45), SHAPE as never)).toBe(true)
  expect(hasOpenShoulders(openAt(9, 0.55), SHAPE as never)).toBe(false)
})

test('a notch in its outline does not, nor straps without sleeves', () => {
  expect(hasOpenShoulders(holed(4, 6), SHAPE as never)).toBe(false)
  expect(hasOpenShoulders(holed(20, 20), { ...SHAPE, sleeves: undefined } as never)).toBe(false)
})
