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
  const sums = new Uint32Array(region.width)
  const isWhole = [plane.byteOffset, stride, region.left, region.width].every((at) => at % 4 === 0)
  const rows = Math.ceil(region.height / height)
  const addRows = isWhole && rows <= MOST_ROWS ? inWords(plane, sums) : inBytes(plane, sums)
  for (let row = 0; row < height; row++) {
    const top = stop(row, height, region.height)
    const bottom = Math.max(top + 1, stop(row + 1, height, region.height))
    addRows((region.top + top) * stride + region.left, stride, bottom - top)
    for (let x = 0, to = row * width; x < width; x++, to++) {
      const from = edges[x]!
      const end = Math.max(edges[x + 1]!, from + 1)
      let sum = 0
      for (let column = from; column < end; column++) sum += sums[column]!
      out[to] = sum / ((end - from) * (bottom - top)) + 0.5
    }
  }
  return out
}

/** Sets the sum of each column over some rows of a plane. */
type AddRows = (start: number, stride: number, count: number) => void

function inBytes(plane: Uint8Array, sums: Uint32Array): AddRows {
  return (start, stride, count) => {
    sums.fill(0)
    for (let row = 0, base = start; row < count; row++, base += stride) {
      for (let x = 0, at = base; x < sums.length; x++, at++) sums[x] = sums[x]! + plane[at]!
    }
  }
}

/** Four bytes at a time, two of them in the halves of one number and two in those of another. */
function inWords(plane: Uint8Array, sums: Uint32Array): AddRows {
  const words = new Int32Array(plane.buffer, plane.byteOffset, plane.length >> 2)
  const [even, odd] = [new Int32Array(sums.length >> 2), new Int32Array(sums.length >> 2)]
  return (start, stride, count) => {
    even.fill(0)
    odd.fill(0)
    for (let row = 0, base = start >> 2; row < count; row++, base += stride >> 2) {
      for (let x = 0, at = base; x < even.length; x++, at++) {
        const word = words[at]!
        even[x] = even[x]! + (word & 0xff00ff)
        odd[x] = odd[x]! + ((word >>> 8) & 0xff00ff)
      }
    }
    for (let x = 0, to = 0; x < even.length; x++, to += 4) {
      sums[to] = even[x]! & 0xffff
      sums[to + 1] = odd[x]! & 0xffff
      sums[to + 2] = even[x]! >>> 16
      sums[to + 3] = odd[x]! >>> 16
    }
  }
}
