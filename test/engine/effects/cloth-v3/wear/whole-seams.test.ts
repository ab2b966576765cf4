import { expect, test } from 'vitest'
import { WHOLE_SEAMS } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { besideSeams } from '../../../../../engine/effects/cloth-v3/wear/whole-seams.ts'

const SIZE = { width: 40, height: 60 } as const

/** Rows of a seam, and right below it rows that would show the wall, each ten pixels wide. */
function found(seam: number, wall: number, apart = 0): number[] {
  const [beside, seams] = [0, 1].map(() => new Uint8Array(SIZE.width * SIZE.height))
  const fill = (plane: Uint8Array, from: number, rows: number): void => {
    for (let y = from; y < from + rows; y++) plane.fill(1, y * SIZE.width + 10, y * SIZE.width + 20)
  }
  fill(seams!, 5, seam)
  fill(beside!, 5 + seam + apart, wall)
  return besideSeams(beside!, seams!, SIZE)
}

test('the end of a seam goes with the rest of it', () => {
  expect(found(20, 6)).toHaveLength(60)
})

test('what is larger, or lies apart, does not, and nor does what has no seam', () => {
  const limit = WHOLE_SEAMS * 20
  expect(found(20, limit - 1)).toHaveLength(10 * (limit - 1))
  expect(found(20, limit)).toEqual([])
  expect(found(20, 4, 1)).toEqual([])
  expect(found(0, 6)).toEqual([])
})
