import { expect, test } from 'vitest'
import { refineMatteByColour } from '../../../../engine/vision/mattes/refine-matte-by-colour.ts'

const WIDTH = 480
const HEIGHT = 120
/** Columns of doubt between somebody on the left and the wall on the right. */
const DOUBT = { from: 230, to: 256 }

const SHIRT = [150, 40, 50] as const
const WALL = [120, 130, 140] as const

/** The claim left in the middle of the doubt, which is coloured so and claimed so by the two masks. */
function settled(
  colour: readonly [number, number, number],
  { less = 120, more = 170, from = DOUBT.from, to = DOUBT.to } = {},
): number {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  const own = new Uint8Array(WIDTH * HEIGHT)
  const wider = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < own.length; i++) {
    const x = i % WIDTH
    const inside = x >= from && x < to
    data.set([...(inside ? colour : x < from ? SHIRT : WALL), 255], 4 * i)
    own[i] = inside ? less : x < from ? 255 : 0
    wider[i] = inside ? more : x < from ? 255 : 0
  }
  const picture = { width: WIDTH, height: HEIGHT, data }
  refineMatteByColour(picture, { width: WIDTH, height: HEIGHT, data: own }, wider)
  expect(own[60 * WIDTH + 40]).toBe(255)
  expect(own[60 * WIDTH + 400]).toBe(0)
  return own[60 * WIDTH + Math.floor((from + to) / 2)]!
}

test('what has the person’s colours becomes theirs, what has the wall’s the wall’s', () => {
  expect(settled(SHIRT)).toBeGreaterThan(245)
  expect(settled([158, 46, 44])).toBeGreaterThan(245)
  expect(settled(WALL)).toBeLessThan(10)
})

test('what is like both or like neither stays in doubt', () => {
  expect(settled([135, 85, 95])).toBe(120)
  expect(settled([200, 200, 30])).toBeGreaterThan(100)
  expect(settled([200, 200, 30])).toBeLessThan(140)
})

test('what one mask hardly claims does not become the person’s for its colour', () => {
  expect(settled(SHIRT, { less: 60, more: 230 })).toBe(60)
})

test('a soft edge of a few pixels stays as it is', () => {
  expect(settled(SHIRT, { from: 240, to: 246 })).toBe(120)
})
