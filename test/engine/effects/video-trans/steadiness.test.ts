import { describe, expect, test } from 'vitest'
import { VIDEO_TRANS_TEMPLATES } from '../../../../catalog/templates/video-trans.ts'
import { paintFrames } from '../../../../engine/effects/video-trans/paint-frames.ts'
import { STYLES } from '../../../../engine/effects/video-trans/styles.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'
import { fewOrAll, isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { addNoise, drawWall } from './draw-pan.ts'

const SIZE = isEveryCaseTried() ? { width: 240, height: 176 } : { width: 128, height: 96 }
const WALL = drawWall(SIZE.width, SIZE.height)
const BT601 = { red: 0.299, blue: 0.114 }

/** How many are painted, of which the last two are compared. */
const FRAMES = fewOrAll(3, 5)

/** Pixels that the camera goes to the right and down from frame to frame. */
const [RIGHT, DOWN] = [4, 2]

/** Levels of luma by which styles may change on still ground under noise of ±4 levels, which changes 1.9 itself. */
const FLICKER = 0.6

/**
 * How much of the change under a moving camera may be left once the camera's motion is taken out of it. Paper stays
 * with the page: it is the part of pencil and watercolour that does not move.
 */
const LEFT = { pencil: 0.4, watercolour: 0.6 }
const LEFT_ELSEWHERE = 0.2

test('there is a style for each template and none besides', () => {
  expect(Object.keys(STYLES)).toEqual(VIDEO_TRANS_TEMPLATES.map(({ id }) => id))
})

describe.each(sampled(1, Object.entries(STYLES)))('%s', (name, style) => {
  test('rests on still ground and goes along with a camera', () => {
    const random = seededRandom(5)
    const paintStill = paintFrames(style, SIZE, BT601)
    const still = Array.from({ length: FRAMES }, () =>
      paintStill(addNoise(WALL.frame(0, 0), 4, random)),
    )
    expect(apart(still.at(-2)!, still.at(-1)!)).toBeLessThan(FLICKER)
    const paint = paintFrames(style, SIZE, BT601)
    const moved = Array.from({ length: FRAMES }, (_, at) =>
      paint(WALL.frame(at * RIGHT, at * DOWN)),
    )
    const seen = apart(moved.at(-2)!, moved.at(-1)!)
    const followed = apart(moved.at(-1)!, moved.at(-2)!, RIGHT, DOWN)
    const most = LEFT[name as keyof typeof LEFT] ?? LEFT_ELSEWHERE
    expect(followed / seen).toBeLessThan(most)
  })
})

test.each(sampled(1, ['ink', 'oil', 'impression', 'mosaic', 'pixel_art']))(
  '%s begins anew at a cut',
  (name) => {
    const style = STYLES[name]!
    const other = WALL.frame(9, 9)
    for (let at = 0; at < SIZE.width * SIZE.height; at++) other.planes[at] = 251 - other.planes[at]!
    const paint = paintFrames(style, SIZE, BT601)
    paint(WALL.frame(0, 0))
    paint(WALL.frame(RIGHT, DOWN))
    const fresh = paintFrames(style, SIZE, BT601)(other)
    expect(apart(paint(other), fresh)).toBeLessThan(0.01)
  },
)

test('every style looks unlike the video and unlike every other one', () => {
  const size = { width: fewOrAll(64, SIZE.width), height: fewOrAll(48, SIZE.height) }
  const source = drawWall(size.width, size.height).frame(0, 0)
  const firsts = Object.entries(STYLES).map(
    ([name, style]) => [name, paintFrames(style, size, BT601)(source)] as const,
  )
  const looks = [...firsts, ['source', source] as const]
  expect(looks).toHaveLength(VIDEO_TRANS_TEMPLATES.length + 1)
  for (const [at, [name, look]] of looks.entries()) {
    for (const [other, another] of looks.slice(at + 1)) {
      expect([name, other, differs(look, another) > 6]).toEqual([name, other, true])
    }
  }
})

/** Mean difference of luma, away from the edges; `other` is looked at so many pixels further. */
function apart(one: Frame, other: Frame, right = 0, down = 0): number {
  const { width, height } = SIZE
  const [a, b] = [planesOf(one).y, planesOf(other).y]
  let [sum, count] = [0, 0]
  for (let y = 20; y < height - 20; y++) {
    for (let x = 20; x < width - 20; x++, count++) {
      sum += Math.abs(a[y * width + x]! - b[(y + down) * width + x + right]!)
    }
  }
  return sum / count
}

/** Mean difference of all three planes together. */
function differs(one: Frame, other: Frame): number {
  const size = one.width * one.height
  let sum = 0
  for (let at = 0; at < one.planes.length; at++) {
    sum += Math.abs(one.planes[at]! - other.planes[at]!) * (at < size ? 1 : 4)
  }
  return sum / size
}
