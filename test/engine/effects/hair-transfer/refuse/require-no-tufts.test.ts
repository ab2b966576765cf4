import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  measureTufts,
  requireNoTufts,
} from '../../../../../engine/effects/hair-transfer/refuse/require-no-tufts.ts'
import { MOST_TUFTS } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 200, height: 200 }
const COUNT = SIZE.width * SIZE.height
const OLD = [60, 40, 30] as const

/** A face a hundred pixels wide, its eyes at 100, 120, with old hair from y = 40 to 70 and a tuft of it below. */
function judged(
  tuft: { wide: number; tall: number; y?: number; colour?: readonly number[] },
  made = tuft.colour ?? OLD,
  { ground = [220, 220, 220], isBare = true } = {},
) {
  const { wide, tall, y: top = 70, colour = OLD } = tuft
  const isTuft = (x: number, y: number) => x >= 150 && x < 150 + wide && y >= top && y < top + tall
  const isHair = (x: number, y: number) => x > 40 && x < 175 && y >= 40 && y < 70
  const picture = { ...SIZE, data: new Uint8ClampedArray(4 * COUNT) }
  for (let at = 0; at < COUNT; at++) picture.data.set([...ground, 255], 4 * at)
  const skin = new Float32Array(COUNT).fill(isBare ? 1 : 0)
  const result = { ...SIZE, data: picture.data.slice() }
  const alpha = new Float32Array(COUNT)
  const cover = new Float32Array(COUNT)
  for (let at = 0; at < COUNT; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    if (isHair(x, y)) {
      alpha[at] = 1
      cover[at] = 1
      picture.data.set(OLD, 4 * at)
      result.data.set([200, 160, 90], 4 * at)
    }
    if (isTuft(x, y)) {
      picture.data.set(colour, 4 * at)
      result.data.set(made, 4 * at)
    }
  }
  const level = (c: 0 | 1 | 2) => new Float32Array(COUNT).fill(OLD[c])
  const head = {
    picture,
    face: { landmarks: Array.from({ length: 478 }, () => ({ x: -50, y: -50, z: 0 })) },
    frame: {
      faceWidth: 100,
      centre: { x: 100, y: 120 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    regions: { skin, grid: { ...SIZE, scale: 1, area: { left: 0, top: 0, ...SIZE } } },
    hair: { ...SIZE, alpha, red: level(0), green: level(1), blue: level(2) },
  } as unknown as Head
  return {
    area: measureTufts(head, cover, result),
    refuse: () => requireNoTufts(head, cover, result),
  }
}

test('a tuft of the old colour that nobody told as hair is found beside new hair', () => {
  const { area, refuse } = judged({ wide: 20, tall: 4 })
  expect(area).toBeGreaterThan(MOST_TUFTS)
  expect(refuse).toThrow(/Tufts/)
})

test('a few pixels of it are none', () => {
  const { area, refuse } = judged({ wide: 9, tall: 4 })
  expect(area).toBeLessThanOrEqual(MOST_TUFTS)
  expect(refuse).not.toThrow()
})

test('what was painted over is no tuft, nor what is far below the hair', () => {
  expect(judged({ wide: 20, tall: 4 }, [225, 180, 150]).area).toBe(0)
  expect(judged({ wide: 20, tall: 8, y: 150 }).area).toBe(0)
})

test('shaded skin of nearly the colour of the hair is no tuft, hair on such skin is', () => {
  const ground = [76, 54, 41]
  expect(judged({ wide: 20, tall: 4, colour: [71, 49, 37] }, undefined, { ground }).area).toBe(0)
  expect(judged({ wide: 20, tall: 4 }, undefined, { ground }).area).toBeGreaterThan(MOST_TUFTS)
})

test('where no skin is near, the colour of the hair alone tells', () => {
  const dark = { wide: 20, tall: 4, colour: [35, 25, 20] }
  expect(judged(dark, undefined, { isBare: false }).area).toBeGreaterThan(MOST_TUFTS)
})
