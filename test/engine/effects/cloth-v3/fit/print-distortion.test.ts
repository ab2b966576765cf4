import { expect, test } from 'vitest'
import { withEvenRows } from '../../../../../engine/effects/cloth-v3/fit/even-rows.ts'
import { alongLimb, rowsAcross } from '../../../../../engine/effects/cloth-v3/fit/rows-across.ts'
import type { TopShape } from '../../../../../engine/effects/cloth-v3/garment.ts'
import { measurePrint } from '../../../../bench/garment-prints.ts'
import { LOWER, measureLowerPrint } from '../../../../bench/lower-prints.ts'
import { isEveryCaseTried } from '../../../../setup/sampled.ts'
import { warmVision } from '../../../warm-vision.ts'

// Degrees, and per cent of their distance; the most is what nineteen of twenty places stay below.
// In `npm test` the stripes of `dress-person.test.ts` are measured.
test.runIf(isEveryCaseTried()).each([
  ['worn', 5],
  ['alone', 3],
] as const)(
  'stripes of a tee that is shown %s stay level and evenly far apart',
  async (shown, number) => {
    const found = await measurePrint(number, { shown, way: 'across' }, await warmVision())
    expect(found.torso.angle.most).toBeLessThan(3)
    expect(found.torso.spacing.most).toBeLessThan(6)
    expect(found.sleeves!.angle.mean).toBeLessThan(6)
    expect(found.sleeves!.spacing.mean).toBeLessThan(10)
  },
)

test.runIf(isEveryCaseTried())(
  'upright stripes stay upright, and as far apart in the middle as they are cut',
  async () => {
    const { torso } = await measurePrint(4, { shown: 'alone', way: 'down' }, await warmVision())
    expect(torso.angle.most).toBeLessThan(3)
    expect(torso.spacing.most).toBeLessThan(6)
  },
)

test.runIf(isEveryCaseTried())(
  'upright stripes on another build are within 30 % as far apart on average',
  async () => {
    const { torso } = await measurePrint(0, { shown: 'worn', way: 'down' }, await warmVision())
    expect(torso.spacing.mean).toBeLessThan(30)
  },
)

// Of trousers the legs lean, and the seat is drawn together where the legs of who wears them are short.
test.runIf(isEveryCaseTried()).each([
  [0, 6, { angle: 8, spacing: 30 }],
  [1, 9, { angle: 2.5, spacing: 4 }],
  [0, 4, { angle: 8, spacing: 16 }],
  [2, 3, { angle: 2.5, spacing: 4 }],
] as const)(
  'level stripes of trousers and skirts stay level and evenly far apart, %i on %i',
  async (garment, number, most) => {
    const found = await measureLowerPrint(LOWER[garment], number, await warmVision())
    expect(found.angle.most).toBeLessThan(most.angle)
    expect(found.angle.mean).toBeLessThan(3)
    expect(found.spacing.most).toBeLessThan(most.spacing)
    expect(found.spacing.mean).toBeLessThan(10)
  },
)

test('rows of a sleeve lie across it, whose edges are not of one length', () => {
  const arm = [0, 100, 200].map((y) => ({ x: 50, y }))
  const outer = [0, 60, 180].map((y) => ({ x: 80, y }))
  const under = [
    { x: 80, y: 0 },
    { x: 20, y: 70 },
    { x: 20, y: 180 },
  ]
  const rows = rowsAcross({ outer, under }, (point) => alongLimb(arm, point), 9)
  for (const [n, point] of rows.outer.entries()) expect(rows.under[n]!.y).toBeCloseTo(point.y)
  expect(rows.under[0]).toEqual({ x: 80, y: 0 })
  expect(rows.under.at(-1)).toEqual({ x: 20, y: 180 })
})

test('the row that lies between armpits is as far down the garment as they are down the body', () => {
  const line = (x: number) => [40, 90, 140].map((y) => ({ x, y }))
  const shape = {
    tips: [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
    armpits: [line(0)[0]!, line(100)[0]!],
    sides: [line(0), line(100)],
    hem: line(50).slice(-1),
    neckline: [{ x: 50, y: 0 }],
  } as unknown as TopShape
  const at = (armpits: number) => withEvenRows(shape, { tips: 0, armpits, hem: 280 }).armpits[0].y
  expect(at(80)).toBeCloseTo(40)
  expect(at(100)).toBeCloseTo(50)
  // Not farther from its own armpits than a fifth of what lies below them.
  expect(at(160)).toBeCloseTo(60)
})
