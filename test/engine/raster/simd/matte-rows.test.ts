import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { MATTE_ROWS } from '../../../../engine/raster/simd/matte-rows.ts'
import { LENGTHS, noise, planeOf } from './arena-values.ts'

const [DOWN, HAZE] = [0.3, 0.12]

test.each(LENGTHS.slice(1))('%i alphas follow luma by slopes between rows of cells', (count) => {
  const [rows, step, width] = [3, 0.6, 48]
  const luma = Uint8Array.from(noise(rows * width, 1, 127), (value) => 128 + value)
  const [slopes, offsets] = [noise(3 * width, 2, 0.004), noise(3 * width, 3, 0.8)]
  const eights = Math.ceil(count / 8)
  const made = withArena(() => {
    const [to, levels] = [allocBytes(rows * width + 8), allocBytes(rows * width)]
    to.fill(7)
    levels.set(luma)
    const [slope, offset] = [slopes, offsets].map((values) => addressOf(planeOf(values!)))
    instantiateKernel(MATTE_ROWS)(
      ...([addressOf(to), width, addressOf(levels), width, slope!, offset!, 4 * width] as const),
      ...([DOWN, step, HAZE, 1 / (1 - 2 * HAZE), eights, rows, 255] as const),
    )
    return [...to]
  })
  for (let row = 0; row < rows; row++) {
    const cells = Math.floor(DOWN + row * step)
    const between = (lines: Float32Array, x: number): number => {
      const [above, below] = [lines[cells * width + x]!, lines[(cells + 1) * width + x]!]
      return above + (below - above) * (DOWN + row * step - cells)
    }
    for (let x = 0; x < count; x++) {
      const at = row * width + x
      const value = between(slopes, x) * luma[at]! + between(offsets, x)
      const t = Math.min(1, Math.max(0, (value - HAZE) / (1 - 2 * HAZE)))
      expect(Math.abs(made[at]! - 255 * t * t * (3 - 2 * t))).toBeLessThan(0.52)
    }
    const end = row * width + 8 * eights
    if (8 * eights < width) expect(made.slice(end, end + 8)).toEqual(new Array(8).fill(255))
  }
})
