import type { Size } from '../../geometry/size.ts'
import { allocPlane, toArena, withArena, writeThroughArena } from '../arena.ts'
import { allocView, copyRows, doubleView, halveView, viewOf } from './strided-view.ts'

/**
 * A plane at half its size: each pixel is the mean of 2 × 2. Where a side is odd, its last pixels count twice.
 * @param half the size of the result: both sides halved, rounded up
 */
export function halveSize(data: Float32Array, size: Size, half: Size): Float32Array {
  const out = allocPlane(half.width * half.height)
  withArena(() => {
    const from = viewOf(toArena(data), size)
    writeThroughArena(out, (plane) => halveView(from, viewOf(plane, half)))
  })
  return out
}

/**
 * A plane at twice its size, bilinear: the way back from {@link halveSize}.
 * @param size of the result; `half` is this size halved, rounded up
 */
export function doubleSize(data: Float32Array, half: Size, size: Size): Float32Array {
  const out = allocPlane(size.width * size.height)
  withArena(() => {
    const from = allocView(half, 4)
    copyRows(viewOf(toArena(data), half), from)
    writeThroughArena(out, (plane) => doubleView(from, viewOf(plane, size)))
  })
  return out
}
