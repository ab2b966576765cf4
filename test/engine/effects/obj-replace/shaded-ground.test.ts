import { expect, test } from 'vitest'
import { changeRim } from '../../../../engine/effects/obj-replace/change-rim.ts'
import { takeWholeRemains } from '../../../../engine/effects/obj-replace/cover-remains.ts'
import { recolour } from '../../../../engine/effects/obj-replace/recolour.ts'
import { stripsBeside } from '../../../../engine/effects/obj-replace/strips-beside.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { maskWhere } from './mask-where.ts'

const SIZE = { width: 120, height: 120 }
const BLACK = [24, 22, 20]
const SKIN = [205, 160, 125]
/** Black trousers end here, and beside them an arm begins. */
const EDGE = 60

/** Trousers beside an arm that is as dark over some pixels, and gets lighter over so many more. */
function drawn(shade: number, dark = 0): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const x = i % SIZE.width
    const lit = Math.min(1, Math.max(0, (x - EDGE - dark + 1) / shade))
    for (let c = 0; c < 3; c++) data[4 * i + c] = BLACK[c]! + lit * (SKIN[c]! - BLACK[c]!)
  }
  return { ...SIZE, data }
}

const isTrousers = (x: number): boolean => x >= 20 && x < EDGE

/** How much bluer than it was the arm became, at most. */
function bluest(before: Picture, after: Picture): number {
  let most = 0
  for (let x = EDGE; x < EDGE + 20; x++) {
    const i = 4 * (60 * SIZE.width + x)
    const blueOf = ({ data }: Picture): number => data[i + 2]! - data[i]!
    most = Math.max(most, blueOf(after) - blueOf(before))
  }
  return most
}

test('the shaded side of an arm beside black trousers is no remains of them', () => {
  const mask = maskWhere(SIZE, isTrousers)
  expect(takeWholeRemains(drawn(12, 6), mask).data).toEqual(mask.data)
})

test('what is the trousers surely and ends beside a tight mask is taken', () => {
  const tight = maskWhere(SIZE, (x) => x >= 20 && x < EDGE - 2)
  expect(takeWholeRemains(drawn(2), tight).data[60 * SIZE.width + EDGE - 2]).toBe(255)
})

test('the shaded side of an arm becomes no blue with the trousers', () => {
  const picture = drawn(60)
  const mask = maskWhere(SIZE, isTrousers)
  const made = changeRim(picture, recolour(picture, mask, [30, 70, 220]), mask)
  expect(bluest(picture, made)).toBeLessThan(12)
})

test('the edge of trousers before a lit arm is changed with them', () => {
  const picture = drawn(3)
  const mask = maskWhere(SIZE, isTrousers)
  const made = changeRim(picture, recolour(picture, mask, [30, 70, 220]), mask)
  expect(bluest(picture, made)).toBeGreaterThan(40)
})

test('of what touches a thing, what goes on beyond the ring is left out whole, near the ring', () => {
  const row = { width: 12, height: 1 }
  const thing = Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  const ring = Uint8Array.of(1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
  const ending = Uint8Array.of(0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
  const crossing = Uint8Array.of(0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0)
  const apart = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
  expect([...stripsBeside(ending, { thing, ring }, row, 3)]).toEqual([...ending])
  expect(stripsBeside(crossing, { thing, ring }, row, 3).subarray(0, 5)).not.toContain(1)
  expect(stripsBeside(apart, { thing, ring }, row, 3)).not.toContain(1)
})

test('what touches a thing by a corner alone is not connected with it', () => {
  const square = { width: 3, height: 3 }
  const thing = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0)
  const ring = new Uint8Array(9).fill(1)
  const corner = Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0)
  const side = Uint8Array.of(0, 1, 0, 0, 1, 0, 0, 0, 0)
  expect(stripsBeside(corner, { thing, ring }, square, 1)).not.toContain(1)
  expect([...stripsBeside(side, { thing, ring }, square, 1)]).toEqual([...side])
})
