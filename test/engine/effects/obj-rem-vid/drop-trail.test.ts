import { expect, test } from 'vitest'
import { dropTrail } from '../../../../engine/effects/obj-rem-vid/drop-trail.ts'

const SIZE = { width: 80, height: 40 }

/** 1 within boxes of left, top, right and bottom. */
function boxes(...all: [number, number, number, number][]): Float32Array {
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    return all.some(([l, t, r, b]) => x >= l && x < r && y >= t && y < b) ? 1 : 0
  })
}

test('a strip that an object leaves behind is cut where it is far from the body', () => {
  const alpha = boxes([50, 5, 66, 35], [4, 30, 50, 33])
  expect(dropTrail(alpha, SIZE, 12)).toBe(true)
  expect(alpha).toEqual(boxes([50, 5, 66, 35], [38, 30, 50, 33]))
})

test('arms near the body stay, and so does what has no body', () => {
  const arm = boxes([50, 5, 66, 35], [42, 10, 50, 12])
  expect(dropTrail(arm, SIZE, 12)).toBe(false)
  const thin = boxes([4, 30, 70, 33])
  expect(dropTrail(thin, SIZE, 12)).toBe(false)
  expect(thin).toEqual(boxes([4, 30, 70, 33]))
})
