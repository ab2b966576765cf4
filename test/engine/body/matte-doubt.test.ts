import { expect, test } from 'vitest'
import { matteDoubt } from '../../../engine/body/matte-doubt.ts'
import type { PersonMattes } from '../../../engine/body/mattes.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { identityDisplacement } from '../../../engine/raster/warp/displacement.ts'

const WIDTH = 200
const HEIGHT = 160
const STEP = 4
const SCALE = 120

type Columns = (x: number) => boolean

/** A scene of vertical bars: what is drawn in the person's colour, and what the matte takes for the person. */
function doubtOf(isDrawn: Columns, isMatte: Columns, colours = { person: 40, wall: 180 }): number {
  const size = WIDTH * HEIGHT
  const picture: Picture = {
    width: WIDTH,
    height: HEIGHT,
    data: new Uint8ClampedArray(4 * size).fill(255),
  }
  const matte = { width: WIDTH, height: HEIGHT, data: new Uint8Array(size) }
  for (let i = 0; i < size; i++) {
    const x = i % WIDTH
    picture.data.fill(isDrawn(x) ? colours.person : colours.wall, 4 * i, 4 * i + 3)
    matte.data[i] = isMatte(x) ? 255 : 0
  }
  const mattes: PersonMattes = {
    matte,
    support: matte,
    protection: { ...matte, data: new Uint8Array(size) },
    occlusion: matte.data.map((value) => (value > 0 ? 1 : 0)),
  }
  const field = identityDisplacement(WIDTH, HEIGHT, STEP)
  const doubt = matteDoubt(picture, mattes, field, { scale: SCALE, reach: 0.15 * SCALE })
  // At the outline in column 100, halfway down.
  return doubt[(HEIGHT / 2 / STEP) * field.cols + 100 / STEP]!
}

const bar: Columns = (x) => x >= 50 && x < 100
const barAndLimb =
  (gap: number): Columns =>
  (x) =>
    bar(x) || (x >= 100 + gap && x < 120 + gap)

test('a matte that fits its colours is certain', () => {
  expect(doubtOf(bar, bar)).toBe(0)
})

test('doubt grows as the gap beside an outline gets narrower', () => {
  const doubts = [16, 8, 4, 2].map((gap) => doubtOf(barAndLimb(gap), barAndLimb(gap)))
  expect(doubts).toEqual(doubts.toSorted((a, b) => a - b))
  expect(doubts[0]).toBeLessThan(0.1)
  expect(doubts.at(-1)).toBe(1)
})

test('doubt grows as both sides get alike', () => {
  const doubts = [180, 70, 58, 45].map((wall) => doubtOf(bar, bar, { person: 40, wall }))
  expect(doubts).toEqual(doubts.toSorted((a, b) => a - b))
  expect(doubts[0]).toBe(0)
  expect(doubts.at(-1)).toBe(1)
})

test.each([
  ['ends before the person does', (x: number) => x >= 50 && x < 106],
  ['holds background', (x: number) => x >= 50 && x < 94],
])('a matte that %s is doubtful', (_, isDrawn) => {
  expect(doubtOf(isDrawn, bar)).toBeGreaterThan(0.9)
})
