import { expect, test } from 'vitest'
import {
  allocBytes,
  allocPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { BLOCK_DIFFERENCES } from '../../../../engine/raster/simd/block-differences.ts'

test('absolute differences of blocks are summed up', () => {
  const blockDifferences = instantiateKernel(BLOCK_DIFFERENCES)
  const random = seededRandom()
  for (let blocks = 1; blocks <= 5; blocks++) {
    for (let rows = 1; rows <= 9; rows++) {
      const stride = 8 * blocks + 3
      withArena(() => {
        const [one, other] = [allocBytes(stride * rows), allocBytes(stride * rows)]
        // The extremes too: a block of black beside one of white.
        for (const plane of [one, other]) {
          for (let at = 0; at < plane.length; at++) plane[at] = 255 * Math.round(random())
        }
        const to = allocPlane(blocks)
        blockDifferences(to.byteOffset, one.byteOffset, other.byteOffset, stride, rows, blocks)
        const expected = new Array<number>(blocks).fill(0)
        for (let y = 0; y < rows; y++) {
          for (let x = 0; x < 8 * blocks; x++) {
            const apart = Math.abs(one[y * stride + x]! - other[y * stride + x]!)
            expected[x >> 3] = expected[x >> 3]! + apart
          }
        }
        expect([...new Int32Array(to.buffer, to.byteOffset, blocks)]).toEqual(expected)
      })
    }
  }
})
