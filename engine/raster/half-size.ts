import { allocPlane, toArena, withArena, writeThroughArena } from './arena.ts'
import type { Size } from './blur.ts'
import { doublePlane, halvePlane } from './pyramid-blur.ts'

/** The mean of each 2 × 2 pixels; `half` is the size of the result, rounded up. */
export function halveSize(data: Float32Array, size: Size, half: Size): Float32Array {
  const out = allocPlane(half.width * half.height)
  withArena(() => writeThroughArena(out, (plane) => halvePlane(toArena(data), size, plane)))
  return out
}

/** The plane that {@link halveSize} made small at its former size, bilinear. */
export function doubleSize(data: Float32Array, half: Size, size: Size): Float32Array {
  const out = allocPlane(size.width * size.height)
  withArena(() => writeThroughArena(out, (plane) => doublePlane(toArena(data), half, plane, size)))
  return out
}
