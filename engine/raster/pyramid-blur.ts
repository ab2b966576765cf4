import { allocPlane, copyInto, instantiateKernel, toArena } from './arena.ts'
import { formula } from './formula.ts'
import type { Size } from './picture.ts'
import { type ConvolveRow, convolveRowKernel } from './simd/convolve-row.ts'
import {
  DOWNSAMPLE_ROW,
  DOWNSAMPLE_WEIGHTED_ROW,
  type DownsampleRow,
  type DownsampleWeightedRow,
} from './simd/downsample-row.ts'
import { COPY_BYTES, type CopyBytes } from './simd/move-bytes.ts'
import { UPSAMPLE_ROW, type UpsampleRow } from './simd/upsample-row.ts'

/** Numbers in the kernels' memory: where the first row begins, how far apart rows are; beside them is room for margins. */
export type StridedView = Size & { data: Float32Array; start: number; stride: number }

/** What every place weighs at least, so that where nothing has weight there is a mean too. */
export const MIN_WEIGHT = 1e-6

/** A wider Gaussian is made on a copy of half the size, which nobody can tell from the whole one. */
const MAX_DIRECT_SIGMA = 2

/** Below this side a plane is not halved. */
const MIN_HALVED_SIDE = 8

type Kernels = {
  copyBytes: CopyBytes
  halveLine: DownsampleRow
  halveWeighedLine: DownsampleWeightedRow
  doubleLine: UpsampleRow
}

let kernels: Kernels | undefined

function kernelsOf(): Kernels {
  kernels ??= {
    copyBytes: instantiateKernel(COPY_BYTES),
    halveLine: instantiateKernel(DOWNSAMPLE_ROW),
    halveWeighedLine: instantiateKernel(DOWNSAMPLE_WEIGHTED_ROW),
    doubleLine: instantiateKernel(UPSAMPLE_ROW),
  }
  return kernels
}

/** Blurs planes of one size, which stand in a room that is open, by one Gaussian. */
export type PyramidBlur = {
  /**
   * The smallest copy of a plane, blurred; as far as a blur is linear, sums and shares can be taken there.
   * @param weights each number counts by its own and {@link MIN_WEIGHT} more
   */
  blurDown(plane: Float32Array, weights?: Float32Array): StridedView
  /** Makes the plane anew from its smallest copy. */
  upsample(small: StridedView, plane: Float32Array): void
}

/** What a Gaussian of `sigma` pixels, at least 0.2, needs. */
export function createPyramidBlur(size: Size, sigma: number): PyramidBlur {
  const runs = kernelsOf()
  const { sizes, rest } = pyramidOf(size, sigma)
  const last = sizes.at(-1)!
  const brush = openConvolution(last.width, gaussianWeights(rest))
  return {
    blurDown: (plane, weight) => {
      let from = viewOf(plane, size)
      if (sizes.length === 1 && weight) from = viewOf(weightedCopy(plane, weight), size)
      for (const smaller of sizes.slice(1)) {
        from = halveView(
          from,
          allocView(smaller, 0),
          from.data === plane ? weight : undefined,
          runs,
        )
      }
      const to = sizes.length === 1 ? viewOf(allocPlane(plane.length), size) : allocView(last, 4)
      convolveRows(from, to, brush, runs)
      return to
    },
    upsample: (small, plane) => {
      if (sizes.length === 1) copyInto(plane, small.data)
      let from = small
      for (let k = sizes.length - 2; k >= 0; k--) {
        const to = k > 0 ? allocView(sizes[k]!, 4) : viewOf(plane, size)
        doubleView(from, to, runs.doubleLine)
        from = to
      }
    },
  }
}

/** The mean of each 2 × 2 numbers, into a plane of half the size, rounded up; all of a room that is open. */
export function halvePlane(plane: Float32Array, size: Size, half: Float32Array): void {
  const to = viewOf(half, { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 })
  halveView(viewOf(plane, size), to, undefined, kernelsOf())
}

/** What {@link halvePlane} made small into a plane of its former size, bilinear. */
export function doublePlane(
  plane: Float32Array,
  half: Size,
  whole: Float32Array,
  size: Size,
): void {
  const runs = kernelsOf()
  const from = copyRows(viewOf(plane, half), allocView(half, 4), runs)
  doubleView(from, viewOf(whole, size), runs.doubleLine)
}

/** A plane, which has no margins. */
function viewOf(data: Float32Array, size: Size): StridedView {
  return {
    ...size,
    data,
    start: 0,
    stride: size.width,
  }
}

/** Room for a sheet with a margin beside each row. */
function allocView({ width, height }: Size, margin: number): StridedView {
  const stride = 2 * margin + 8 * Math.ceil(width / 8)
  return { width, height, data: allocPlane(stride * height), start: margin, stride }
}

/** The address of a row. */
function rowAddress({ data, start, stride }: StridedView, y: number): number {
  return data.byteOffset + 4 * (start + y * stride)
}

/** The sizes a blur is led through, and the Gaussian that is left to do at the last. */
function pyramidOf(size: Size, sigma: number): { sizes: Size[]; rest: number } {
  const sizes = [size]
  let rest = sigma
  for (
    let last = size;
    rest > MAX_DIRECT_SIGMA && Math.min(last.width, last.height) >= MIN_HALVED_SIDE;
  ) {
    last = { width: (last.width + 1) >> 1, height: (last.height + 1) >> 1 }
    sizes.push(last)
    // Halving and doubling blur by themselves: by a variance of about 1/4 and 1/2 of a source pixel squared.
    rest = Math.sqrt(rest * rest - 0.75) / 2
  }
  return { sizes, rest }
}

/** The middle's weight and those to one side of it; all together, both sides counted, are 1. */
function gaussianWeights(sigma: number): Float32Array {
  const reach = Math.ceil(sigma * 2.7)
  const weights = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp((-k * k) / (2 * sigma * sigma)),
  )
  const sum = weights.reduce((all, weight) => all + 2 * weight, -weights[0]!)
  return weights.map((weight) => weight / sum)
}

function copyRows(from: StridedView, to: StridedView, { copyBytes }: Kernels): StridedView {
  const bytes = 4 * from.width
  for (let y = 0; y < from.height; y++) copyBytes(rowAddress(to, y), rowAddress(from, y), bytes)
  return to
}

function weightedCopy(values: Float32Array, weights: Float32Array): Float32Array {
  const numbers = allocPlane(values.length)
  multiplyByWeight({ numbers, values, weights }, { faint: MIN_WEIGHT })
  return numbers
}

const multiplyByWeight = formula(
  { planes: ['numbers', 'values', 'weights'], scalars: ['faint'] },
  'numbers = values * (weights + faint)',
)

/**
 * Each number of a plane becomes the mean of those around it, down and across, edges repeated; all of a room that is open.
 * @param weights the middle's and those to one side of it; all together, both sides counted, are 1
 */
export function convolvePlane(
  plane: Float32Array,
  size: Size,
  weights: Float32Array,
): Float32Array {
  const to = viewOf(allocPlane(plane.length), size)
  convolveRows(viewOf(plane, size), to, openConvolution(size.width, weights), kernelsOf())
  return to.data
}

function openConvolution(width: number, weights: Float32Array): Convolution {
  const reach = weights.length - 1
  const line = allocView({ width, height: 1 }, 4 * Math.ceil(reach / 4))
  const stack = allocView({ width, height: 2 * reach + 1 }, 0)
  return { line, stack, reach, weights: toArena(weights), weighLine: convolveRowOf(reach) }
}

const convolveRowByReach = new Map<number, ConvolveRow>()

function convolveRowOf(reach: number): ConvolveRow {
  const known =
    convolveRowByReach.get(reach) ?? instantiateKernel<ConvolveRow>(convolveRowKernel(reach))
  convolveRowByReach.set(reach, known)
  return known
}

/** What numbers are weighed with: a line with margins, room for the rows around one, and its weights. */
type Convolution = {
  line: StridedView
  stack: StridedView
  reach: number
  weights: Float32Array
  weighLine: ConvolveRow
}

/** Down and across, row by row: what is read was read for the row above, and no plane stands between the two. */
function convolveRows(from: StridedView, to: StridedView, brush: Convolution, runs: Kernels): void {
  const { line, stack, reach, weights, weighLine } = brush
  const { width, height } = from
  const fours = Math.ceil(width / 4)
  const [at, by] = [rowAddress(line, 0), weights.byteOffset]
  const middle = rowAddress(stack, reach)
  for (let y = 0; y < height; y++) {
    if (y >= reach && y + reach < height) {
      weighLine(at, rowAddress(from, y), fours, 4 * from.stride, by, reach)
    } else {
      stackRows(from, y, stack, reach, runs)
      weighLine(at, middle, fours, 4 * stack.stride, by, reach)
    }
    repeatEdges(line, reach)
    weighLine(rowAddress(to, y), at, fours, 4, by, reach)
  }
}

/** Lays down the rows around one, the first and the last repeated. */
function stackRows(
  from: StridedView,
  y: number,
  stack: StridedView,
  reach: number,
  { copyBytes }: Kernels,
): void {
  for (let k = -reach; k <= reach; k++) {
    const row = Math.min(from.height - 1, Math.max(0, y + k))
    copyBytes(rowAddress(stack, reach + k), rowAddress(from, row), 4 * from.width)
  }
}

/** Repeats the first and last number of each row in its margins. */
function repeatEdges({ width, height, data, start, stride }: StridedView, by: number): void {
  for (let y = 0, left = start; y < height; y++, left += stride) {
    const right = left + width - 1
    const [first, last] = [data[left]!, data[right]!]
    for (let k = 1; k <= by; k++) {
      data[left - k] = first
      data[right + k] = last
    }
  }
}

/** The mean of each 2 × 2 numbers, weighed or not; where a side is odd its last number counts twice. */
function halveView(
  from: StridedView,
  to: StridedView,
  weights: Float32Array | undefined,
  runs: Kernels,
): StridedView {
  const { width, height, start, stride, data } = from
  const fours = Math.ceil(to.width / 4)
  const toWeights = weights && weights.byteOffset - data.byteOffset
  for (let y = 0; y < to.height; y++) {
    const below = Math.min(height - 1, 2 * y + 1)
    const [line, top, bottom] = [
      rowAddress(to, y),
      rowAddress(from, 2 * y),
      rowAddress(from, below),
    ]
    if (toWeights === undefined) runs.halveLine(line, top, bottom, fours)
    else
      runs.halveWeighedLine(
        line,
        top,
        bottom,
        top + toWeights,
        bottom + toWeights,
        fours,
        MIN_WEIGHT,
      )
    if (width % 2 === 0) continue
    const p = start + 2 * y * stride + width - 1
    const q = start + below * stride + width - 1
    const sum = weights
      ? data[p]! * (weights[p]! + MIN_WEIGHT) + data[q]! * (weights[q]! + MIN_WEIGHT)
      : data[p]! + data[q]!
    to.data[to.start + y * to.stride + to.width - 1] = sum / 2
  }
  return to
}

/** What {@link halveView} made small at its former size, bilinear. */
function doubleView(from: StridedView, to: StridedView, line: UpsampleRow): void {
  repeatEdges(from, 1)
  const fours = Math.ceil(from.width / 4)
  const row = (y: number): number => rowAddress(from, Math.min(from.height - 1, Math.max(0, y))) - 4
  for (let y = 0; y < to.height; y++) {
    const near = y >> 1
    line(rowAddress(to, y), row(near), row(near + (y & 1 ? 1 : -1)), fours)
  }
}
