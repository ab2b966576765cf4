import { expect, test } from 'vitest'
import { takeAwayByColour } from '../../../../engine/effects/image-to-video/find-people.ts'

const SIZE = { width: 160, height: 96 } as const
const DARK = 40
const LIGHT = 210
const DOUBT = 128

/** Somebody dark on the left of light ground; between the two a matte is in doubt, and the picture shows `between`. */
function doubted(between: number) {
  const { width, height } = SIZE
  const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const matte = { width, height, data: new Uint8Array(width * height) }
  for (let at = 0; at < matte.data.length; at++) {
    const x = at % width
    const level = x < 74 ? DARK : x < 86 ? between : LIGHT
    picture.data.set([level, level, level, 255], 4 * at)
    matte.data[at] = x < 74 ? 255 : x < 86 ? DOUBT : 0
  }
  takeAwayByColour(picture, matte)
  return (x: number) => matte.data[48 * width + x]!
}

test('a background as dark as people does not grow on them', () => {
  const levelAt = doubted(DARK)
  for (const x of [78, 80, 82]) expect(levelAt(x)).toBeLessThanOrEqual(DOUBT)
  expect(levelAt(40)).toBe(255)
})

test('what has the colour of the background is taken away', () => {
  expect(doubted(LIGHT)(80)).toBeLessThan(DOUBT / 4)
})
