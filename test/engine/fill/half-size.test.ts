import { expect, test } from 'vitest'
import { halfSizeLevel, paintWithDetail } from '../../../engine/fill/half-size.ts'
import { HEIGHT, matchedLevel, WIDTH } from './matched-level.ts'

/** A grey picture of twice the drawn level's size: fine stripes, and a foreground from column 70 on. */
function stripes() {
  const [width, height] = [2 * WIDTH, 2 * HEIGHT]
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  const occluded = new Uint8Array(width * height)
  for (let i = 0; i < occluded.length; i++) {
    const x = i % width
    occluded[i] = x >= 70 ? 1 : 0
    data.fill(x >= 70 ? 10 : 190 + 20 * (x % 2), 4 * i, 4 * i + 3)
  }
  return { picture: { width, height, data }, occluded }
}

test.each([
  {
    name: 'takes the finest detail from where a match shows the background',
    shift: 12,
    detail: 10,
  },
  { name: 'takes none from a match where the picture shows the foreground', shift: 20, detail: 0 },
])('$name', ({ shift, detail }) => {
  const { picture, occluded } = stripes()
  const { level, matches } = matchedLevel(() => 200, shift)
  const hidden = halfSizeLevel(picture, occluded, new Uint8Array(occluded.length))
  const target = new Uint8Array(occluded.length)
  const [x, y] = [44, 40]
  target.fill(1, y * picture.width + x, y * picture.width + x + 2)
  const match = matches.match[matches.slot[(y / 2) * WIDTH + x / 2]!]!
  expect(hidden.state[match]).toBe(detail === 0 ? 2 : 0)
  const { data } = paintWithDetail(picture, level, occluded, target, matches)
  const at = 4 * (y * picture.width + x)
  expect([data[at], data[at + 4]]).toEqual([200 - detail, 200 + detail])
  const room = new Uint8ClampedArray(picture.data)
  expect(paintWithDetail(picture, level, occluded, target, matches, room).data).toBe(room)
  expect(room).toEqual(data)
})
