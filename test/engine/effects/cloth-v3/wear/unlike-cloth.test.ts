import { expect, test } from 'vitest'
import { UNLIKE_CLOTH } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { unlikeCloth } from '../../../../../engine/effects/cloth-v3/wear/unlike-cloth.ts'

const SIZE = { width: 80, height: 100 } as const

/** The levels of striped trousers, of an ankle below them, and which rows of it are unlike them. */
function unlikeRows(skin: readonly number[], clothRows = 60): number[] {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const cloth = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  for (let at = 0; at < cloth.data.length; at++) {
    const y = Math.floor(at / SIZE.width)
    if (y < clothRows) cloth.data[at] = 255
    data.set(y < 70 ? (at % 8 < 4 ? [30, 30, 30] : [235, 235, 235]) : skin, 4 * at)
  }
  const pixels = Array.from({ length: 20 }, (_, n) => (60 + n) * SIZE.width + 40)
  return unlikeCloth({ ...SIZE, data }, cloth, pixels, 40).map((at) => Math.floor(at / SIZE.width))
}

test('an ankle is unlike the trousers above it, and what hangs below their region is not', () => {
  expect(unlikeRows([180, 120, 90])).toEqual([70, 71, 72, 73, 74, 75, 76, 77, 78, 79])
})

test('a shoe of a colour that they have may be their hem', () => {
  expect(unlikeRows([32, 32, 32])).toEqual([])
})

test('little cloth tells nothing', () => {
  const rows = Math.floor(((UNLIKE_CLOTH.least - 2) * UNLIKE_CLOTH.step) / SIZE.width)
  // Rows above are read from the 40 pixels beside the ankle on.
  expect(unlikeRows([180, 120, 90], 20 + rows)).toEqual([])
})
