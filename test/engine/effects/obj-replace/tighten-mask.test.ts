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

/** A picture and a mask by their pixels: what `draw` gives is a colour, and whether the mask has it. */
function drawn(draw: (x: number, y: number) => [colour: number[], isIn: boolean]) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const mask: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at++) {
      const [colour, isIn] = draw(x, y)
      data.set(colour, 4 * at)
      mask.data[at] = isIn ? 255 : 0
    }
  }
  const tight = tightenMask({ ...SIZE, data }, mask)
  return (x: number, y: number) => tight.data[y * SIZE.width + x]!
}

test('a dark fold between two parts of a thing is its own, as dark as trousers below are', () => {
  const at = drawn((x, y) => {
    const isThing = x >= 30 && x < 130 && y >= 30 && y < 110
    const isFold = isThing && x >= 78 && x < 82
    const colour = isFold ? [22, 2, 3] : isThing ? COAT : y >= 110 ? [12, 12, 12] : GRASS
    return [colour, isThing && !isFold]
  })
  expect(at(79, 70)).toBeGreaterThan(225)
  expect(at(80, 118)).toBe(0)
})

test('a pole of other colours is left out whole, and not in specks', () => {
  const at = drawn((x, y) => {
    const isSign = x >= 40 && x < 120 && y >= 10 && y < 90
    const isPole = x >= 76 && x < 84 && y >= 90
    const isSpeck = isPole && y % 12 < 5
    return [isSign || isSpeck ? COAT : isPole ? [96, 130, 70] : GRASS, isSign || isPole]
  })
  expect(at(80, 50)).toBe(255)
  for (let y = 104; y < 150; y++) expect(at(80, y)).toBeLessThan(30)
})
