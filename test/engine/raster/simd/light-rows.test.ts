import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { LIGHT_ROWS } from '../../../../engine/raster/simd/light-rows.ts'
import { LENGTHS, noise } from './arena-values.ts'

/** Three rows, each followed by two bytes that stay as they are. */
function lit(levels: ArrayLike<number>, count: number, shift: number, bend: number): number[] {
  return withArena(() => {
    const [to, from] = [allocBytes(levels.length), allocBytes(levels.length)]
    to.fill(1)
    from.set(levels)
    const [stride, rows] = [levels.length / 3, 3]
    const lightRows = instantiateKernel(LIGHT_ROWS)
    lightRows(addressOf(to), addressOf(from), stride, shift, bend, count, rows)
    return [...to]
  })
}

test.each(LENGTHS.slice(8))('%i levels of each row are changed, and no more', (count) => {
  const levels = Uint8Array.from(noise(3 * (count + 2), 1, 100), (value) => 128 + value)
  const expected = [...levels].map((level, at) => (at % (count + 2) < count ? level - 5 : 1))
  expect(lit(levels, count, -5, 0)).toEqual(expected)
})

test('light bends between black and white and leaves both', () => {
  const row = [16, 60, 125, 126, 190, 235, 0, 255]
  const made = lit([...row, ...row, ...row], 8, 0, 22)
  expect([made[0], made[5]]).toEqual([16, 235])
  expect(made[2]).toBe(133)
  expect(made[1]! - 60).toBeGreaterThan(3)
  expect(made[7]).toBe(255 - 3)
})
