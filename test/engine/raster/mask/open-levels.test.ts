import { expect, test } from 'vitest'
import { openLevels } from '../../../../engine/raster/mask/open-levels.ts'

const SIZE = { width: 31, height: 17 }

/** The extreme of the square window around each pixel, cut off at the borders. */
function filtered(plane: Float32Array, radius: number, extreme: (...values: number[]) => number) {
  const { width, height } = SIZE
  return plane.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const values: number[] = []
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width - 1, x + radius)]
      values.push(...plane.subarray(row * width + left, row * width + right + 1))
    }
    return extreme(...values)
  })
}

test.each([0, 1, 3, 6])('an opening of radius %i is an erosion and a dilation', (radius) => {
  const plane = Float32Array.from(
    { length: SIZE.width * SIZE.height },
    (_, i) => Math.imul(i + 1, 2654435761) >>> 24,
  )
  const expected = filtered(filtered(plane, radius, Math.min), radius, Math.max)
  expect(openLevels(plane, SIZE, radius)).toEqual(expected)
})
