import { expect, test } from 'vitest'
import { layShadow } from '../../../engine/product/lay-shadow.ts'
import { linearToSrgb, srgbToLinear } from '../../../engine/raster/colour/lab.ts'

const LEVEL = 180

/** The levels of red of a grey picture of 4 × 3 pixels under a shadow of 3 × 2 that begins at a place. */
function shaded(left: number, top: number): number[][] {
  const data = new Uint8ClampedArray(4 * 12).fill(LEVEL)
  const shares = Float32Array.from([1, 0.5, 0, 0.25, 1, 0.5])
  layShadow(
    { width: 4, height: 3, data },
    { box: { left, top, width: 3, height: 2 }, data: shares },
  )
  for (let at = 0; at < 12; at++) expect(data[4 * at + 3]).toBe(LEVEL)
  return [0, 1, 2].map((y) => [0, 1, 2, 3].map((x) => data[4 * (4 * y + x) + 2]!))
}

const left = (share: number): number => Math.round(linearToSrgb((1 - share) * srgbToLinear(LEVEL)))

test('takes its share of the light, and nothing where it is not', () => {
  expect(shaded(1, 1)).toEqual([
    [LEVEL, LEVEL, LEVEL, LEVEL],
    [LEVEL, 0, left(0.5), LEVEL],
    [LEVEL, left(0.25), 0, left(0.5)],
  ])
})

test('ends at the edges of the picture', () => {
  expect(shaded(-1, -1)).toEqual([
    [0, left(0.5), LEVEL, LEVEL],
    [LEVEL, LEVEL, LEVEL, LEVEL],
    [LEVEL, LEVEL, LEVEL, LEVEL],
  ])
  expect(shaded(2, 2)[2]).toEqual([LEVEL, LEVEL, 0, left(0.5)])
  for (const row of [...shaded(4, 0), ...shaded(-3, 0), ...shaded(0, 3)]) {
    expect(row).toEqual([LEVEL, LEVEL, LEVEL, LEVEL])
  }
})
