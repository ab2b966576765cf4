import { expect, test } from 'vitest'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'
import { isCellMoved } from '../../../../engine/raster/warp/warp-cell.ts'

test.each(['dx', 'dy'] as const)(
  'a cell is moved by %s at any of its four nodes, and no other',
  (axis) => {
    const still = identityDisplacement(40, 40, 10)
    const first = still.cols + 1
    const own = [first, first + 1, first + still.cols, first + still.cols + 1]
    expect(isCellMoved(still, first)).toBe(false)
    for (let node = 0; node < still.dx.length; node++) {
      const field = identityDisplacement(40, 40, 10)
      field[axis][node] = 3
      expect(isCellMoved(field, first)).toBe(own.includes(node))
    }
  },
)
