import { describe, expect, test } from 'vitest'
import type { Product } from '../../../engine/product/product.ts'
import { type Placement, renderProduct } from '../../../engine/product/render-product.ts'

/** Opaque columns and rows of different light: each place of it has a colour of its own. */
function ramps(size: number): Product {
  const data = Float32Array.from({ length: 4 * size * size }, (_, i) => {
    const [x, y] = [(i >> 2) % size, Math.floor((i >> 2) / size)]
    return [x / size, y / size, 0.5, 1][i & 3]!
  })
  return { width: size, height: size, left: 0, top: 0, scale: 1, data }
}

const BOX = { left: 5, top: 3, width: 48, height: 40 }

/** Where the four samples of each pixel show the product, by the placement itself. */
function expectRamps(place: Placement, size: number): void {
  const { data } = renderProduct(ramps(size), BOX, place, 1)
  let seen = 0
  for (let y = 0; y < BOX.height; y++) {
    for (let x = 0; x < BOX.width; x++) {
      const at = [0.25, 0.75].flatMap((v) =>
        [0.25, 0.75].map((u) => place(BOX.left + x + u, BOX.top + y + v)),
      )
      if (at.some((p) => Math.min(p.x, p.y) < 1 || Math.max(p.x, p.y) > size - 1)) continue
      seen++
      const to = 4 * (y * BOX.width + x)
      const column = at.reduce((sum, p) => sum + (p.x - 0.5) / size / 4, 0)
      const row = at.reduce((sum, p) => sum + (p.y - 0.5) / size / 4, 0)
      expect(Math.abs(data[to]! - column)).toBeLessThan(0.03 / size)
      expect(Math.abs(data[to + 1]! - row)).toBeLessThan(0.03 / size)
      expect(data[to + 3]).toBeCloseTo(1, 5)
    }
  }
  expect(seen).toBeGreaterThan(300)
}

describe('a product that is rendered', () => {
  test('lies where an even placement says', () => {
    const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)]
    expectRamps((x, y) => ({ x: 8 + cos * x + sin * y, y: 14 - sin * x + cos * y }), 64)
  })

  test('lies where a placement that bends within a block says', () => {
    expectRamps((x, y) => ({ x: x + 6 * Math.sin(y / 3), y: y + 4 * Math.sin(x / 4) }), 64)
  })

  test('lies where a placement that bends at the sides of its blocks alone says', () => {
    // Nought at the corners and in the middle of each block of eight pixels.
    expectRamps((x, y) => {
      const [u, v] = [((x - BOX.left) * Math.PI) / 8, ((y - BOX.top) * Math.PI) / 8]
      return { x: x + 2 * Math.sin(v) * Math.cos(u), y: y + 2 }
    }, 64)
  })

  test('is not drawn over a leap of the placement', () => {
    // Left of the leap a place far outside of the product, right of it its middle.
    const { data } = renderProduct(
      ramps(64),
      BOX,
      (x, y) => (x < 31 ? { x: -500, y: -500 } : { x, y }),
      1,
    )
    for (let y = 0; y < BOX.height; y++) {
      for (let x = 0; x < BOX.width; x++) {
        const alpha = data[4 * (y * BOX.width + x) + 3]!
        if (BOX.left + x + 1 <= 31) expect(alpha).toBe(0)
        else expect(alpha).toBeCloseTo(1, 5)
      }
    }
  })

  test('shows where it is placed within a block whose middle and corners lie nowhere', () => {
    const isPlaced = (x: number, y: number): boolean => x >= 14 && x < 16 && y >= 12 && y < 14
    const { data } = renderProduct(
      ramps(64),
      BOX,
      (x, y) => (isPlaced(x, y) ? { x, y } : { x: Number.NaN, y: Number.NaN }),
      1,
    )
    for (let y = 0; y < BOX.height; y++) {
      for (let x = 0; x < BOX.width; x++) {
        const alpha = data[4 * (y * BOX.width + x) + 3]!
        expect(alpha).toBeCloseTo(isPlaced(BOX.left + x, BOX.top + y) ? 1 : 0, 5)
      }
    }
  })
})
