import { expect, test } from 'vitest'
import { takeOwnDye } from '../../../../engine/effects/obj-replace/take-own-dye.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 200, height: 200 }
const WALL = [205, 205, 200]
const RED = [180, 20, 40]
const GREY = [120, 120, 120]

const isMasked: Is = (x, y) => x >= 60 && x < 130 && y >= 60 && y < 140
/** Beside the mask, as much wider than it as is asked for. */
function strip(wide: number): Is {
  return (x, y) => x >= 130 && x < 130 + wide && y >= 60 && y < 140
}

/** A thing on a wall; what is beside the mask lies in a shade, as below an arm. */
function draw(thing: readonly number[], beside: Is, elsewhere: Is = () => false): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    const colour = isMasked(x, y) || elsewhere(x, y) ? thing : WALL
    for (let c = 0; c < 3; c++) data[4 * i + c] = beside(x, y) ? 0.6 * thing[c]! : colour[c]!
  }
  return { ...SIZE, data }
}

/** How many of the pixels of a strip are taken. */
function takenOf(picture: Picture, of: Is): number {
  const { data } = takeOwnDye(picture, maskWhere(SIZE, isMasked))
  return data.reduce(
    (sum, level, i) =>
      sum + (level > 127 && of(i % SIZE.width, Math.floor(i / SIZE.width)) ? 1 : 0),
    0,
  )
}

test('a strip of the dye beside the mask is the thing, in a shade too', () => {
  expect(takenOf(draw(RED, strip(5)), strip(5))).toBeGreaterThan(0.9 * 5 * 80)
})

test('what goes on beyond a few pixels is the rest of a thing that was masked in part', () => {
  expect(takenOf(draw(RED, strip(40)), strip(40))).toBeLessThan(10)
})

test('a thing without a colour keeps its mask', () => {
  expect(takenOf(draw(GREY, strip(5)), strip(5))).toBe(0)
})

test('nothing is taken where the colour is found farther out as well', () => {
  const elsewhere: Is = (x, y) => x >= 50 && x < 140 && y >= 154 && y < 162
  expect(takenOf(draw(RED, strip(5), elsewhere), strip(5))).toBe(0)
})

test('a mask that is faint everywhere stays as it is', () => {
  const mask = maskWhere(SIZE, isMasked)
  const faint = { ...mask, data: mask.data.map((level) => level / 2) }
  expect(takeOwnDye(draw(RED, strip(5)), faint)).toBe(faint)
})
