import { expect, test } from 'vitest'
import { withoutFaintHair } from '../../../../../engine/effects/cloth-v3/measure/without-faint-hair.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 120, height: 100 } as const
const [HAIR, SKIN, SHADE, STRAND] = [
  [50, 40, 35],
  [210, 160, 130],
  [120, 80, 55],
  [62, 48, 42],
] as const

/** The hair and the skin of a patch that passes for so much hair, in a colour, below hair that ends at row 30. */
function patch(colour: readonly number[], top: number, share = 90): [number, number] {
  const regions = byRegion(
    (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }),
  )
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isPatch = x >= 50 && x < 70 && y >= top && y < top + 20
    const hair = y < 30 ? 255 : isPatch ? share : 0
    regions.hair.data[at] = hair
    regions['body-skin'].data[at] = 255 - hair
    data.set(isPatch ? colour : y < 30 ? HAIR : SKIN, 4 * at)
  }
  const found = withoutFaintHair({ ...SIZE, data }, regions, 100)
  const at = (top + 10) * SIZE.width + 60
  return [found.hair.data[at]!, found['body-skin'].data[at]!]
}

test('shaded skin away from hair is none of it', () => {
  expect(patch(SHADE, 60)).toEqual([0, 255])
})

test('strands away from it are, by their colour', () => {
  expect(patch(STRAND, 60)).toEqual([90, 165])
})

test('and so is what surely is hair, and its edge', () => {
  expect(patch(SHADE, 60, 210)).toEqual([210, 45])
  expect(patch(SHADE, 24)[0]).toBe(90)
})
