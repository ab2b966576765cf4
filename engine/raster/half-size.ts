import { allocPlane, toArena, withArena, writeThroughArena } from './arena.ts'
import type { Size } from './picture.ts'
import { doublePlane, halvePlane } from './pyramid-blur.ts'

/**
 * A plane at half its size: each pixel is the mean of 2 × 2.
 * @param half the size of the result: both sides halved, rounded up
 */
export function halveSize(data: Float32Array, size: Size, half: Size): Float32Array {
  const out = allocPlane(half.width * half.height)
  withArena(() => writeThroughArena(out, (plane) => halvePlane(toArena(data), size, plane)))
  return out
}

/**
 * A plane at twice its size, bilinear: the way back from {@link halveSize}.
 * @param size of the result; `half` is this size halved, rounded up
 */
export function doubleSize(data: Float32Array, half: Size, size: Size): Float32Array {
  const out = allocPlane(size.width * size.height)
  withArena(() => writeThroughArena(out, (plane) => doublePlane(toArena(data), half, plane, size)))
  return out
}
