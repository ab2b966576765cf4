import { allocBytes, copyBytes, instantiateKernel, withArena } from '../raster/arena.ts'
import { SUM_BYTE_ROWS } from '../raster/simd/sum-byte-rows.ts'
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

/** Bytes that a kernel reads at once. */
const VECTOR = 16

/** Rows of bytes that 16 bits can sum. */
const MOST_ROWS = 257

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
  const most = Math.ceil(region.height / height) + 1
  if (most > MOST_ROWS) throw new Error('A plane is shrunk by so much that its sums overflow.')
  withArena(() => {
    const start = region.top * stride
    const bytes = plane.subarray(start, start + region.height * stride)
    // Whole vectors are read, also at the end of the last row.
    const rows = allocBytes(bytes.length + VECTOR)
    copyBytes(rows, new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length))
    const sixteens = Math.ceil(region.width / VECTOR)
    const line = allocBytes(2 * VECTOR * sixteens)
    const sums = new Uint16Array(line.buffer, line.byteOffset, region.width)
    const sumByteRows = instantiateKernel(SUM_BYTE_ROWS)
    for (let row = 0, to = 0; row < height; row++) {
      const top = stop(row, height, region.height)
      const count = Math.max(1, stop(row + 1, height, region.height) - top)
      const from = rows.byteOffset + top * stride + region.left
      sumByteRows(line.byteOffset, from, sixteens, stride, count)
      for (let x = 0; x < width; x++, to++) {
        const first = edges[x]!
        const end = Math.max(edges[x + 1]!, first + 1)
        let sum = 0
        for (let column = first; column < end; column++) sum += sums[column]!
        out[to] = sum / ((end - first) * count) + 0.5
      }
    }
  })
  return out
}
