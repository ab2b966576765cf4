import { expect, test } from 'vitest'
import { pairOf } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import {
  armsBefore,
  besideArmholes,
} from '../../../../../engine/effects/cloth-v3/wear/arms-before.ts'

const torso = { shoulders: 100 }
const arms = [-1, 1].map((side) => [
  { x: 200 + 50 * side, y: 100 },
  { x: 200 + 60 * side, y: 170 },
  { x: 200 + 60 * side, y: 240 },
]) as unknown as Wearer['arms']
const bareArms = pairOf((n) => [...arms[n]])
const wearer = { arms, torso } as Wearer

test('fingers lie before a long hem as the arm does, and what is below them does not', () => {
  const isBefore = armsBefore(wearer, { bareArms, sleeves: [] })
  expect(isBefore({ x: 255, y: 200 })).toBe(1)
  expect(isBefore({ x: 255, y: 272 })).toBe(1)
  expect(isBefore({ x: 255, y: 300 })).toBe(0)
  expect(isBefore({ x: 200, y: 272 })).toBe(0)
})

/** An armhole that begins so far outside of the bones, as high as the joint or higher, and ends at the armpit. */
const holes = (out: number, along = 0) => pairOf(() => ({ tip: { along, out }, end: 40 }))

/** How far within a place the edge of a garment before an arm lies, row by row from the joint down. */
function edgesFrom(x: number, armholes: ReturnType<typeof holes>): number[] {
  const isBefore = armsBefore(wearer, { bareArms, armholes, sleeves: [] })
  return Array.from({ length: 50 }, (_, n) => {
    let at = x
    while (at > 200 && isBefore({ x: at, y: 101 + n }) > 0.5) at--
    return x - at
  })
}

test('a garment without sleeves lies over the shoulder, and below the armpit behind the arm', () => {
  // From the joint down the edge moves inwards, without a step.
  const edges = edgesFrom(250, holes(0))
  expect(edges[0]).toBeLessThan(2)
  expect(edges[48]).toBeGreaterThan(6)
  for (const [n, edge] of edges.entries()) {
    if (n > 0) expect(Math.abs(edge - edges[n - 1]!), `row ${n}`).toBeLessThan(3)
  }
})

test('and of one whose shoulder ends farther out nothing hangs beside the arm', () => {
  const edges = edgesFrom(266, holes(10, -8))
  for (const [n, edge] of edges.entries()) {
    if (n > 0) expect(Math.abs(edge - edges[n - 1]!), `row ${n}`).toBeLessThan(3)
  }
  // It begins at the tip, which is 6 pixels within that place, and all outside of it is arm.
  expect(edges[0]).toBeGreaterThan(2)
  expect(edges[0]).toBeLessThan(12)
  const isBefore = armsBefore(wearer, { bareArms, armholes: holes(10, -8), sleeves: [] })
  expect(isBefore({ x: 285, y: 120 })).toBe(1)
  expect(isBefore({ x: 285, y: 85 })).toBe(0)
})

test('an arm comes out of its sleeve along the whole of the cuff, which is cut aslant', () => {
  const worn = [
    { x: 240, y: 100 },
    { x: 262, y: 100 },
    { x: 243, y: 124 },
    { x: 265, y: 136 },
  ]
  const sleeves = [{ columns: 2, rows: 2, worn, flat: worn }]
  const [left] = bareArms
  const cut = pairOf((n) => (n === 0 ? left : [{ x: 254, y: 130 }, ...arms[1].slice(1)]))
  // One sleeve stands for both: the other arm is looked at alone.
  const isBefore = armsBefore(wearer, { bareArms: cut, sleeves: [...sleeves, ...sleeves] })
  for (const [x, cuff] of [
    [246, 125.6],
    [254, 130],
    [260, 133.3],
  ] as const) {
    expect(isBefore({ x, y: cuff - 2 }), `above the cuff at ${x}`).toBe(0)
    expect(isBefore({ x, y: cuff + 2 }), `below the cuff at ${x}`).toBe(1)
  }
})

test('beside the armhole of a garment without sleeves there is none of it down to near the armpit', () => {
  const byArmhole = besideArmholes(wearer, holes(10, -8))
  expect(byArmhole({ x: 258, y: 110 })).toBe(1)
  expect(byArmhole({ x: 255, y: 134 })).toBeGreaterThan(0.3)
  expect(byArmhole({ x: 255, y: 134 })).toBeLessThan(0.7)
  expect(byArmhole({ x: 255, y: 142 })).toBe(0)
  expect(byArmhole({ x: 225, y: 110 })).toBe(0)
  expect(besideArmholes(wearer, undefined)({ x: 258, y: 110 })).toBe(0)
})
