import { expect, test } from 'vitest'
import { cropToBody } from '../../../engine/body/crop-to-body.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Body } from '../../../engine/vision/bodies/body.ts'

const [WIDTH, HEIGHT] = [300, 200]

test('crops the picture, the body and the masks of others to the body with a margin', () => {
  const size = WIDTH * HEIGHT
  const picture: Picture = {
    width: WIDTH,
    height: HEIGHT,
    data: Uint8ClampedArray.from({ length: 4 * size }, (_, i) => (i >> 2) % 251),
  }
  const mask = {
    width: WIDTH,
    height: HEIGHT,
    data: Uint8Array.from({ length: size }, (_, i) => i % 241),
  }
  const nose = { x: 130, y: 70, z: 0, visibility: 1, presence: 1 }
  const box = { left: 100, top: 60, width: 50, height: 100 }
  const body: Body = { box, score: 1, landmarks: [nose], mask }
  const part = cropToBody(picture, body, [{ mask }])
  // 12 % of the height and 24 pixels, cut off at the lower edge.
  expect(part.area).toEqual({ left: 64, top: 24, width: 122, height: 172 })
  expect(part.picture).toMatchObject({ width: 122, height: 172 })
  expect(part.body.box).toEqual({ left: 36, top: 36, width: 50, height: 100 })
  expect(part.body.landmarks[0]).toEqual({ ...nose, x: 66, y: 46 })
  for (const [x, y] of [
    [0, 0],
    [121, 0],
    [60, 171],
  ] as const) {
    const [own, whole] = [y * 122 + x, (y + 24) * WIDTH + x + 64]
    expect(part.picture.data[4 * own]).toBe(picture.data[4 * whole])
    expect(part.body.mask.data[own]).toBe(mask.data[whole])
    expect(part.others[0]!.mask.data[own]).toBe(mask.data[whole])
  }
  expect(body.landmarks[0]).toBe(nose)
})
