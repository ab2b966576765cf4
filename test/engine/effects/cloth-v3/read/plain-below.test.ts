import { expect, test } from 'vitest'
import { findPlainBelow } from '../../../../../engine/effects/cloth-v3/read/plain-below.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIZE = { width: 120, height: 220 }
const SHAPE = {
  armpits: [
    { x: 10, y: 20 },
    { x: 110, y: 20 },
  ],
  sides: [
    [
      { x: 10, y: 20 },
      { x: 10, y: 200 },
    ],
    [
      { x: 110, y: 20 },
      { x: 110, y: 200 },
    ],
  ],
  hem: [
    { x: 10, y: 200 },
    { x: 60, y: 200 },
    { x: 110, y: 200 },
  ],
} satisfies Parameters<typeof findPlainBelow>[1]

/** A top from 20 to 200 whose print ends at a row; what is a fold is darker. */
function topWith(
  isPrint: (x: number, y: number) => boolean,
  isFold = (_: number) => false,
): Product {
  const data = new Float32Array(4 * SIZE.width * SIZE.height)
  for (let at = 0; at < data.length / 4; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const cloth = isFold(x) ? [0.35, 0.18, 0.18] : [0.5, 0.25, 0.25]
    data.set([...(isPrint(x, y) ? [0.05, 0.05, 0.4] : cloth), 1], 4 * at)
  }
  return { ...SIZE, data, left: 0, top: 0, scale: 1 } as unknown as Product
}

test('cloth is plain from below a print on, folds or not', () => {
  const found = findPlainBelow(
    topWith(
      (x, y) => y < 120 && x > 40 && x < 80,
      (x) => x % 20 < 4,
    ),
    SHAPE,
  )
  expect(found).toBeGreaterThan(118)
  expect(found).toBeLessThan(124)
})

test('a stretch that is too short is none, up to the limit', () => {
  const upTo = (end: number) =>
    findPlainBelow(
      topWith((_, y) => y < end),
      SHAPE,
    )
  expect(upTo(164)).toBeDefined()
  expect(upTo(172)).toBeUndefined()
})

test('stripes and a top without cloth at its hem are not plain', () => {
  expect(
    findPlainBelow(
      topWith((_, y) => y % 12 < 6),
      SHAPE,
    ),
  ).toBeUndefined()
  const bare = topWith(() => false)
  bare.data.fill(0, 4 * SIZE.width * 150)
  expect(findPlainBelow(bare, SHAPE)).toBeUndefined()
})
