import { expect, test } from 'vitest'
import { reclaimParts } from '../../../../engine/effects/obj-rem-vid/reclaim-parts.ts'
import { trackObject } from '../../../../engine/effects/obj-rem-vid/track-object.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Frame, newFrame, planesOf } from '../../../../engine/video/video-info.ts'

const SIZE = { width: 40, height: 30 }

/** 1 within boxes of left, top, right and bottom. */
function boxes(...all: [number, number, number, number][]): Float32Array {
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    return all.some(([l, t, r, b]) => x >= l && x < r && y >= t && y < b) ? 1 : 0
  })
}

test('a hand comes back with its arm, what lies apart does not', () => {
  const alpha = boxes([10, 10, 20, 28])
  const lost = boxes([12, 4, 14, 10], [30, 10, 34, 14])
  reclaimParts(alpha, lost, lost, SIZE)
  expect(alpha).toEqual(boxes([10, 10, 20, 28], [12, 4, 14, 10]))
})

test('what has other colours, and what is large, is not the object', () => {
  const body = boxes([10, 10, 20, 28])
  const none = new Float32Array(body.length)
  const small = body.slice()
  reclaimParts(small, none, boxes([12, 4, 14, 10]), SIZE)
  expect(small).toEqual(body)
  const large = body.slice()
  reclaimParts(large, boxes([20, 4, 30, 28]), boxes([20, 4, 30, 28]), SIZE)
  expect(large).toEqual(body)
})

test('an arm that is raised at once is followed', async () => {
  const [width, height] = [160, 120]
  const random = seededRandom()
  const wall = Uint8Array.from({ length: width * height }, () => 150 + 30 * random())
  const isObject = (at: number, x: number, y: number): boolean => {
    // It goes down, so that what is above it is seen.
    const top = 50 + 2 * Math.min(at, 5)
    const isArm = at < 6 ? y >= top + 5 && y < top + 40 : y >= 28 && y < 70
    return (x >= 60 && x < 90 && y >= top && y < top + 55) || (x >= 90 && x < 97 && isArm)
  }
  const frames = Array.from({ length: 14 }, (_, at): Frame => {
    const frame = newFrame(width, height, at)
    const { y: luma, u, v } = planesOf(frame)
    luma.set(wall)
    u.fill(128)
    v.fill(128)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (!isObject(at, x, y)) continue
        luma[y * width + x] = 60 + ((x * 7 + y * 5) % 23)
        v[(y >> 1) * (width / 2) + (x >> 1)] = 160
      }
    }
    return frame
  })
  const mask = Float32Array.from({ length: width * height }, (_, at) =>
    Number(isObject(0, at % width, Math.floor(at / width))),
  )
  const { masks } = await trackObject(frames, 0, mask, async () => {})
  for (const [at, from] of [
    [11, 48],
    [13, 30],
  ] as const) {
    const { left, top, width: columns, data } = masks[at]!
    let [seen, count] = [0, 0]
    for (let y = from; y < 58; y++) {
      for (let x = 91; x < 96; x++, count++) {
        if ((data[(y - top) * columns + x - left] ?? 0) > 127) seen++
      }
    }
    expect(seen / count, `frame ${at}`).toBeGreaterThan(0.9)
  }
})
