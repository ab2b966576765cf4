import { expect, test } from 'vitest'
import { tightenMask } from '../../../../engine/effects/obj-replace/tighten-mask.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'

const SIZE = { width: 160, height: 160 }
const GRASS = [90, 140, 60]
const COAT = [190, 40, 40]
const FOLD = [110, 20, 20]

/** A square thing from 50 to 110 on a ground, with a dark fold at its left edge, and a mask around it. */
function scene({
  around,
  thing = COAT,
  from = 50,
}: {
  around: number
  thing?: number[]
  from?: number
}) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const mask: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at++) {
      const isIn = (by: number) => x >= from - by && x < 110 + by && y >= 50 - by && y < 110 + by
      const grain = ((x * 7 + y * 13) % 5) - 2
      const colour = isIn(0) ? (x < from + 12 && thing === COAT ? FOLD : thing) : GRASS
      data.set(
        colour.map((level) => level + grain),
        4 * at,
      )
      mask.data[at] = isIn(around) ? 255 : 0
    }
  }
  const picture: Picture = { ...SIZE, data }
  const tight = tightenMask(picture, mask)
  return { mask, tight, at: (x: number, y: number) => tight.data[y * SIZE.width + x]! }
}

test('the rim of ground around a thing is left out, and the thing stays whole', () => {
  const { at } = scene({ around: 4 })
  for (const [x, y] of [
    [47, 80],
    [112, 80],
    [80, 47],
    [80, 112],
  ] as const)
    expect(at(x, y)).toBeLessThan(30)
  for (const [x, y] of [
    [80, 80],
    [106, 80],
    [80, 106],
    [52, 80],
  ] as const)
    expect(at(x, y)).toBeGreaterThan(225)
})

test('what a tight mask covers stays, and nothing is added to it', () => {
  const { mask, tight, at } = scene({ around: 0 })
  expect(at(51, 80)).toBeGreaterThan(225)
  for (const [n, level] of tight.data.entries()) expect(level).toBeLessThanOrEqual(mask.data[n]!)
})

test('a thing of the colours of its ground keeps its mask, but for its soft edge', () => {
  const { at } = scene({ around: 0, thing: GRASS })
  expect(at(80, 80)).toBe(255)
})

test('a mask without an inside is kept', () => {
  const { mask, tight } = scene({ around: 0, from: 106 })
  expect(tight).toBe(mask)
})
