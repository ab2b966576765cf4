import { expect, test } from 'vitest'
import { trimToWall } from '../../../../../engine/effects/cloth-v3/measure/trim-to-wall.ts'
import { TRIM_TO_WALL } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { BODY, type Body } from '../../../../../engine/vision/bodies/body.ts'

const SIZE = { width: 300, height: 300 } as const
const PERSON = { left: 100, right: 200, top: 40, bottom: 300 } as const
/** A piece of wall beside the shoulder that the mask holds. */
const PIECE = { left: 80, right: 100, top: 60, bottom: 90 } as const

type Place = (x: number, y: number) => boolean
const within =
  ({ left, right, top, bottom }: typeof PERSON | typeof PIECE): Place =>
  (x, y) =>
    x >= left && x < right && y >= top && y < bottom
const [isPerson, isPiece] = [within(PERSON), within(PIECE)]

/** The levels of the mask on a piece of wall and on the person, before a wall of levels that a place has. */
function trimmed(levelAt: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const mask = new Uint8Array(SIZE.width * SIZE.height)
  for (let at = 0; at < mask.length; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    data.fill(levelAt(x, y), 4 * at, 4 * at + 3)
    if (isPerson(x, y) || isPiece(x, y)) mask[at] = 255
  }
  const landmarks: { x: number; y: number }[] = []
  landmarks[BODY.rightShoulder] = { x: 115, y: 70 }
  landmarks[BODY.leftShoulder] = { x: 185, y: 70 }
  landmarks[BODY.rightHip] = { x: 125, y: 200 }
  landmarks[BODY.leftHip] = { x: 175, y: 200 }
  const body = { landmarks, mask: { ...SIZE, data: mask } } as unknown as Body
  const made = trimToWall({ ...SIZE, data }, body)
  const levelOf = (x: number, y: number) => made.mask.data[y * SIZE.width + x]!
  return { isSame: made === body, piece: levelOf(90, 75), person: levelOf(150, 150) }
}

test('a plain wall is no part of who stands before it', () => {
  expect(trimmed((x, y) => (isPerson(x, y) ? 90 : 240))).toEqual({
    isSame: false,
    piece: 0,
    person: 255,
  })
})

test('a wall with a pattern tells nothing', () => {
  const made = trimmed((x, y) => (isPerson(x, y) ? 90 : (x + y) % 40 < 20 ? 240 : 120))
  expect(made.isSame).toBe(true)
})

test('clothes of its very colour keep the mask as it is, and a few pixels of gloss do not', () => {
  const inTrunk = 60 * 130
  const glossOf = (pixels: number) =>
    trimmed((x, y) => {
      // A way from the wall into the trunk, five pixels high.
      const isGloss = y >= 120 && y < 125 && x < 122 + pixels / 5
      return isPerson(x, y) && !isGloss ? 90 : 240
    })
  expect(glossOf(0.2 * TRIM_TO_WALL.open * inTrunk).isSame).toBe(false)
  expect(glossOf(6 * TRIM_TO_WALL.open * inTrunk).isSame).toBe(true)
})
