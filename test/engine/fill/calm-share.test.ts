import { expect, test } from 'vitest'
import { calmShare } from '../../../engine/fill/calm-share.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

const SIZE = { width: 120, height: 90 } as const
const HOLE = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
  const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
  return x >= 40 && x < 80 && y >= 25 && y < 65 ? 1 : 0
})

/** Grey with noise of an amplitude, in levels, outside a hole and in it. */
function noisy(outside: number, inside: number): Picture {
  const random = seededRandom()
  const data = new Uint8ClampedArray(4 * HOLE.length).fill(255)
  for (let at = 0; at < HOLE.length; at++) {
    const level = 120 + (HOLE[at] ? inside : outside) * (2 * random() - 1)
    data.fill(level, 4 * at, 4 * at + 3)
  }
  return { ...SIZE, data }
}

test('a smooth fill is calm in a rough place only', () => {
  const share = (outside: number, inside: number): number =>
    calmShare(noisy(outside, outside), noisy(outside, inside), HOLE)
  expect(share(40, 0)).toBeGreaterThan(0.9)
  expect(share(40, 40)).toBeLessThan(0.02)
  expect(share(2, 0)).toBe(0)
})

test('nothing is calm without a hole, or where all is hole', () => {
  const picture = noisy(40, 0)
  expect(calmShare(picture, picture, new Uint8Array(HOLE.length))).toBe(0)
  expect(calmShare(picture, picture, new Uint8Array(HOLE.length).fill(1))).toBe(0)
})
