import type { Size } from '../geometry/size.ts'
import {
  addressOf,
  allocBytes,
  copyBytes,
  instantiateKernel,
  toArena,
  withArena,
} from '../raster/arena.ts'
import { LEVEL_BYTES } from '../raster/simd/level-bytes.ts'
import { takeFrame } from './frame-pool.ts'
import { type Frame, planesOf } from './video-info.ts'

/** The planes of a frame in floating point, levels of the limited range, U and V at half the size. */
type FloatPlanes = Size & { y: Float32Array; u: Float32Array; v: Float32Array }

/** Rounds planes to a frame of whole levels of the limited range. @param pts its time in ticks */
export function frameFromPlanes({ width, height, y, u, v }: FloatPlanes, pts: number): Frame {
  const frame = takeFrame(width, height, pts)
  const planes = planesOf(frame)
  limit(y, planes.y, 235)
  limit(u, planes.u, 240)
  limit(v, planes.v, 240)
  return frame
}

function limit(from: Float32Array, to: Uint8Array, most: number): void {
  withArena(() => {
    const bytes = allocBytes(to.length)
    const levelBytes = instantiateKernel(LEVEL_BYTES)
    levelBytes(addressOf(bytes), addressOf(toArena(from)), 16, most, Math.ceil(to.length / 8))
    copyBytes(to, bytes)
  })
}
