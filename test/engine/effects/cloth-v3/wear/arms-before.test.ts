import { expect, test } from 'vitest'
import { pairOf } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { armsBefore } from '../../../../../engine/effects/cloth-v3/wear/arms-before.ts'

const torso = { shoulders: 100 }
const arms = [-1, 1].map((side) => [
  { x: 200 + 50 * side, y: 100 },
  { x: 200 + 60 * side, y: 170 },
  { x: 200 + 60 * side, y: 240 },
]) as unknown as Wearer['arms']
const bareArms = pairOf((n) => [...arms[n]])
const wearer = { arms, torso } as Wearer

test('fingers lie before a long hem as the arm does, and what is below them does not', () => {
  const isBefore = armsBefore(wearer, { bareArms })
  expect(isBefore({ x: 255, y: 200 })).toBe(true)
  expect(isBefore({ x: 255, y: 272 })).toBe(true)
  expect(isBefore({ x: 255, y: 300 })).toBe(false)
  expect(isBefore({ x: 200, y: 272 })).toBe(false)
})

test('a garment without sleeves lies over the shoulder, and below the armpit behind the arm', () => {
  const isBefore = armsBefore(wearer, { bareArms, armholes: [40, 40] })
  // From the tip of the shoulder down the edge moves inwards, without a step.
  const edges = Array.from({ length: 50 }, (_, n) => {
    let x = 250
    while (x > 200 && isBefore({ x, y: 101 + n })) x--
    return 250 - x
  })
  expect(edges[0]).toBeLessThan(2)
  expect(edges[48]).toBeGreaterThan(6)
  for (const [n, edge] of edges.entries()) {
    if (n > 0) expect(Math.abs(edge - edges[n - 1]!), `row ${n}`).toBeLessThan(3)
  }
})
