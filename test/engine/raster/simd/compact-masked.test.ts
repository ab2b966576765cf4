import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { COMPACT_MASKED } from '../../../../engine/raster/simd/compact-masked.ts'
import { allocPixels, LENGTHS, noise, planeOf } from './arena-values.ts'

/** Weights that keep all, none, and about half of the values; exactly one half keeps none. */
const WEIGHTS: Record<string, (length: number) => Float32Array> = {
  all: (length) => new Float32Array(length).fill(0.51),
  none: (length) => new Float32Array(length).fill(0.5),
  some: (length) => noise(length, 7, 1),
}

test.each(Object.keys(WEIGHTS))('%s of the values are kept, in order', (name) => {
  const compactMasked = instantiateKernel(COMPACT_MASKED)
  for (const length of LENGTHS.filter((count) => count > 0)) {
    withArena(() => {
      const values = planeOf(noise(length, length))
      const weights = planeOf(WEIGHTS[name]!(length))
      const to = allocPlane(length + 1)
      const end = allocPixels(1)
      const [from, by] = [values.byteOffset, weights.byteOffset]
      compactMasked(to.byteOffset, from, by, length, end.byteOffset)
      const kept = (end[0]! - to.byteOffset) / 4
      expect([...to.subarray(0, kept)]).toEqual([...values.filter((_, i) => weights[i]! > 0.5)])
    })
  }
})
