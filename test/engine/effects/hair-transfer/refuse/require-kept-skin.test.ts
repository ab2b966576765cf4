import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  measureLostSkin,
  requireKeptSkin,
} from '../../../../../engine/effects/hair-transfer/refuse/require-kept-skin.ts'
import { KEPT_SKIN, MOST_LOST_SKIN } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 200, height: 200 }
const COUNT = SIZE.width * SIZE.height
const SKIN = [205, 150, 125] as const
const GROUND = [225, 225, 228] as const

/** A face a hundred pixels wide, its eyes at 100, 80, with an ear of a height beside it that is gone in the result. */
function judged(tall: number, { made = GROUND as readonly number[], covered = 0 } = {}) {
  const isFace = (x: number, y: number) => ((x - 100) / 40) ** 2 + ((y - 95) / 55) ** 2 < 1
  const isEar = (x: number, y: number) => x >= 146 && x < 156 && y >= 80 && y < 80 + tall
  const picture = { ...SIZE, data: new Uint8ClampedArray(4 * COUNT).fill(255) }
  const result = { ...SIZE, data: picture.data.slice() }
  const cover = new Float32Array(COUNT)
  for (let at = 0; at < COUNT; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isSkin = isFace(x, y) || isEar(x, y)
    picture.data.set(isSkin ? SKIN : GROUND, 4 * at)
    result.data.set(isEar(x, y) ? made : isFace(x, y) ? SKIN : GROUND, 4 * at)
    if (isEar(x, y)) cover[at] = covered
  }
  const oval = Array.from({ length: 36 }, (_, n) => ({
    x: 100 + 38 * Math.cos((n * Math.PI) / 18),
    y: 95 + 53 * Math.sin((n * Math.PI) / 18),
  }))
  const frame = {
    faceWidth: 100,
    centre: { x: 100, y: 80 },
    oval,
    across: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
  }
  const head = { picture, frame } as unknown as Head
  return {
    area: measureLostSkin(head, cover, result),
    refuse: () => requireKeptSkin(head, cover, result),
  }
}

test('an ear that comes off with the hair is refused, a part of it as small as the limit is not', () => {
  const limit = (MOST_LOST_SKIN * 100 ** 2) / 10
  const lost = judged(Math.ceil(limit) + 2)
  expect(lost.area).toBeGreaterThan(MOST_LOST_SKIN)
  expect(lost.refuse).toThrow(/ear of the person would come off/)
  expect(judged(Math.floor(limit) - 2).refuse).not.toThrow()
})

test('skin that stays, or that new hair covers, is not lost', () => {
  expect(judged(40, { made: SKIN }).area).toBe(0)
  expect(judged(40, { covered: KEPT_SKIN.hidden + 0.05 }).area).toBe(0)
  expect(judged(40, { covered: KEPT_SKIN.hidden - 0.05 }).area).toBeGreaterThan(MOST_LOST_SKIN)
})
