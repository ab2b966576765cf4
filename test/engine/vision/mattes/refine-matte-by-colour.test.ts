import { expect, test } from 'vitest'
import { refineMatteByColour } from '../../../../engine/vision/mattes/refine-matte-by-colour.ts'

const WIDTH = 480
const HEIGHT = 120
/** The unknown columns between a person on the left and the wall on the right. */
const UNKNOWN = { from: 230, to: 256 }

const SHIRT = [150, 40, 50] as const
const WALL = [120, 130, 140] as const

/** The refined level in the middle of the unknown columns, for their colour and their levels in the two masks. */
function refinedLevel(
  colour: readonly [number, number, number],
  { less = 120, more = 170, from = UNKNOWN.from, to = UNKNOWN.to } = {},
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

test('unknown pixels with colours of the person become person, those with colours of the wall background', () => {
  expect(refinedLevel(SHIRT)).toBeGreaterThan(245)
  expect(refinedLevel([158, 46, 44])).toBeGreaterThan(245)
  expect(refinedLevel(WALL)).toBeLessThan(10)
})

test('unknown pixels that resemble both or neither keep their level', () => {
  expect(refinedLevel([135, 85, 95])).toBe(120)
  expect(refinedLevel([200, 200, 30])).toBeGreaterThan(100)
  expect(refinedLevel([200, 200, 30])).toBeLessThan(140)
})

test('pixels of a low level in one mask are not raised by their colour', () => {
  expect(refinedLevel(SHIRT, { less: 60, more: 230 })).toBe(60)
})

test('a soft edge of a few pixels keeps its levels', () => {
  expect(refinedLevel(SHIRT, { from: 240, to: 246 })).toBe(120)
})
