import type { Size } from '../../geometry/size.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'

/** A frame in floating point: levels of the limited range, U and V at half the size. */
export type Planes = Size & { y: Float32Array; u: Float32Array; v: Float32Array }

/** A colour as a frame has it. */
export type Yuv = { y: number; u: number; v: number }

export function planesFrom(frame: Frame): Planes {
  const { y, u, v } = planesOf(frame)
  const { width, height } = frame
  return {
    width,
    height,
    y: Float32Array.from(y),
    u: Float32Array.from(u),
    v: Float32Array.from(v),
  }
}

/** The size of the colour planes. */
export function halfOf({ width, height }: Size): Size {
  return { width: width / 2, height: height / 2 }
}
