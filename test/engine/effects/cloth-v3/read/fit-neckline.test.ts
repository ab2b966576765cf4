import { expect, test } from 'vitest'
import { fitNeckline } from '../../../../../engine/effects/cloth-v3/read/fit-neckline.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIZE = { width: 260, height: 240 } as const
const NECK = [
  { x: 30, y: 20 },
  { x: 230, y: 20 },
] as const
const DEPTH = 0.9

/** How deep the front's edge lies below the neck at a column: steep at its sides, round at its bottom. */
const edgeAt = (x: number): number =>
  DEPTH * 200 * (1 - Math.abs((2 * (x - NECK[0].x)) / 200 - 1) ** 1.2)

test('a deep neck is followed to its bottom, though a shallow bow has its sides', () => {
  const data = new Float32Array(4 * SIZE.width * SIZE.height)
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isInside = y - NECK[0].y < edgeAt(x)
    data.set([...(isInside ? [0.62, 0.25, 0.24] : [0.75, 0.36, 0.35]), 1], 4 * at)
  }
  const line = fitNeckline({ ...SIZE, data } as unknown as Product, NECK)
  const deepest = Math.max(...line.map(({ y }) => y)) - NECK[0].y
  expect(deepest / 200).toBeGreaterThan(0.9 * DEPTH)
})
