import { expect, test } from 'vitest'
import { findInnerEdges } from '../../../../engine/effects/2d-vto-bracelet/bracelet-shape.ts'
import { placeBracelet } from '../../../../engine/effects/2d-vto-bracelet/place-bracelet.ts'
import type { Product } from '../../../../engine/product/product.ts'

// Both sides of limits that no picture of the sheet is near.

/** A product of 100 × 100 pixels with an alpha for each. */
function productOf(alphaAt: (x: number, y: number) => number): Product {
  const size = { width: 100, height: 100 }
  const data = new Float32Array(4 * 100 * 100)
  for (let at = 0; at < 100 * 100; at++) data[4 * at + 3] = alphaAt(at % 100, Math.floor(at / 100))
  return { ...size, data, left: 0, top: 0, scale: 1 }
}

/** Whether a plate with a rectangular opening is a ring. */
function isRing(wide: number, high: number): boolean {
  const isOpen = (at: number, length: number) => Math.abs(at - 49.5) < length / 2
  const plate = productOf((x, y) => (isOpen(x, wide) && isOpen(y, high) ? 0 : 1))
  try {
    return findInnerEdges(plate, 0).right.x > 0
  } catch {
    return false
  }
}

test('a ring is open over 0.4 of its width and 0.12 of its area', () => {
  expect([isRing(40, 60), isRing(42, 60)]).toEqual([false, true])
  expect([isRing(80, 16), isRing(80, 18)]).toEqual([false, true])
})

/** What the rows above and below the middle of an arm show of a bracelet whose front begins at row 80. */
function rowsShown(upright: number, alpha = 1, isFront = true): number[] {
  const product = productOf((_, y) => (y < 80 ? 0 : alpha))
  const inner = { left: { x: 10, y: 50 }, right: { x: 90, y: 50 }, isFront }
  const along = { x: Math.sqrt(1 - upright ** 2), y: upright }
  const edgesAt = (): [number, number] => [-40, 40]
  const wrist = { joint: { x: 0, y: 0 }, along, breadth: 100, landmark: 0, bare: 100, edgesAt }
  const { place } = placeBracelet(product, inner, wrist, 0)
  return [-30, 30].map((way) => place(way * along.x, way * along.y).y)
}

test('an arm is level up to 0.08 of its length: the front then lies towards the hand', () => {
  expect(rowsShown(0.079)[1]).toBeCloseTo(20)
  expect(rowsShown(0.081)[1]).toBeCloseTo(80)
  expect(rowsShown(-0.081)[1]).toBeCloseTo(20)
})

test('the front of a ring begins where its alpha is 0.4, and sags by 0.55 of that', () => {
  expect(rowsShown(1, 0.41, false)[1]).toBeCloseTo(80 + 0.45 * 30)
  expect(rowsShown(1, 0.39, false)[1]).toBeCloseTo(80)
})
