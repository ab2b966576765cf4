import { expect, test } from 'vitest'
import { agreeingFill } from '../../../../engine/effects/obj-rem-vid/agreeing-fill.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const [WIDTH, HEIGHT] = [96, 80]

/** A slope of light with grain, and a round hole that shows something else. */
function slope(isTurned: boolean): { picture: Picture; hole: Uint8Array } {
  const random = seededRandom(7)
  const picture = { width: WIDTH, height: HEIGHT, data: new Uint8ClampedArray(WIDTH * HEIGHT * 4) }
  const hole = new Uint8Array(WIDTH * HEIGHT)
  const grain = Array.from({ length: WIDTH * HEIGHT }, () => 20 * (random() - 0.5))
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at++) {
      const from = isTurned ? WIDTH - 1 - x : x
      hole[at] = Math.hypot(from - 45, y - 40) < 16 ? 1 : 0
      const level = hole[at] ? 250 : 60 + from + grain[y * WIDTH + from]!
      picture.data.set([level, level, level, 255], 4 * at)
    }
  }
  return { picture, hole }
}

test('fills alike in whichever direction it begins, and changes nothing else', () => {
  const [one, other] = [false, true].map((isTurned) => {
    const { picture, hole } = slope(isTurned)
    const filled = agreeingFill(picture, hole, hole)
    for (const [at, is] of hole.entries()) {
      if (!is) expect(filled.data[4 * at]).toBe(picture.data[4 * at])
      else expect(Math.abs(filled.data[4 * at]! - 105)).toBeLessThan(50)
    }
    return filled
  })
  let most = 0
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [a, b] = [4 * (y * WIDTH + x), 4 * (y * WIDTH + WIDTH - 1 - x)]
      most = Math.max(most, Math.abs(one!.data[a]! - other!.data[b]!))
    }
  }
  expect(most).toBeLessThanOrEqual(1)
})
