import { expect, test } from 'vitest'
import { resizePicture } from '../../../engine/media/resize-picture.ts'
import { crop } from '../../../engine/raster/pixels/crop.ts'

/** Eight columns and rows, each with a level of its own. */
const picture = {
  width: 8,
  height: 8,
  data: Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => {
    const at = i >> 2
    return [20 * (at % 8), 20 * Math.floor(at / 8), 100, 255][i & 3]!
  }),
}
const part = { left: 2, top: 3, width: 4, height: 4 }

test('a picture at its own size is returned as it is, a part of it copied', async () => {
  expect(await resizePicture(picture, { width: 8, height: 8 })).toBe(picture)
  expect(await resizePicture(picture, { width: 4, height: 4 }, { part })).toEqual(
    crop(picture, part),
  )
})

test.each(['lanczos3', 'linear'] as const)(
  'a part enlarged by %s to the size of the picture shows the part alone',
  async (kernel) => {
    const made = await resizePicture(picture, { width: 8, height: 8 }, { part, kernel })
    const own = await resizePicture(crop(picture, part), { width: 8, height: 8 }, { kernel })
    expect(made).toEqual(own)
    expect(made.data[0]).toBeGreaterThan(30)
    expect(Math.max(...made.data.filter((_, i) => (i & 3) === 0))).toBeLessThan(110)
  },
)
