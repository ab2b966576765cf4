import { expect, test } from 'vitest'
import { measureBlur } from '../../../../engine/effects/look-vto/measure-blur.ts'
import { blur } from '../../../../engine/raster/filter/blur.ts'

const SIZE = { width: 96, height: 96 }

test.each([0.8, 1.5, 2.5])('a picture that is blurred by %f is told to be', (sigma) => {
  // Squares: edges without finer texture.
  const plane = Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    (Math.floor((i % SIZE.width) / 24) + Math.floor(i / SIZE.width / 24)) % 2 ? 0.8 : 0.2,
  )
  expect(measureBlur(blur(plane, SIZE, sigma), SIZE)).toBeGreaterThan(0.7 * sigma)
  expect(measureBlur(blur(plane, SIZE, sigma), SIZE)).toBeLessThan(1.3 * sigma)
  expect(measureBlur(plane, SIZE)).toBeLessThan(0.4)
})
