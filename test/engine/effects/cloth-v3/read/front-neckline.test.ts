import { expect, test } from 'vitest'
import { findFrontNeckline } from '../../../../../engine/effects/cloth-v3/read/front-neckline.ts'
import type { Point } from '../../../../../engine/geometry/point.ts'
import type { Product } from '../../../../../engine/product/product.ts'

const SIDE = 200
const NECK = [
  { x: 50, y: 20 },
  { x: 150, y: 20 },
] as const
const NAPE: Point[] = [NECK[0], { x: 100, y: 24 }, NECK[1]]

/** Green cloth below the nape, whose inside, of a darker green, reaches so far down at each column. */
function insideDownTo(depthAt: (x: number) => number): Product {
  const data = new Float32Array(4 * SIDE * SIDE)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    if (y < 24) continue
    const isInside = x > 50 && x < 150 && y < 24 + depthAt(x)
    data.set(isInside ? [0.02, 0.1, 0.06, 1] : [0.05, 0.5, 0.3, 1], 4 * at)
  }
  return { width: SIDE, height: SIDE, data, left: 0, top: 0, scale: 1 }
}

/** A bow, deepest in the middle. */
const bow = (x: number): number => 36 * (1 - ((x - 100) / 50) ** 2)

test('the front begins where the inside of the back ends in a bow', () => {
  const edge = findFrontNeckline(insideDownTo(bow), NECK, NAPE)
  expect(Math.max(...edge!.map(({ y }) => y))).toBeGreaterThan(54)
})

test.each([
  ['hardly', 32, true],
  ['far', 8, false],
])('a bow of which one half hangs %s lower than the other', (_, higher, isEdge) => {
  const uneven = (x: number): number => (x < 88 ? Math.min(higher, bow(x)) : x < 142 ? 40 : 0)
  expect(findFrontNeckline(insideDownTo(uneven), NECK, NAPE) !== undefined).toBe(isEdge)
})
