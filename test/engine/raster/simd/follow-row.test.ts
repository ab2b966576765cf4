import { expect, test } from 'vitest'
import {
  addressOf,
  allocPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { FOLLOW_ROW } from '../../../../engine/raster/simd/follow-row.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

const HEIGHT = 5

/** The value at a position, bilinear; outside, the nearest one counts. */
function sample(plane: Float32Array, width: number, x: number, y: number): number {
  const [inX, inY] = [Math.min(width - 1, Math.max(0, x)), Math.min(HEIGHT - 1, Math.max(0, y))]
  const [left, top] = [Math.min(width - 2, Math.floor(inX)), Math.min(HEIGHT - 2, Math.floor(inY))]
  const row = (at: number): number => {
    const from = at * width + left
    return plane[from]! + (plane[from + 1]! - plane[from]!) * (inX - left)
  }
  return row(top) + (row(top + 1) - row(top)) * (inY - top)
}

test.each([2, 4, 11, 12, 13, 40])(
  'a row of %i pixels comes from where its blocks were',
  (width) => {
    const blocks = Math.ceil(width / 8)
    const plane = noise(width * HEIGHT, 1, 1)
    const [dx, dy] = [noise(blocks, 2, 6), noise(blocks, 3, 3)]
    const y = 2
    const made = withArena(() => {
      const to = allocPlane(width)
      const along = [dx, dy].map((plane) => addressOf(planeOf([...plane, plane.at(-1)!])))
      const from = addressOf(planeOf(plane))
      const followRow = instantiateKernel(FOLLOW_ROW)
      followRow(addressOf(to), from, width, HEIGHT, y, along[0]!, along[1]!)
      return [...to]
    })
    const expected = Array.from({ length: width }, (_, x) => {
      const at = Math.min(blocks - 1, Math.max(0, (x + 0.5) / 8 - 0.5))
      const [block, next] = [Math.floor(at), Math.min(blocks - 1, Math.floor(at) + 1)]
      const along = (vectors: Float32Array): number =>
        vectors[block]! + (vectors[next]! - vectors[block]!) * (at - block)
      return sample(plane, width, x + along(dx), y + along(dy))
    })
    expect(farthest(made, expected)).toBeLessThan(1e-4)
  },
)
