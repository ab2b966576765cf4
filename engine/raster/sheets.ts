import { formula } from './formula.ts'
import { copyNumbers, inRoom, kernelInRoom, takePlane } from './plane-room.ts'
import { DOUBLE_LINE, type DoubleLine } from './simd/double-line.ts'
import {
  HALVE_LINE,
  HALVE_WEIGHED_LINE,
  type HalveLine,
  type HalveWeighedLine,
} from './simd/halve-line.ts'
import { COPY_BYTES, type CopyBytes } from './simd/move-bytes.ts'
import { type WeighLine, weighLineKernel } from './simd/weigh-line.ts'

/** Width and height of a plane of numbers whose rows run from the top. */
export type Size = { width: number; height: number }

/** Numbers in the kernels' memory: where the first row begins, how far apart rows are; beside them is room for margins. */
export type Sheet = Size & { data: Float32Array; start: number; stride: number }

/** What every place weighs at least, so that where nothing has weight there is a mean too. */
export const FAINT = 1e-6

/** A wider Gaussian is made on a copy of half the size, which nobody can tell from the whole one. */
const WIDEST = 2

/** Below this side a plane is not halved. */
const SMALLEST = 8

type Kernels = {
  copyBytes: CopyBytes
  halveLine: HalveLine
  halveWeighedLine: HalveWeighedLine
  doubleLine: DoubleLine
}

let kernels: Kernels | undefined

function allKernels(): Kernels {
  kernels ??= {
    copyBytes: kernelInRoom(COPY_BYTES),
    halveLine: kernelInRoom(HALVE_LINE),
    halveWeighedLine: kernelInRoom(HALVE_WEIGHED_LINE),
    doubleLine: kernelInRoom(DOUBLE_LINE),
  }
  return kernels
}

/** Blurs planes of one size, which stand in a room that is open, by one Gaussian. */
export type Sheets = {
  /**
   * The smallest copy of a plane, blurred; as far as a blur is linear, sums and shares can be taken there.
   * @param weights each number counts by its own and {@link FAINT} more
   */
  soften(plane: Float32Array, weights?: Float32Array): Sheet
  /** Makes the plane anew from its smallest copy. */
  enlarge(small: Sheet, plane: Float32Array): void
}

/** What a Gaussian of `sigma` pixels, at least 0.2, needs. */
export function openSheets(size: Size, sigma: number): Sheets {
  const runs = allKernels()
  const { sizes, rest } = halvings(size, sigma)
  const last = sizes.at(-1)!
  const brush = openBrush(last.width, gaussianWeights(rest))
  return {
    soften: (plane, weight) => {
      let from = sheetOf(plane, size)
      if (sizes.length === 1 && weight) from = sheetOf(weighed(plane, weight), size)
      for (const smaller of sizes.slice(1)) {
        from = halve(from, placeSheet(smaller, 0), from.data === plane ? weight : undefined, runs)
      }
      const to = sizes.length === 1 ? sheetOf(takePlane(plane.length), size) : placeSheet(last, 4)
      weighRows(from, to, brush, runs)
      return to
    },
    enlarge: (small, plane) => {
      if (sizes.length === 1) copyNumbers(plane, small.data)
      let from = small
      for (let k = sizes.length - 2; k >= 0; k--) {
        const to = k > 0 ? placeSheet(sizes[k]!, 4) : sheetOf(plane, size)
        double(from, to, runs.doubleLine)
        from = to
      }
    },
  }
}

/** The mean of each 2 × 2 numbers, into a plane of half the size, rounded up; all of a room that is open. */
export function halvePlane(plane: Float32Array, size: Size, half: Float32Array): void {
  const to = sheetOf(half, { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 })
  halve(sheetOf(plane, size), to, undefined, allKernels())
}

/** What {@link halvePlane} made small into a plane of its former size, bilinear. */
export function doublePlane(
  plane: Float32Array,
  half: Size,
  whole: Float32Array,
  size: Size,
): void {
  const runs = allKernels()
  const from = copyRows(sheetOf(plane, half), placeSheet(half, 4), runs)
  double(from, sheetOf(whole, size), runs.doubleLine)
}

/** A plane, which has no margins. */
const sheetOf = (data: Float32Array, size: Size): Sheet => ({
  ...size,
  data,
  start: 0,
  stride: size.width,
})

/** Room for a sheet with a margin beside each row. */
function placeSheet({ width, height }: Size, margin: number): Sheet {
  const stride = 2 * margin + 8 * Math.ceil(width / 8)
  return { width, height, data: takePlane(stride * height), start: margin, stride }
}

/** The address of a row. */
const rowOf = ({ data, start, stride }: Sheet, y: number): number =>
  data.byteOffset + 4 * (start + y * stride)

/** The sizes a blur is led through, and the Gaussian that is left to do at the last. */
function halvings(size: Size, sigma: number): { sizes: Size[]; rest: number } {
  const sizes = [size]
  let rest = sigma
  for (let last = size; rest > WIDEST && Math.min(last.width, last.height) >= SMALLEST; ) {
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

function copyRows(from: Sheet, to: Sheet, { copyBytes }: Kernels): Sheet {
  const bytes = 4 * from.width
  for (let y = 0; y < from.height; y++) copyBytes(rowOf(to, y), rowOf(from, y), bytes)
  return to
}

function weighed(values: Float32Array, weights: Float32Array): Float32Array {
  const numbers = takePlane(values.length)
  weigh({ numbers, values, weights }, { faint: FAINT })
  return numbers
}

const weigh = formula('numbers = values * (weights + faint)')

/**
 * Each number of a plane becomes the mean of those around it, down and across, edges repeated; all of a room that is open.
 * @param weights the middle's and those to one side of it; all together, both sides counted, are 1
 */
export function weighPlane(plane: Float32Array, size: Size, weights: Float32Array): Float32Array {
  const to = sheetOf(takePlane(plane.length), size)
  weighRows(sheetOf(plane, size), to, openBrush(size.width, weights), allKernels())
  return to.data
}

function openBrush(width: number, weights: Float32Array): Brush {
  const reach = weights.length - 1
  const line = placeSheet({ width, height: 1 }, 4 * Math.ceil(reach / 4))
  const stack = placeSheet({ width, height: 2 * reach + 1 }, 0)
  return { line, stack, reach, weights: inRoom(weights), weighLine: weighLineOf(reach) }
}

const weighLines = new Map<number, WeighLine>()

function weighLineOf(reach: number): WeighLine {
  const known = weighLines.get(reach) ?? kernelInRoom<WeighLine>(weighLineKernel(reach))
  weighLines.set(reach, known)
  return known
}

/** What numbers are weighed with: a line with margins, room for the rows around one, and its weights. */
type Brush = {
  line: Sheet
  stack: Sheet
  reach: number
  weights: Float32Array
  weighLine: WeighLine
}

/** Down and across, row by row: what is read was read for the row above, and no plane stands between the two. */
function weighRows(from: Sheet, to: Sheet, brush: Brush, runs: Kernels): void {
  const { line, stack, reach, weights, weighLine } = brush
  const { width, height } = from
  const fours = Math.ceil(width / 4)
  const [at, by] = [rowOf(line, 0), weights.byteOffset]
  const middle = rowOf(stack, reach)
  for (let y = 0; y < height; y++) {
    if (y >= reach && y + reach < height) {
      weighLine(at, rowOf(from, y), fours, 4 * from.stride, by, reach)
    } else {
      stackRows(from, y, stack, reach, runs)
      weighLine(at, middle, fours, 4 * stack.stride, by, reach)
    }
    repeatSides(line, reach)
    weighLine(rowOf(to, y), at, fours, 4, by, reach)
  }
}

/** Lays down the rows around one, the first and the last repeated. */
function stackRows(
  from: Sheet,
  y: number,
  stack: Sheet,
  reach: number,
  { copyBytes }: Kernels,
): void {
  for (let k = -reach; k <= reach; k++) {
    const row = Math.min(from.height - 1, Math.max(0, y + k))
    copyBytes(rowOf(stack, reach + k), rowOf(from, row), 4 * from.width)
  }
}

/** Repeats the first and last number of each row in its margins. */
function repeatSides({ width, height, data, start, stride }: Sheet, by: number): void {
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
function halve(from: Sheet, to: Sheet, weights: Float32Array | undefined, runs: Kernels): Sheet {
  const { width, height, start, stride, data } = from
  const fours = Math.ceil(to.width / 4)
  const toWeights = weights && weights.byteOffset - data.byteOffset
  for (let y = 0; y < to.height; y++) {
    const below = Math.min(height - 1, 2 * y + 1)
    const [line, top, bottom] = [rowOf(to, y), rowOf(from, 2 * y), rowOf(from, below)]
    if (toWeights === undefined) runs.halveLine(line, top, bottom, fours)
    else runs.halveWeighedLine(line, top, bottom, top + toWeights, bottom + toWeights, fours, FAINT)
    if (width % 2 === 0) continue
    const p = start + 2 * y * stride + width - 1
    const q = start + below * stride + width - 1
    const sum = weights
      ? data[p]! * (weights[p]! + FAINT) + data[q]! * (weights[q]! + FAINT)
      : data[p]! + data[q]!
    to.data[to.start + y * to.stride + to.width - 1] = sum / 2
  }
  return to
}

/** What {@link halve} made small at its former size, bilinear. */
function double(from: Sheet, to: Sheet, line: DoubleLine): void {
  repeatSides(from, 1)
  const fours = Math.ceil(from.width / 4)
  const row = (y: number): number => rowOf(from, Math.min(from.height - 1, Math.max(0, y))) - 4
  for (let y = 0; y < to.height; y++) {
    const near = y >> 1
    line(rowOf(to, y), row(near), row(near + (y & 1 ? 1 : -1)), fours)
  }
}
