import { DOUBLE_LINE, type DoubleLine } from './simd/double-line.ts'
import { HALVE_LINE, type HalveLine } from './simd/halve-line.ts'
import { WEIGH_LINE, type WeighLine } from './simd/weigh-line.ts'
import { workbenchOf } from './simd/workbench.ts'

/** Width and height of a plane of numbers whose rows run from the top. */
export type Size = { width: number; height: number }

/** A plane in the kernels' memory: its first number, and how far apart its rows are; beside them is room for margins. */
export type Sheet = Size & { at: number; stride: number }

/** A plane and its halves, largest first. */
type Halves = readonly [Sheet, ...Sheet[]]

/** A wider Gaussian is made on a copy of half the size, which nobody can tell from the whole one. */
const WIDEST = 2

/** Below this side a plane is not halved. */
const SMALLEST = 8

/** The thread's workbench for blurs; the Gaussian's weights stand first in its memory. */
const bench = workbenchOf<{ weighLine: WeighLine; halveLine: HalveLine; doubleLine: DoubleLine }>({
  weighLine: WEIGH_LINE,
  halveLine: HALVE_LINE,
  doubleLine: DOUBLE_LINE,
})

/** Planes of one size laid out to be blurred by one Gaussian. They hold until the next are opened. */
export type Sheets = {
  /** The memory; what is in a new sheet is whatever was there. */
  floats: Float32Array
  planes: readonly Halves[]
  /** Makes the smallest copy of a plane and blurs it; as far as a blur is linear, sums and shares can be taken there. */
  soften(plane: Halves): void
  /** Makes the plane anew from its smallest copy. */
  enlarge(plane: Halves): void
}

/** Room for `count` planes of a size and what a Gaussian of `sigma` pixels, at least 0.2, needs. */
export function openSheets(size: Size, sigma: number, count: number): Sheets {
  const { sizes, rest } = halvings(size, sigma)
  const weights = gaussianWeights(rest)
  const reach = weights.length - 1
  const margin = 4 * Math.ceil(weights.length / 4)
  let end = 2 * margin
  const place = ({ width, height }: Size): Sheet => {
    const stride = 2 * margin + 8 * Math.ceil(width / 8)
    const at = end + margin
    end += stride * height
    return { width, height, at, stride }
  }
  const planes = Array.from({ length: count }, () => sizes.map(place) as [Sheet, ...Sheet[]])
  const last = sizes.at(-1)!
  const scratch = place({ width: last.width, height: last.height + 2 * reach })
  const { runs, memory } = bench(4 * (end + margin))
  const floats = new Float32Array(memory)
  floats.set(weights)
  return {
    floats,
    planes,
    soften: (plane) => {
      for (let k = 1; k < plane.length; k++) halve(plane[k - 1]!, plane[k]!, floats, runs.halveLine)
      gaussian(plane.at(-1)!, scratch, reach, floats, runs.weighLine)
    },
    enlarge: (plane) => {
      for (let k = plane.length - 1; k > 0; k--) {
        double(plane[k]!, plane[k - 1]!, floats, runs.doubleLine)
      }
    },
  }
}

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

/** Across and down, each all rows at once: what comes of the margins is nobody's. */
function gaussian(
  sheet: Sheet,
  scratch: Sheet,
  reach: number,
  floats: Float32Array,
  weigh: WeighLine,
): void {
  const { height, at, stride } = sheet
  const fours = (stride * height) / 4
  const from = at - marginOf(sheet)
  const over = scratch.at - marginOf(scratch) + reach * stride
  repeatSides(sheet, reach, floats)
  weigh(4 * over, 4 * from, fours, 4, 0, reach)
  const bottom = over + (height - 1) * stride
  for (let k = 1; k <= reach; k++) {
    floats.copyWithin(over - k * stride, over, over + stride)
    floats.copyWithin(bottom + k * stride, bottom, bottom + stride)
  }
  weigh(4 * from, 4 * over, fours, 4 * stride, 0, reach)
}

const marginOf = ({ width, stride }: Sheet): number => (stride - 8 * Math.ceil(width / 8)) / 2

/** Repeats the first and last number of each row in its margins. */
function repeatSides({ width, height, at, stride }: Sheet, by: number, floats: Float32Array): void {
  for (let y = 0, left = at; y < height; y++, left += stride) {
    const right = left + width - 1
    const [first, last] = [floats[left]!, floats[right]!]
    for (let k = 1; k <= by; k++) {
      floats[left - k] = first
      floats[right + k] = last
    }
  }
}

/** The mean of each 2 × 2 numbers; where a side is odd its last number counts twice. */
function halve(from: Sheet, to: Sheet, floats: Float32Array, line: HalveLine): void {
  repeatSides(from, 1, floats)
  const fours = Math.ceil(to.width / 4)
  for (let y = 0; y < to.height; y++) {
    const top = from.at + 2 * y * from.stride
    const bottom = from.at + Math.min(from.height - 1, 2 * y + 1) * from.stride
    line(4 * (to.at + y * to.stride), 4 * top, 4 * bottom, fours)
  }
}

/** What {@link halve} made small at its former size, bilinear. */
function double(from: Sheet, to: Sheet, floats: Float32Array, line: DoubleLine): void {
  repeatSides(from, 1, floats)
  const fours = Math.ceil(from.width / 4)
  const row = (y: number): number =>
    4 * (from.at - 1 + Math.min(from.height - 1, Math.max(0, y)) * from.stride)
  for (let y = 0; y < to.height; y++) {
    const near = y >> 1
    line(4 * (to.at + y * to.stride), row(near), row(near + (y & 1 ? 1 : -1)), fours)
  }
}
