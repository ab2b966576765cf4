import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { requireHairAtEars } from '../../../../../engine/effects/hair-transfer/refuse/require-hair-at-ears.ts'

const SIZE = { width: 200, height: 200 }

/** A head a hundred pixels wide, its eyes at 100, 100, with an ear from column 148 to 158 on its right. */
function demand(
  isHair: (x: number, y: number) => boolean,
  isOwn = (_x: number, _y: number) => false,
) {
  const plane = (of: (x: number, y: number) => boolean) =>
    Float32Array.from({ length: 40_000 }, (_, n) => (of(n % 200, Math.floor(n / 200)) ? 1 : 0))
  const isEar = (x: number, y: number) => x >= 148 && x < 158 && y >= 92 && y < 125
  const wearer = {
    picture: SIZE,
    frame: {
      faceWidth: 100,
      centre: { x: 100, y: 100 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { alpha: plane(isOwn) },
    regions: {
      person: plane((x, y) => (x >= 52 && x < 148 && y > 60) || isEar(x, y)),
      grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
    },
  } as unknown as Head
  const colour = new Float32Array(40_000)
  const layer = { ...SIZE, alpha: plane(isHair), red: colour, green: colour, blue: colour }
  return () => requireHairAtEars(wearer, layer)
}

test('a hole behind an ear that hair goes on outside of is refused, an ear in full hair is not', () => {
  const isFull = (x: number, y: number) => x >= 146 && x < 180 && y > 60 && y < 130
  const isEar = (x: number, y: number) => x < 158 && y >= 92 && y < 125
  const isHole = (x: number, y: number) => x < 165 && y >= 84 && y < 96
  expect(demand((x, y) => isFull(x, y) && !isEar(x, y))).not.toThrow()
  expect(demand((x, y) => isFull(x, y) && !isEar(x, y) && !isHole(x, y))).toThrow(/around the/)
})

test('ground above an ear where own hair was is refused, where none was it may show', () => {
  const isHair = (x: number, y: number) => x < 156 && y < 86
  expect(demand(isHair, (x, y) => x < 156 && y < 92)).toThrow(/around the person’s ears/)
  expect(demand(isHair)).not.toThrow()
})

test('new hair over the ears may be narrower than own hair was', () => {
  const isLong = (end: number) => (x: number, y: number) => x >= 146 && x < end && y < 180
  expect(demand(isLong(164), isLong(169))).not.toThrow()
})
