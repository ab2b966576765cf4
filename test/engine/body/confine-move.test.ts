import { expect, test } from 'vitest'
import { confineFromOthers, confineToPerson } from '../../../engine/body/confine-move.ts'
import type { Mask } from '../../../engine/raster/picture.ts'
import {
  type Displacement,
  identityDisplacement,
} from '../../../engine/raster/warp/displacement.ts'

const SIDE = 160
const STEP = 4

/** The columns from 60 to 79. */
const bar: Mask = {
  width: SIDE,
  height: SIDE,
  data: new Uint8Array(SIDE * SIDE).map((_, i) => (i % SIDE >= 60 && i % SIDE < 80 ? 255 : 0)),
}

function movedBy(pixels: number): Displacement {
  const field = identityDisplacement(SIDE, SIDE, STEP)
  field.dx.fill(pixels)
  return field
}

/** The displacement at each node of the middle row from column `from` on. */
function rightOf({ cols, dx }: Displacement, from: number): number[] {
  const row = (SIDE / 2 / STEP) * cols
  return Array.from(dx.subarray(row + from / STEP, row + SIDE / STEP))
}

test('a move is whole at the person and near them, and ends at the end of the room', () => {
  const field = movedBy(6)
  confineToPerson(field, bar, 48)
  const shares = rightOf(field, 80)
  expect(shares.slice(0, 4)).toEqual([6, 6, 6, 6])
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(shares.slice(48 / STEP).every((share) => share === 0)).toBe(true)
})

test('a move is nothing where somebody else is, and whole far from them', () => {
  const field = movedBy(6)
  confineFromOthers(field, bar, 24)
  const shares = rightOf(field, 80)
  expect(shares[0]).toBe(0)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.slice(24 / STEP).every((share) => share === 6)).toBe(true)
})
