import { describe, expect, test } from 'vitest'
import { armReader, rowsAlong } from '../../../engine/hand/arm-rows.ts'
import { labToSrgb } from '../../../engine/raster/colour/lab.ts'
import type { Hand } from '../../../engine/vision/hands/hand.ts'

type Reader = Parameters<typeof rowsAlong>[0]

const BREADTH = 100
const ORIGIN = { x: 0, y: 0 }
const DOWN = { x: 0, y: 1 }

/** An arm straight down, whose edges show in colour and light. Places are told by how far across and down they are. */
function arm(
  half: number | ((down: number) => number),
  also: (across: number, down: number) => boolean = () => true,
  isInside: (across: number, down: number) => boolean = () => true,
): Reader {
  const within = (x: number, y: number) => Math.abs(x) < (typeof half === 'number' ? half : half(y))
  return {
    isSkin: ({ x, y }) => within(x, y) && also(-x, y),
    lightAt: ({ x, y }) => (within(x, y) ? 60 : 20),
    isInside: ({ x, y }) => isInside(-x, y),
  }
}

const rowsOf = (read: Reader, gap = 0) => rowsAlong(read, ORIGIN, DOWN, BREADTH, gap)

test('rows lie a twenty-fifth of a breadth apart, from half of one on the hand to nearly two on the arm', () => {
  const rows = rowsOf(arm(30))
  expect(rows).toHaveLength(60)
  for (const [nth, { distance, left, right }] of rows.entries()) {
    expect(distance).toBeCloseTo(BREADTH * (-0.5 + nth * 0.04), 6)
    expect(Math.abs(left + 30)).toBeLessThan(1)
    expect(Math.abs(right - 30)).toBeLessThan(1)
  }
})

describe('an arm', () => {
  test.each([
    [20.3, 0],
    [22.5, 60],
    [83.5, 60],
    [86.5, 0],
  ])('of half a width of %f of a hundred shows in %i rows', (half, count) => {
    expect(rowsOf(arm(half))).toHaveLength(count)
  })

  test.each([
    [4, true],
    [6.5, false],
  ])('goes on behind a gap of %f across it: %s', (gap, goesOn) => {
    const [row] = rowsOf(
      arm(30, (across) => across < 15 || across > 15 + gap),
      1,
    )
    expect(row!.right > 20).toBe(goesOn)
    expect(row!.left).toBeLessThan(-29)
  })

  test.each([
    [3, true],
    [4, false],
  ])('is bare where %i of sixteen places across are no skin: %s', (covered, isBare) => {
    const { left, right } = rowsOf(arm(30))[0]!
    const places = Array.from(
      { length: covered },
      (_, n) => left + ((2 * n + 1.5) / 16) * (right - left),
    )
    const isHole = (across: number) => places.some((at) => Math.abs(across - at) < 1)
    const rows = rowsOf(arm(30, (across, down) => down < 50 || !isHole(across)))
    expect(rows.at(-1)!.distance > 100).toBe(isBare)
    // On what is worn behind a gap nothing is bare.
    expect(
      rowsOf(
        arm(30, (across, down) => down < 50 || !isHole(across)),
        1,
      ),
    ).toHaveLength(60)
  })

  test('ends where one of its edges leaves the picture, but not on the hand', () => {
    const cut = (from: number) => arm(30, undefined, (across, down) => down < from || across < 20)
    expect(rowsOf(cut(-50)).at(-1)!.distance).toBeLessThan(1)
    expect(rowsOf(cut(70)).at(-1)!.distance).toBeCloseTo(66, 6)
  })

  test.each([
    [9, 0, true],
    [15, 0, false],
    [60, 0.7, true],
    [60, 0.5, false],
  ])(
    'without skin up to %i of a hundred, of which %f may be hidden, goes on: %s',
    (to, gap, goesOn) => {
      const rows = rowsOf(
        arm(30, (_, down) => down < -3 || down > to),
        gap,
      )
      expect(rows.some(({ distance }) => distance > to)).toBe(goesOn)
    },
  )

  test('is followed by half of how far its middle moved, from a tenth before the wrist on', () => {
    const moved = (down: number) => (down < -30 ? 0 : 8)
    const read: Reader = {
      isSkin: ({ x, y }) => Math.abs(-x - moved(y)) < 30,
      lightAt: ({ x, y }) => (Math.abs(-x - moved(y)) < 30 ? 60 : 20),
      isInside: () => true,
    }
    const middles: number[] = []
    rowsOf({
      ...read,
      isSkin: ({ x, y }) => {
        const down = Math.round(y)
        if (middles[down + 50] === undefined) middles[down + 50] = -x
        return Math.abs(-x - moved(y)) < 30
      },
    })
    const middleAt = (down: number) => middles[down + 50]!
    for (const down of [-50, -10, -6]) expect(middleAt(down)).toBeCloseTo(0, 6)
    expect(middleAt(-2)).toBeCloseTo(4, 0)
    expect(middleAt(2)).toBeCloseTo(6, 0)
    expect(middleAt(6)).toBeCloseTo(7, 0)
  })
})

test.each([
  [1, 31],
  [5, 35],
  [8, 30],
])('the edge of skin moves to a change of light %i beyond it: to %i', (beyond, edge) => {
  const read = arm(30)
  const [row] = rowsOf({ ...read, lightAt: ({ x }) => (Math.abs(x) < 30 + beyond ? 60 : 20) })
  expect(Math.abs(row!.right - edge)).toBeLessThan(1)
  expect(Math.abs(row!.left + edge)).toBeLessThan(1)
})

test.each([
  [1, 29],
  [4, 30],
])('or %i before it: to %i', (before, edge) => {
  const read = arm(30)
  const [row] = rowsOf({ ...read, lightAt: ({ x }) => (Math.abs(x) < 30 - before ? 60 : 20) })
  expect(Math.abs(row!.right - edge)).toBeLessThan(1)
})

test('a spread thumb in the light of the arm is no ground beside it', () => {
  const [width, height] = [400, 400]
  const thumb = [150, 130, 112, 92].map((y, n) => ({ x: 110 - 16 * n, y }))
  const fingers = [160, 186, 212, 238].flatMap((x) => [110, 80, 60, 45].map((y) => ({ x, y })))
  const landmarks = [{ x: 200, y: 200 }, ...thumb, ...fingers]
  const data = new Uint8ClampedArray(4 * width * height)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isArm = y >= 215 && Math.abs(x - 200) < 36
    const isThumb = thumb.some((joint) => Math.hypot(x - joint.x, y - joint.y) < 18)
    const isHand = y < 215 && y > 40 && Math.abs(x - 200) < 50
    const skin = isHand ? { l: 62, a: 16, b: 18 } : { l: 48, a: 22, b: 24 }
    const own = isHand || isArm || isThumb ? skin : { l: 40, a: -2, b: -12 }
    data.set([...labToSrgb(own), 255], 4 * at)
  }
  const read = armReader({ width, height, data }, { landmarks } as Hand, BREADTH, DOWN)
  expect(read.isSkin({ x: 200, y: 300 })).toBe(true)
  expect(read.isSkin({ x: 170, y: 240 })).toBe(true)
  expect(read.isSkin({ x: 260, y: 300 })).toBe(false)
})
