import { type Frame, planesOf } from './video-info.ts'

/** A small copy of a frame's planes on one grid, 0–255, for what looks at a frame as a whole. */
export type SmallFrame = {
  width: number
  height: number
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
}

/** A part of a frame; all four numbers are even, so that its colour planes have whole sides too. */
export type Region = { left: number; top: number; width: number; height: number }

/** Means over the rectangles that a grid of `width` × `height` cells cuts a frame, or a part of it, into. */
export function shrinkFrame(
  frame: Frame,
  width: number,
  height: number,
  region: Region = { left: 0, top: 0, width: frame.width, height: frame.height },
): SmallFrame {
  const { y, u, v } = planesOf(frame)
  const half = {
    left: region.left / 2,
    top: region.top / 2,
    width: region.width / 2,
    height: region.height / 2,
  }
  return {
    ...{ width, height },
    y: shrinkPlane(y, frame.width, region, width, height),
    u: shrinkPlane(u, frame.width / 2, half, width, height),
    v: shrinkPlane(v, frame.width / 2, half, width, height),
  }
}

/** Means of one plane whose rows are `stride` apart, see {@link shrinkFrame}. */
export function shrinkPlane(
  plane: Uint8Array,
  stride: number,
  region: Region,
  width: number,
  height: number,
): Uint8Array {
  const out = new Uint8Array(width * height)
  const stop = (at: number, count: number, size: number): number => Math.floor((at * size) / count)
  const edges = Int32Array.from({ length: width + 1 }, (_, x) => stop(x, width, region.width))
  const sums = new Uint32Array(width)
  for (let row = 0; row < height; row++) {
    const top = stop(row, height, region.height)
    const bottom = Math.max(top + 1, stop(row + 1, height, region.height))
    sums.fill(0)
    for (let at = top; at < bottom; at++) {
      const base = (region.top + at) * stride + region.left
      for (let x = 0; x < width; x++) {
        const end = Math.max(edges[x + 1]!, edges[x]! + 1)
        let sum = 0
        for (let column = edges[x]!; column < end; column++) sum += plane[base + column]!
        sums[x] = sums[x]! + sum
      }
    }
    for (let x = 0; x < width; x++) {
      const count = Math.max(1, edges[x + 1]! - edges[x]!) * (bottom - top)
      out[row * width + x] = Math.round(sums[x]! / count)
    }
  }
  return out
}
