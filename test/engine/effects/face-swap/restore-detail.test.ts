import { expect, test } from 'vitest'
import { reshapeFace } from '../../../../engine/effects/face-swap/reshape-face.ts'
import { restoreDetail } from '../../../../engine/effects/face-swap/restore-detail.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { roughness } from '../../face/measure-skin.ts'
import { donor, target } from './sitters.ts'

const SIDE = 64
const size = { width: SIDE, height: SIDE }

/** A grey picture that is even but for noise. */
function noisy(): Picture {
  const random = seededRandom(11)
  const data = new Uint8ClampedArray(4 * SIDE * SIDE)
  for (let i = 0; i < data.length; i += 4) {
    data.fill(128 + 60 * (random() + random() - 1), i, i + 3)
    data[i + 3] = 255
  }
  return { ...size, data }
}

/** Each pixel of the lower half with so much of its right neighbour. */
function resampled({ data }: Picture, share: number): Uint8ClampedArray {
  const { length } = data
  return data.map((value, i) =>
    i < length / 2 || i % 4 === 3
      ? value
      : value + share * (data[Math.min(i + 4, length - 1)]! - value),
  )
}

/** The root mean square of the Laplacian within the lower half. */
function detail(data: Uint8ClampedArray): number {
  let [sum, count] = [0, 0]
  for (let y = SIDE / 2 + 2; y < SIDE - 2; y++) {
    for (let x = 2; x < SIDE - 2; x++) {
      const at = (dx: number, dy: number): number => data[4 * ((y + dy) * SIDE + x + dx)]!
      sum += (4 * at(0, 0) - at(1, 0) - at(-1, 0) - at(0, 1) - at(0, -1)) ** 2
      count++
    }
  }
  return Math.sqrt(sum / count)
}

test('detail that resampling damped is as strong again, and what was not displaced keeps its bytes', () => {
  const before = noisy()
  const soft = resampled(before, 0.1)
  const restored = soft.slice()
  restoreDetail(restored, before, size)
  expect(detail(soft)).toBeLessThan(0.93 * detail(before.data))
  expect(detail(restored)).toBeGreaterThan(0.95 * detail(before.data))
  expect(detail(restored)).toBeLessThan(1.1 * detail(before.data))
  const half = restored.length / 2
  expect(restored.subarray(0, half)).toEqual(before.data.subarray(0, half))
})

test('detail is amplified by 0.4 of its Laplacian at most, and none that is as strong as before', () => {
  const before = noisy()
  const blurred = resampled(before, 0.5)
  const restored = blurred.slice()
  restoreDetail(
    restored,
    {
      ...size,
      data: before.data.map((value, i) => 3 * (value - 128) + 128 + (i % 4 === 3 ? 255 : 0)),
    },
    size,
  )
  const at = 4 * (50 * SIDE + 30)
  const laplacian =
    4 * blurred[at]! -
    blurred[at - 4]! -
    blurred[at + 4]! -
    blurred[at - 4 * SIDE]! -
    blurred[at + 4 * SIDE]!
  expect(Math.abs(restored[at]! - blurred[at]! - 0.1 * laplacian)).toBeLessThan(1)
  const sharper = before.data.map((value, i) => (i % 4 === 3 ? value : 2 * (value - 128) + 129))
  const kept = sharper.slice()
  restoreDetail(kept, before, size)
  expect(kept).toEqual(sharper)
})

test('a displaced face of fewer than 350 pixels of width keeps its grain, a wider one is left', () => {
  const random = seededRandom(5)
  const { picture, pointAt, scale } = target.drawn
  let noise = 0
  const data = picture.data.map((value, i) => {
    if (i % 4 === 0) noise = 24 * (random() + random() + random() - 1.5)
    return i % 4 === 3 ? value : value + noise
  })
  const grainy = { ...picture, data }
  const grain = (of: Picture) => roughness(of, pointAt(0, 60), 6 * scale)
  const reshaped = (width: number) => {
    const face = { ...target.face, box: { ...target.face.box, width } }
    return grain(reshapeFace(grainy, face, donor.face))
  }
  expect(reshaped(349)).toBeGreaterThan(0.97 * grain(grainy))
  expect(reshaped(349)).toBeLessThan(1.05 * grain(grainy))
  expect(reshaped(350)).toBeLessThan(0.95 * grain(grainy))
})
