import { expect, test } from 'vitest'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'
import { disocclusionMask, moveLayer } from '../../../../engine/raster/warp/move-layer.ts'

const W = 60
const H = 40

/** A soft-edged red bar (columns 20–40) over a grey ramp, and that ramp alone. */
function bar(): { picture: Picture; plate: Picture; matte: Mask } {
  const picture = { width: W, height: H, data: new Uint8ClampedArray(W * H * 4).fill(255) }
  const plate = { width: W, height: H, data: new Uint8ClampedArray(W * H * 4).fill(255) }
  const matte = { width: W, height: H, data: new Uint8Array(W * H) }
  for (let i = 0; i < W * H; i++) {
    const x = i % W
    const alpha = Math.min(1, Math.max(0, Math.min(x - 18, 41 - x) / 3))
    const ground = 60 + 2 * x
    matte.data[i] = 255 * alpha
    plate.data.fill(ground, i * 4, i * 4 + 3)
    picture.data.set([200 * alpha + ground * (1 - alpha), ground * (1 - alpha)], i * 4)
    picture.data[i * 4 + 2] = ground * (1 - alpha)
  }
  return { picture, plate, matte }
}

test('a layer that does not move is the picture, byte for byte', () => {
  const { picture, plate, matte } = bar()
  const layer = { picture, matte, support: matte, field: identityDisplacement(W, H, 4) }
  expect(moveLayer(layer, plate).data).toEqual(picture.data)
})

test('a moved layer uncovers the clean plate and mixes its soft edge with the new background', () => {
  const { picture, plate, matte } = bar()
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const layer = { picture, matte, support: matte, field }
  const { data } = moveLayer(layer, plate)
  const at = (x: number) => 20 * W + x
  expect(data[at(20) * 4]).toBe(plate.data[at(20) * 4])
  expect(data[at(30) * 4]).toBe(200)
  const alpha = matte.data[at(20)]! / 255
  const expected = 200 * alpha + (60 + 2 * 25) * (1 - alpha)
  expect(Math.abs(data[at(25) * 4]! - expected)).toBeLessThan(6)
  expect(disocclusionMask(layer)[at(21)]).toBe(1)
  expect(disocclusionMask(layer)[at(50)]).toBe(0)
})

test('protected pixels keep their bytes whatever moves over them', () => {
  const { picture, plate, matte } = bar()
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-8)
  const protection = { width: W, height: H, data: new Uint8Array(W * H).fill(255, 0, W * 20) }
  const { data } = moveLayer({ picture, matte, support: matte, field, protection }, plate)
  expect(data.subarray(0, W * 20 * 4)).toEqual(picture.data.subarray(0, W * 20 * 4))
  expect(data.subarray(W * 20 * 4)).not.toEqual(picture.data.subarray(W * 20 * 4))
})

test('an error of the clean plate beside the foreground is not carried along; a halo is', () => {
  const { picture, plate, matte } = bar()
  const support = {
    ...matte,
    data: matte.data.map((_, i) => (i % W >= 10 && i % W < 50 ? 255 : 0)),
  }
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const carried = (levels: number): number => {
    const wrong = { ...plate, data: new Uint8ClampedArray(plate.data) }
    for (let y = 0; y < H; y++) wrong.data[(y * W + 44) * 4]! -= levels
    const { data } = moveLayer({ picture, matte, support, field }, wrong)
    return data[(20 * W + 49) * 4]! - wrong.data[(20 * W + 49) * 4]!
  }
  expect(Math.abs(carried(100))).toBeLessThan(2)
  expect(carried(8)).toBeGreaterThan(5)
})
