import { expect, test } from 'vitest'
import { heedPoses } from '../../../../engine/video/matting/heed-poses.ts'

const [WIDTH, HEIGHT] = [64, 64]

type Rectangle = { left: number; top: number; width: number; height: number }

/** A plane with a share in rectangles, and 0 elsewhere; the last rectangle counts. */
function plane(...parts: readonly (readonly [Rectangle, number])[]): Float32Array {
  const out = new Float32Array(WIDTH * HEIGHT)
  for (const [{ left, top, width, height }, share] of parts) {
    for (let row = top; row < top + height; row++) {
      out.fill(share, row * WIDTH + left, row * WIDTH + left + width)
    }
  }
  return out
}

function meanIn(of: Float32Array, { left, top, width, height }: Rectangle): number {
  let sum = 0
  for (let row = top; row < top + height; row++) {
    for (let column = left; column < left + width; column++) sum += of[row * WIDTH + column]!
  }
  return sum / width / height
}

const body = { left: 24, top: 8, width: 16, height: 48 }
const arm = { left: 40, top: 16, width: 14, height: 5 }
const bar = { left: 14, top: 30, width: 8, height: 2 }
const bag = { left: 12, top: 34, width: 10, height: 16 }

test('a bar of furniture beside somebody is taken away, and may be none of them', () => {
  const matte = plane([body, 1], [{ ...bar, width: 10 }, 1])
  const { alpha, limit } = heedPoses(matte, plane([body, 1]), WIDTH)
  expect(meanIn(alpha, bar)).toBe(0)
  expect(meanIn(limit, bar)).toBe(0)
  expect(meanIn(alpha, body)).toBe(1)
})

test('what is larger than a piece of furniture stays: a bag, or somebody the poses have not', () => {
  const matte = plane([body, 1], [{ ...bag, width: 12 }, 0.9])
  const { alpha, limit } = heedPoses(matte, plane([body, 1]), WIDTH)
  expect(meanIn(alpha, bag)).toBeCloseTo(0.9, 5)
  expect(meanIn(limit, bag)).toBe(1)
})

test('what is between two legs is none of them, however long they are', () => {
  const [left, right] = [body.left, body.left + 9].map((at) => ({ ...body, left: at, width: 6 }))
  const gap = { ...body, left: body.left + 7, top: body.top + 2, width: 1, height: 44 }
  const { alpha } = heedPoses(plane([body, 1]), plane([left!, 1], [right!, 1]), WIDTH)
  expect(meanIn(alpha, gap)).toBe(0)
})

test('an arm that the matte has lost is put back whole, with its edges', () => {
  const matte = plane([body, 1], [arm, 0.2])
  const { alpha } = heedPoses(matte, plane([body, 1], [arm, 0.95]), WIDTH)
  expect(meanIn(alpha, arm)).toBeCloseTo(0.95, 5)
})

test('an outline that only lies a little farther in a pose is left to the matte', () => {
  const wider = { ...body, left: body.left - 1, width: body.width + 2 }
  const matte = plane([wider, 0.4], [body, 1])
  const { alpha } = heedPoses(matte, plane([wider, 0.9], [body, 1]), WIDTH)
  expect(alpha).toEqual(matte)
})
