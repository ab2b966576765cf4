import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { blendSideburns } from '../../../../../engine/effects/hair-transfer/reference/blend-sideburns.ts'

const SIZE = { width: 200, height: 200 }
const COUNT = SIZE.width * SIZE.height
const OWN = [90, 60, 40] as const
const SKIN = [225, 180, 150] as const
const NEW = 20
const at = (x: number, y: number) => y * SIZE.width + x

/** A face a hundred pixels wide, its eyes at 100, 100: hair beside it ends in a wedge before the ear. */
const isOwn = (x: number, y: number) => x >= 138 && x < 158 && y < 90
const isSideburn = (x: number, y: number) => x >= 140 && x < 150 && y >= 90 && y < 112

function joined(isNew: (x: number, y: number) => boolean, level = OWN as readonly number[]) {
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: COUNT }, (_, n) => of(n % SIZE.width, Math.floor(n / SIZE.width)))
  const shown = (x: number, y: number) => (isOwn(x, y) ? OWN : isSideburn(x, y) ? level : SKIN)
  const data = new Uint8ClampedArray(4 * COUNT)
  for (let n = 0; n < COUNT; n++) {
    data.set([...shown(n % SIZE.width, Math.floor(n / SIZE.width)), 255], 4 * n)
  }
  const wearer = {
    picture: { ...SIZE, data },
    face: { landmarks: [] },
    frame: {
      faceWidth: 100,
      centre: { x: 100, y: 100 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: {
      ...SIZE,
      alpha: plane((x, y) => (isOwn(x, y) ? 1 : 0)),
      red: plane(() => OWN[0]),
      green: plane(() => OWN[1]),
      blue: plane(() => OWN[2]),
    },
    regions: {
      skin: plane((x, y) => (isOwn(x, y) || isSideburn(x, y) ? 0 : 1)),
      grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
    },
  } as unknown as Head
  const alpha = plane((x, y) => (isNew(x, y) ? 1 : 0))
  const colour = () => plane((x, y) => (isNew(x, y) ? NEW : 0))
  const layer = { ...SIZE, alpha, red: colour(), green: colour(), blue: colour() }
  blendSideburns(wearer, layer)
  return layer
}

test('a sideburn below new hair takes its colour and keeps its shape', () => {
  const { alpha, red } = joined((x, y) => isOwn(x, y) && y < 84)
  // What the new hair leaves of the old one, the sideburn below it, and the skin beside that.
  for (const y of [87, 96, 105]) {
    expect(alpha[at(145, y)]).toBeGreaterThan(0.9)
    expect(red[at(145, y)]).toBeCloseTo(NEW, 0)
  }
  expect(alpha[at(136, 100)]).toBe(0)
  expect(alpha[at(154, 100)]).toBe(0)
  expect(alpha[at(145, 116)]).toBe(0)
})

test('a sliver of own hair between new hair and an ear is covered, broad hair beside it is not', () => {
  const { alpha } = joined((x, y) => x >= 138 && x < 155 && y < 90)
  expect(alpha[at(156, 80)]).toBeGreaterThan(0.9)
  const { alpha: far } = joined((x, y) => x >= 138 && x < 142 && y < 40)
  expect(far[at(150, 80)]).toBe(0)
})

test('what is no mixture of hair and skin below new hair is left', () => {
  const { alpha } = joined((x, y) => isOwn(x, y) && y < 84, [60, 160, 200])
  expect(alpha[at(145, 105)]).toBe(0)
})
