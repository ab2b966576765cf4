import type { Box } from '../geometry/box.ts'
import {
  addressOf,
  allocBytes,
  allocPlane,
  copyBytes,
  copyInto,
  instantiateKernel,
  toArenaBytes,
  withArena,
} from '../raster/arena.ts'
import { MEAN_RUNS } from '../raster/simd/mean-runs.ts'
import { MEAN_SHORT_RUNS } from '../raster/simd/mean-short-runs.ts'
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
export type Region = Box

/** Means over the rectangles that a grid of `width` × `height` cells cuts a frame, or a part of it, into. */
export function shrinkFrame(
  frame: Frame,
  width: number,
  height: number,
  region: Region = { left: 0, top: 0, width: frame.width, height: frame.height },
): SmallFrame {
  const y = shrinkLuma(frame, width, height, region)
  return { width, height, y, ...shrinkColours(frame, width, height, region) }
}

/** The luma of {@link shrinkFrame}, written to `to`. */
export function shrinkLuma(
  frame: Frame,
  width: number,
  height: number,
  region: Region,
  to?: Uint8Array<ArrayBuffer>,
): Uint8Array {
  return shrinkPlane(planesOf(frame).y, frame.width, region, width, height, to)
}

/** The colours of {@link shrinkFrame}. */
export function shrinkColours(
  frame: Frame,
  width: number,
  height: number,
  region: Region,
): Pick<SmallFrame, 'u' | 'v'> {
  const { u, v } = planesOf(frame)
  const half = {
    left: region.left / 2,
    top: region.top / 2,
    width: region.width / 2,
    height: region.height / 2,
  }
  return {
    u: shrinkPlane(u, frame.width / 2, half, width, height),
    v: shrinkPlane(v, frame.width / 2, half, width, height),
  }
}

/** Bytes that a kernel reads at once. */
const VECTOR = 16

/** Rows of bytes that 16 bits can sum. */
const MOST_ROWS = 257

/** The longest run of columns, and the most rows, that a kernel takes for several cells at once. */
const SHORT = 8
const FEW_ROWS = 128

/** Means of one plane whose rows are `stride` apart, see {@link shrinkFrame}, written to `to`. */
export function shrinkPlane(
  plane: Uint8Array,
  stride: number,
  region: Region,
  width: number,
  height: number,
  to = new Uint8Array(width * height),
): Uint8Array<ArrayBuffer> {
  const stop = (at: number, count: number, size: number): number => Math.floor((at * size) / count)
  const most = Math.ceil(region.height / height) + 1
  if (most > MOST_ROWS) throw new Error('A plane is shrunk by so much that its sums overflow.')
  withArena(() => {
    const start = region.top * stride
    // Whole vectors are read, also at the end of the last row.
    const rows = toArenaBytes(plane.subarray(start, start + region.height * stride))
    const sixteens = Math.ceil(region.width / VECTOR)
    const line = allocBytes(2 * VECTOR * sixteens)
    const runs = runsOf(region.width, width)
    const [starts, ends, masks] = [runs.starts, runs.ends, runs.masks].map((table) =>
      addressOf(toArenaBytes(table)),
    )
    const isShort = runs.longest <= SHORT && most <= FEW_ROWS
    const shares = allocPlane(width + 3)
    const small = allocBytes(to.length)
    const sumByteRows = instantiateKernel(SUM_BYTE_ROWS)
    const meanRuns = instantiateKernel(MEAN_RUNS)
    const meanShortRuns = instantiateKernel(MEAN_SHORT_RUNS)
    for (let row = 0, summed = 0; row < height; row++) {
      const top = stop(row, height, region.height)
      const count = Math.max(1, stop(row + 1, height, region.height) - top)
      const from = rows.byteOffset + top * stride + region.left
      sumByteRows(line.byteOffset, from, sixteens, stride, count)
      if (count !== summed) {
        summed = count
        copyInto(shares, sharesOf(runs, count))
      }
      const [cells, sums] = [small.byteOffset + row * width, line.byteOffset]
      const each = shares.byteOffset
      if (isShort) meanShortRuns(cells, sums, starts!, masks!, each, Math.ceil(width / 4))
      else meanRuns(cells, sums, starts!, ends!, each, width)
    }
    copyBytes(to, small)
  })
  return to
}

/** The runs of columns that a row is cut into: tables as kernels read them, with room for three runs more. */
type Runs = {
  /** 32-bit integers: the byte offsets of 16-bit sums. */
  starts: Uint8Array
  ends: Uint8Array
  /** Eight 16-bit integers for each run, 1 for those that a short one has. */
  masks: Uint8Array
  longest: number
  lengths: Float32Array
  /** Shares by how many rows are summed. */
  shares: Map<number, Float32Array>
}

/** The tables that were made last, by sizes: each frame of a video needs the same ones. */
const known = new Map<string, Runs>()
const MOST_KNOWN = 16

function runsOf(size: number, count: number): Runs {
  const name = `${size} ${count}`
  const kept = known.get(name)
  if (kept) return kept
  const [starts, ends] = [new Int32Array(count + 3), new Int32Array(count + 3)]
  const masks = new Int16Array(SHORT * (count + 3))
  const lengths = new Float32Array(count + 3).fill(1)
  for (let x = 0; x < count; x++) {
    const first = Math.floor((x * size) / count)
    const end = Math.max(Math.floor(((x + 1) * size) / count), first + 1)
    starts[x] = 2 * first
    ends[x] = 2 * end
    lengths[x] = end - first
    masks.fill(1, SHORT * x, SHORT * x + Math.min(SHORT, end - first))
  }
  const [startBytes, endBytes, maskBytes] = [starts, ends, masks].map(
    ({ buffer }) => new Uint8Array(buffer),
  )
  const made: Runs = {
    starts: startBytes!,
    ends: endBytes!,
    masks: maskBytes!,
    lengths,
    shares: new Map(),
    longest: lengths.reduce((most, length) => Math.max(most, length)),
  }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, made)
  return made
}

function sharesOf({ lengths, shares }: Runs, rows: number): Float32Array {
  const made = shares.get(rows) ?? lengths.map((length) => 1 / (length * rows))
  shares.set(rows, made)
  return made
}
