import { describe, expect, test } from 'vitest'
import type { ChainEnds } from '../../../../engine/effects/2d-vto-necklace/necklace-shape.ts'
import { placeNecklace } from '../../../../engine/effects/2d-vto-necklace/place-necklace.ts'
import type { Product } from '../../../../engine/product/product.ts'

const GAP = 100
const WORN = { left: { x: 200, y: 100 }, right: { x: 400, y: 100 } }
const ENDS: ChainEnds = { left: { x: 10, y: 5 }, right: { x: 110, y: 5 }, isClosed: false }

/** A chain that hangs in a V from two ends, and a square pendant at its point. */
function drawV({
  chain,
  pendant,
  aside = 0,
}: Record<'chain' | 'pendant', number> & { aside?: number }): Product {
  const [width, height] = [120, 10 + chain + pendant]
  const data = new Float32Array(4 * width * height)
  const point = 60 + aside
  const fill = (x: number, y: number): void => {
    data.fill(1, 4 * (y * width + x), 4 * (y * width + x) + 4)
  }
  for (let y = 0; y < chain; y++) {
    const share = y / chain
    for (const end of [10, 110]) {
      const x = Math.round(end + (point - end) * share)
      for (let thick = -2; thick < 2; thick++) fill(x + thick, 5 + y)
    }
  }
  for (let y = 0; y < pendant; y++) {
    for (let x = point - pendant / 2; x < point + pendant / 2; x++) fill(x, 5 + chain + y)
  }
  return { width, height, data } as Product
}

/** The columns of the photo that show a product in each row from the ends down. */
function rowsOf(product: Product): number[][] {
  const { place } = placeNecklace(product, ENDS, WORN, 0)
  return Array.from({ length: 800 }, (_, row) =>
    Array.from({ length: 600 }, (_, x) => x).filter((x) => {
      const at = place(x + 0.5, WORN.left.y + row + 0.5)
      const [column, line] = [Math.floor(at.x), Math.floor(at.y)]
      const isInside = column >= 0 && line >= 0 && column < product.width && line < product.height
      return isInside && product.data[4 * (line * product.width + column) + 3]! > 0.5
    }),
  )
}

describe('a necklace that is longer than a worn one', () => {
  const product = drawV({ chain: 260, pendant: 40 })
  const rows = rowsOf(product)
  const bottom = rows.findLastIndex((row) => row.length > 0)

  test('hangs as far as a worn one does, its ends where they belong', () => {
    expect(bottom).toBeGreaterThan(1.35 * 200 - 6)
    expect(bottom).toBeLessThan(1.35 * 200 + 6)
    expect(Math.abs(rows[1]![0]! - 200)).toBeLessThan(8)
    expect(Math.abs(rows[1]!.at(-1)! - 400)).toBeLessThan(8)
  })

  test('has a pendant as wide as high, below the middle', () => {
    const pendant = rows[bottom - 4]!
    const width = pendant.at(-1)! - pendant[0]! + 1
    const size = (1.35 * GAP) / 300
    expect(Math.abs(width - 2 * 40 * size)).toBeLessThan(3)
    expect(Math.abs((pendant[0]! + pendant.at(-1)!) / 2 - 300)).toBeLessThan(2)
  })

  test('has a chain that leads straight from its ends to the pendant', () => {
    const chain = 0.85 * (260 / 300) * bottom
    for (let row = 0; row < chain; row += 5) {
      const share = row / ((260 / 300) * bottom)
      expect(Math.abs(rows[row]![0]! - (200 + 100 * share))).toBeLessThan(9)
    }
  })
})

test('a pendant beside the middle stays where the halves of its chain meet', () => {
  const rows = rowsOf(drawV({ chain: 260, pendant: 40, aside: 10 }))
  const bottom = rows.findLastIndex((row) => row.length > 0)
  const [pendant, above] = [rows[bottom - 4]!, rows[Math.round((250 / 300) * bottom)]!]
  const middle = (row: number[]): number => (row[0]! + row.at(-1)!) / 2
  expect(Math.abs(middle(pendant) - middle(above))).toBeLessThan(4)
  expect(middle(pendant)).toBeGreaterThan(305)
})

test('one that a neck can wear is as large as its ends ask for', () => {
  const rows = rowsOf(drawV({ chain: 94, pendant: 40 }))
  const bottom = rows.findLastIndex((row) => row.length > 0)
  expect(Math.abs(bottom - 2 * 134)).toBeLessThan(4)
  expect(rows[bottom - 4]!.length).toBe(80)
})

test('a broad necklace whose halves meet inside alone is not torn there', () => {
  // Two broad halves side by side, with a gap between them in their upper part.
  const [width, height] = [120, 205]
  const data = new Float32Array(4 * width * height)
  for (let y = 5; y < height; y++) {
    const inner = Math.max(0, Math.round(35 - y * 0.35))
    for (const [from, to] of [
      [10, 60 - inner],
      [60 + inner, 110],
    ] as const) {
      data.fill(1, 4 * (y * width + from), 4 * (y * width + to))
    }
  }
  const rows = rowsOf({ width, height, data } as Product).filter((row) => row.length > 0)
  const lefts = rows.slice(1).map((row) => row[0]!)
  expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThan(3)
})
