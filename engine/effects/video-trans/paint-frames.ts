import type { Size } from '../../geometry/size.ts'
import { allocPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { frameFromPlanes } from '../../video/frame-from-planes.ts'
import { trackFlow } from '../../video/motion/flow-track.ts'
import type { Frame } from '../../video/video-info.ts'
import type { LumaWeights } from '../../video/yuv-matrix.ts'
import { carryTextures } from './carried-field.ts'
import type { Planes, Yuv } from './planes.ts'
import { steadySource } from './steady-source.ts'
import type { Style } from './style.ts'
import { trackTones } from './tone.ts'
import { FRAMES_WHOLE, LEAST_UNIT } from './tuning.ts'

/** Paints the frames of a video one by one, in order. */
export function paintFrames(
  style: Style,
  { width, height }: Size,
  weights: LumaWeights,
): (frame: Frame) => Frame {
  const unit = Math.max(LEAST_UNIT, Math.sqrt((width * height) / FRAMES_WHOLE))
  const paint = style({ width, height, unit, colour: (hex) => toYuv(hex, weights) })
  const follow = trackFlow()
  const carry = carryTextures({ width, height })
  const steady = steadySource()
  const range = trackTones()
  return (frame) => {
    const flow = follow(frame)
    const carried = carry(flow)
    const still = steady(frame, flow)
    const tones = range(still, flow === undefined)
    return withArena(() => {
      const to = allocPlanes({ width, height })
      const source = {
        width,
        height,
        y: copyPlane(still.y),
        u: copyPlane(still.u),
        v: copyPlane(still.v),
      }
      paint({ source, tones, flow, carried }, to)
      return frameFromPlanes(to, frame.pts)
    })
  }
}

function allocPlanes({ width, height }: Size): Planes {
  const chroma = (width * height) / 4
  return {
    width,
    height,
    y: allocPlane(width * height),
    u: allocPlane(chroma),
    v: allocPlane(chroma),
  }
}

/** A colour given as `rrggbb`, in limited range. */
function toYuv(hex: string, { red, blue }: LumaWeights): Yuv {
  const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  const luma = red * r + (1 - red - blue) * g + blue * b
  return {
    y: 16 + (219 / 255) * luma,
    u: 128 + ((224 / 255) * (b - luma)) / (2 * (1 - blue)),
    v: 128 + ((224 / 255) * (r - luma)) / (2 * (1 - red)),
  }
}
