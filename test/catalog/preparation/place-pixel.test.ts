import { expect, test } from 'vitest'
import { findFeature } from '../../../catalog/features/features.ts'
import { placePixel } from '../../../catalog/preparation/place-pixel.ts'

const half = {
  crop: { left: 100, top: 200, width: 1000, height: 800 },
  sent: { width: 500, height: 400 },
}

test('a pixel is where it is shown in what was sent', () => {
  expect(placePixel(half, [100, 200])).toEqual([0, 0])
  expect(placePixel(half, [1099, 999])).toEqual([499, 399])
  expect(placePixel(half, [600, 600])).toEqual([250, 200])
  expect(placePixel(half, [99, 600])).toBeUndefined()
  expect(placePixel(half, [600, 1000])).toBeUndefined()
})

test('a try-on takes the places of its products along, and nothing else', () => {
  const necklace = findFeature('2d-vto/necklace')!
  const info = (location: unknown) => ({
    source_info: { name: '0' },
    object_infos: [
      {
        name: '0',
        parameter: { necklace_wearing_location: location, necklace_shadow_intensity: 0.5 },
      },
    ],
  })
  const ends = [
    [300, 400],
    [500, 420],
  ]
  expect(necklace.placePixels?.(info(ends), half)).toEqual(
    info([
      [100, 100],
      [200, 110],
    ]),
  )
  expect(necklace.placePixels?.(info([[0, 0], ends[1]]), half)).toBeUndefined()
})

test('an extended picture stays at its own size', () => {
  const { placePixels, example } = findFeature('out-paint')!
  const whole = { crop: { left: 0, top: 0, width: 500, height: 400 }, sent: half.sent }
  expect(placePixels?.(example, whole)).toEqual(example)
  expect(placePixels?.(example, half)).toBeUndefined()
})
