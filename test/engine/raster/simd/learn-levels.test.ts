import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { LEARN_LEVELS, MARK_KNOWN } from '../../../../engine/raster/simd/learn-levels.ts'
import { noise, planeOf } from './arena-values.ts'

test('levels are learnt where alphas are small, and at once where nothing was known', () => {
  const [cells, most] = [24, 0.5]
  const alpha = noise(cells, 1, 1).map(Math.abs)
  const levels = Uint8Array.from(noise(cells, 2, 127), (value) => 128 + value)
  const before = Int16Array.from(noise(cells, 3, 8000), (value) => 8000 + value)
  const known = Int16Array.from({ length: cells }, (_, at) => (at % 3 === 0 ? 0 : -1))
  const made = withArena(() => {
    const shorts = (values: Int16Array): Int16Array => {
      const { buffer, byteOffset } = allocBytes(2 * cells)
      const plane = new Int16Array(buffer, byteOffset, cells)
      plane.set(values)
      return plane
    }
    const bytes = allocBytes(cells)
    bytes.set(levels)
    const [learnt, marks, shares] = [shorts(before), shorts(known), addressOf(planeOf(alpha))]
    const [to, from] = [learnt.byteOffset, bytes.byteOffset]
    instantiateKernel(LEARN_LEVELS)(to, from, marks.byteOffset, shares, most, cells)
    instantiateKernel(MARK_KNOWN)(marks.byteOffset, shares, most, cells)
    return { learnt: [...learnt], marks: [...marks] }
  })
  const learns = (at: number): boolean => alpha[at]! <= most
  expect(alpha.filter((_, at) => learns(at)).length).toBeGreaterThan(5)
  expect(made.learnt).toEqual(
    [...before].map((was, at) => {
      const apart = levels[at]! * 64 - was
      return learns(at) ? was + (known[at] ? apart >> 2 : apart) : was
    }),
  )
  expect(made.marks).toEqual([...known].map((mark, at) => (learns(at) ? -1 : mark)))
})
