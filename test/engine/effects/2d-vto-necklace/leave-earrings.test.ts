import { expect, test } from 'vitest'
import { leaveEarrings } from '../../../../engine/effects/2d-vto-necklace/leave-earrings.ts'
import type { Product } from '../../../../engine/product/product.ts'

/** A product of 200 × 120 that is solid in boxes of left, top, width and height. */
function productOf(boxes: readonly (readonly [number, number, number, number])[]): Product {
  const data = new Float32Array(4 * 200 * 120)
  for (const [left, top, width, height] of boxes) {
    for (let y = top; y < top + height; y++) {
      data.fill(1, 4 * (y * 200 + left), 4 * (y * 200 + left + width))
    }
  }
  return { data, width: 200, height: 120, left: 0, top: 0, scale: 1 } as Product
}

const CHAIN = [40, 4, 120, 20] as const

/** Whether a pixel of a product is solid. */
function isSolid({ data }: Product, x: number, y: number): boolean {
  return data[4 * (y * 200 + x) + 3]! > 0
}

test('a necklace leaves the earrings of its set', () => {
  const alone = leaveEarrings(productOf([CHAIN, [10, 60, 16, 50], [174, 60, 16, 48]]))
  expect(isSolid(alone, 100, 10)).toBe(true)
  expect(isSolid(alone, 18, 80)).toBe(false)
  expect(isSolid(alone, 182, 80)).toBe(false)
})

test('a pendant apart and the halves of a chain are of the necklace', () => {
  const pendant = leaveEarrings(productOf([CHAIN, [90, 60, 20, 30]]))
  expect(isSolid(pendant, 100, 70)).toBe(true)
  const halves = leaveEarrings(
    productOf([
      [4, 4, 60, 90],
      [136, 4, 60, 90],
      [90, 100, 20, 18],
    ]),
  )
  expect(isSolid(halves, 10, 10)).toBe(true)
  expect(isSolid(halves, 190, 10)).toBe(true)
})
