import { expect, test } from 'vitest'
import { addLooseHairCosts } from '../../../../engine/regions/person/add-loose-hair-costs.ts'
import type { BodyCoordinates } from '../../../../engine/regions/person/body-coordinates.ts'
import type { PersonGrid } from '../../../../engine/regions/person/person-grid.ts'
import { byRegion } from '../../../../engine/regions/region-names.ts'

const [WIDTH, HEIGHT] = [60, 80]

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** What hair costs where rectangles look like it and all else looks like cloth; the chin is at row 30. */
function hairCosts(rectangles: readonly Rectangle[]): (x: number, y: number) => number {
  const plane = (): Float32Array => new Float32Array(WIDTH * HEIGHT)
  const costs = byRegion((name) => plane().fill(name === 'upper-garment' ? 10 : 30))
  for (const [left, top, right, bottom] of rectangles) {
    for (let y = top; y < bottom; y++) costs.hair.fill(2, y * WIDTH + left, y * WIDTH + right)
  }
  const belowChin = plane().map((_, i) => (Math.floor(i / WIDTH) - 30) / 20)
  const grid = { person: plane().fill(1), width: WIDTH, height: HEIGHT, bodyScale: 50 }
  addLooseHairCosts(grid as PersonGrid, { belowChin, inFace: plane() } as BodyCoordinates, costs)
  return (x, y) => costs.hair[y * WIDTH + x]!
}

const HEAD: Rectangle = [20, 5, 40, 20]

test('what looks like hair and hangs on no head is told as something else', () => {
  const collar: Rectangle = [40, 36, 50, 42]
  const cost = hairCosts([HEAD, collar])
  expect(cost(45, 39)).toBeGreaterThan(10)
  expect(cost(30, 10)).toBe(2)
})

test('long hair that falls from the head, and a lock beside it, stay hair', () => {
  const fall: Rectangle = [36, 20, 42, 60]
  const lock: Rectangle = [43, 40, 46, 60]
  const cost = hairCosts([HEAD, fall, lock])
  expect(cost(38, 55)).toBe(2)
  expect(cost(45, 55)).toBe(2)
})
