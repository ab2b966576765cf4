import { allocBytes, allocPlane } from '../../../../engine/raster/arena.ts'

/** The lengths that kernels are tested with: every remainder of a vector of four, often. */
export const LENGTHS = Array.from({ length: 41 }, (_, length) => length)

/** Repeatable values from `-size` to `size`. */
export function noise(length: number, seed: number, size = 8): Float32Array {
  let state = Math.imul(seed + 1, 2_654_435_761)
  return Float32Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9
    return size * ((state >>> 8) / 2 ** 23 - 1)
  })
}

/** A plane of the open arena with these values. */
export function planeOf(values: ArrayLike<number>): Float32Array {
  const plane = allocPlane(values.length)
  plane.set(values)
  return plane
}

/** The largest difference between what a kernel made and what was expected, relative to values above 1. */
export function farthest(made: ArrayLike<number>, expected: ArrayLike<number>): number {
  let most = made.length === expected.length ? 0 : Number.POSITIVE_INFINITY
  for (let i = 0; i < expected.length; i++) {
    const off = Math.abs(made[i]! - expected[i]!) / Math.max(1, Math.abs(expected[i]!))
    most = Math.max(most, Number.isNaN(off) ? Number.POSITIVE_INFINITY : off)
  }
  return most
}

/** Packed RGBA pixels of the open arena, with whatever was there before. */
export function allocPixels(count: number): Int32Array {
  const { buffer, byteOffset } = allocBytes(4 * count)
  return new Int32Array(buffer, byteOffset, count)
}
