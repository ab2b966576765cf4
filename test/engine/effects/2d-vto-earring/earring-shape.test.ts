import { expect, test } from 'vitest'
import { earringsOf } from '../../../../engine/effects/2d-vto-earring/earring-shape.ts'
import { HUGGIE_ENCLOSED } from '../../../../engine/effects/2d-vto-earring/tuning.ts'
import type { Product } from '../../../../engine/product/product.ts'

test('two hoops of which one is turned to its edge are a pair, of which the open one is worn', () => {
  const { first, isPair } = earringsOf(blocks(400, [20, 60], [120, 300]))
  expect(isPair).toBe(true)
  expect(first.box.left).toBe(120)
})

test('two studs that nearly touch are a pair', () => {
  expect(earringsOf(blocks(400, [10, 195], [200, 390])).isPair).toBe(true)
})

test('two studs of a small picture that lie a pixel or two apart are a pair, one that is whole is none', () => {
  expect(earringsOf(blocks(112, [2, 49], [51, 110])).isPair).toBe(true)
  expect(earringsOf(blocks(112, [2, 49], [49, 110])).isPair).toBe(false)
})

test('of two studs of which one is turned so that its post shows the other one is worn', () => {
  const { first, isPair } = earringsOf(blocks(460, [10, 210], [215, 455]))
  expect(isPair).toBe(true)
  expect(first.box.left).toBe(10)
  // One that is turned to its edge shows no more of itself.
  expect(earringsOf(blocks(460, [10, 165], [215, 455])).first.box.left).toBe(215)
})

test('an earring with a chain beside it is none', () => {
  expect(earringsOf(blocks(400, [20, 30], [120, 390])).isPair).toBe(false)
})

test('an open or thick hoop is none of the studs and hangs from its top', () => {
  const { first } = earringsOf(horseshoe(0.5))
  expect(first.kind).toBe('huggie')
  expect(Math.abs(first.hook.x - 110)).toBeLessThan(1)
  expect(first.hook.y).toBeLessThan(14)
  expect(earringsOf(horseshoe(0)).first.kind).toBe('stud')
})

test('from a share of its box on that it encloses', () => {
  const radius = (share: number) => Math.sqrt((share * 4) / Math.PI)
  expect(earringsOf(horseshoe(radius(HUGGIE_ENCLOSED + 0.02))).first.kind).toBe('huggie')
  expect(earringsOf(horseshoe(radius(HUGGIE_ENCLOSED - 0.02))).first.kind).toBe('stud')
})

/** A disc with a hole of a share of its radius, which a slit to the left opens. */
function horseshoe(hole: number): Product {
  const side = 220
  const data = new Float32Array(side * side * 4)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const away = Math.hypot(x + 0.5 - 110, y + 0.5 - 110)
      const isSlit = x < 110 && Math.abs(y + 0.5 - 80) < 3 && hole > 0
      if (away < 100 && away > 100 * hole && !isSlit)
        data.fill(1, 4 * (y * side + x), 4 * (y * side + x) + 4)
    }
  }
  return { width: side, height: side, data, left: 0, top: 0, scale: 1 }
}

/** A product of two blocks of equal height, from and to these columns. */
function blocks(width: number, ...columns: readonly [number, number][]): Product {
  const height = 220
  const data = new Float32Array(width * height * 4)
  for (let y = 10; y < height - 10; y++) {
    for (const [from, to] of columns) {
      for (let x = from; x < to; x++) data.fill(1, (y * width + x) * 4, (y * width + x) * 4 + 4)
    }
  }
  return { width, height, data, left: 0, top: 0, scale: 1 }
}
