import { expect, test } from 'vitest'
import { sleeveEnd, sleeveEnds } from '../../../../../engine/effects/cloth-v3/fit/sleeve-end.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'

const SIZE = { width: 200, height: 400 }
const ARMPITS = [
  { x: 30, y: 100 },
  { x: 230, y: 100 },
]

/** Somebody with these arms, in cloth down to a row. */
const wearing = (arms: readonly (readonly { x: number; y: number }[])[], to = 0): Wearer => {
  const data = new Uint8Array(SIZE.width * SIZE.height).fill(255, 0, to * SIZE.width)
  return {
    arms,
    torso: { shoulders: 120 },
    regions: { 'upper-garment': { ...SIZE, data } },
  } as unknown as Wearer
}

const topOf = (hem: number, sleeves?: unknown): TopShape =>
  ({
    neck: [{ x: 60, y: 0 }],
    hem: [{ x: 60, y: hem }],
    armpits: ARMPITS,
    sleeves,
  }) as unknown as TopShape

test('a short sleeve is as long as it is cut, from the tip of the shoulder and the armpit on', () => {
  const arm = [100, 230, 340].map((y) => ({ x: 40, y }))
  const tube = {
    inner: [
      { x: 30, y: 100 },
      { x: 30, y: 150 },
    ],
    outer: [
      { x: 0, y: 40 },
      { x: 0, y: 140 },
    ],
  }
  const end = sleeveEnd(tube, topOf(400), wearing([arm, arm]), {
    side: -1,
    tip: { x: 32, y: 82 },
    armpit: { x: 60, y: 126 },
    scale: 0.8,
  })
  // Its edges are 80 and 40 pixels long, from 18 pixels above the joint and from 26 below it.
  expect(end).toBeCloseTo((62 + 66) / 2)
})

test('long sleeves are of one length where one arm is found much longer than the other', () => {
  const arm = (length: number) => [100, 100 + length / 2, 100 + length].map((y) => ({ x: 40, y }))
  const wearer = wearing([arm(240), arm(350)])
  const line = (from: number) => [from, 220].map((y) => ({ x: 0, y }))
  const tube = { outer: line(20), inner: line(50) }
  const shape = topOf(250)
  const [left, right] = ([-1, 1] as const).map((side) =>
    sleeveEnd(tube, shape, wearer, {
      side,
      tip: { x: 32, y: 95 },
      armpit: { x: 60, y: 120 },
      scale: 1,
    }),
  )
  expect(left).toBeCloseTo(right!)
})

test('sleeves of three quarters end alike where one of them alone would pass for a long one', () => {
  const arm = [40, 160, 280].map((y) => ({ x: 40, y }))
  const line = (from: number, to: number) => [from, to].map((y) => ({ x: 0, y }))
  const tube = { outer: line(0, 190), inner: line(40, 160) }
  const endsOn = (wornTo: number) => {
    // One armpit is found lower than the other.
    const place = {
      tips: [
        { x: 32, y: 35 },
        { x: 32, y: 35 },
      ],
      armpits: [
        { x: 60, y: 66 },
        { x: 60, y: 96 },
      ],
      scale: 1,
    } as const
    return sleeveEnds([tube, tube], topOf(250, [tube, tube]), wearing([arm, arm], wornTo), place)
  }
  const [left, right] = endsOn(0)
  expect(right).toBeCloseTo(left)
  expect(left).toBeLessThan(0.9 * 240)
  // What is worn is covered all the same.
  expect(Math.min(...endsOn(270))).toBeGreaterThan(225)
})
