import { inPlaneRoom, inRoom, takePlane, writeInRoom } from '../../raster/plane-room.ts'
import { doublePlane, halvePlane } from '../../raster/sheets.ts'
import type { Size } from './blur.ts'

/** The mean of each 2 × 2 pixels; `half` is the size of the result, rounded up. */
export function halve(data: Float32Array, size: Size, half: Size): Float32Array {
  const out = takePlane(half.width * half.height)
  inPlaneRoom(() => writeInRoom(out, (plane) => halvePlane(inRoom(data), size, plane)))
  return out
}

/** The plane that {@link halve} made small at its former size, bilinear. */
export function double(data: Float32Array, half: Size, size: Size): Float32Array {
  const out = takePlane(size.width * size.height)
  inPlaneRoom(() => writeInRoom(out, (plane) => doublePlane(inRoom(data), half, plane, size)))
  return out
}
