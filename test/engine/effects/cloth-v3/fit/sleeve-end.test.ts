import { expect, test } from 'vitest'
import { sleeveEnd, sleeveEnds } from '../../../../../engine/effects/cloth-v3/fit/sleeve-end.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'

test('a short sleeve is as long as it is cut, from the tip of the shoulder and the armpit on', () => {
  const size = { width: 200, height: 400 }
  const arm = [
    { x: 40, y: 100 },
    { x: 40, y: 230 },
    { x: 40, y: 340 },
  ] as const
  const bare = { ...size, data: new Uint8Array(size.width * size.height) }
  const wearer = {
    arms: [arm, arm],
    torso: { shoulders: 120 },
    regions: { 'upper-garment': bare },
  } as unknown as Wearer
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
  const shape = {
    neck: [{ x: 60, y: 0 }],
    hem: [{ x: 60, y: 400 }],
    armpits: [
      { x: 30, y: 100 },
      { x: 230, y: 100 },
    ],
  } as unknown as TopShape
  const end = sleeveEnd(tube, shape, wearer, {
    side: -1,
    tip: { x: 32, y: 82 },
    armpit: { x: 60, y: 126 },
    scale: 0.8,
  })
  // Its edges are 80 and 40 pixels long, from 18 pixels above the joint and from 26 below it.
  expect(end).toBeCloseTo((62 + 66) / 2)
})

test('long sleeves are of one length where one arm is found much longer than the other', () => {
  const size = { width: 200, height: 400 }
  const arm = (length: number) => [100, 100 + length / 2, 100 + length].map((y) => ({ x: 40, y }))
  const bare = { ...size, data: new Uint8Array(size.width * size.height) }
  const wearer = {
    arms: [arm(240), arm(350)],
    torso: { shoulders: 120 },
    regions: { 'upper-garment': bare },
  } as unknown as Wearer
  const line = (from: number) => [from, 220].map((y) => ({ x: 0, y }))
  const tube = { outer: line(20), inner: line(50) }
  const shape = {
    neck: [{ x: 60, y: 0 }],
    hem: [{ x: 60, y: 250 }],
    armpits: [
      { x: 30, y: 100 },
      { x: 230, y: 100 },
    ],
  } as unknown as TopShape
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
  const size = { width: 200, height: 400 }
  const arm = [40, 160, 280].map((y) => ({ x: 40, y }))
  const wornTo = (y: number) => ({
    ...size,
    data: Uint8Array.from({ length: size.width * size.height }, (_, at) =>
      Math.floor(at / size.width) < y ? 255 : 0,
    ),
  })
  const line = (from: number, to: number) => [from, to].map((y) => ({ x: 0, y }))
  const tube = { outer: line(0, 190), inner: line(40, 160) }
  const shape = {
    neck: [{ x: 60, y: 0 }],
    hem: [{ x: 60, y: 250 }],
    armpits: [
      { x: 30, y: 100 },
      { x: 230, y: 100 },
    ],
    sleeves: [tube, tube],
  } as unknown as TopShape
  const endsOn = (upper: ReturnType<typeof wornTo>) => {
    const wearer = {
      arms: [arm, arm],
      torso: { shoulders: 120 },
      regions: { 'upper-garment': upper },
    } as unknown as Wearer
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
    return sleeveEnds([tube, tube], shape, wearer, place)
  }
  const [left, right] = endsOn(wornTo(0))
  expect(right).toBeCloseTo(left)
  expect(left).toBeLessThan(0.9 * 240)
  // What is worn is covered all the same.
  expect(Math.min(...endsOn(wornTo(270)))).toBeGreaterThan(225)
})
