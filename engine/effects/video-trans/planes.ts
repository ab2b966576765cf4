import type { Size } from '../../raster/picture.ts'
import { type Frame, newFrame, planesOf } from '../../video/video-info.ts'

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

/** Rounds to whole levels of the limited range. */
export function toFrame({ width, height, y, u, v }: Planes, pts: number): Frame {
  const frame = newFrame(width, height, pts)
  const planes = planesOf(frame)
  limit(y, planes.y, 235)
  limit(u, planes.u, 240)
  limit(v, planes.v, 240)
  return frame
}

function limit(from: Float32Array, to: Uint8Array, most: number): void {
  for (let at = 0; at < to.length; at++) {
    const level = from[at]! + 0.5
    to[at] = level < 16 ? 16 : level > most ? most : level
  }
}
