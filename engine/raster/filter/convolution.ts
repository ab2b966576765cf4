import type { Size } from '../../geometry/size.ts'
import { addressOf, allocPlane, instantiateKernel, toArena } from '../arena.ts'
import { type ConvolveRow, convolveRowKernel } from '../simd/convolve-row.ts'
import { COPY_BYTES } from '../simd/move-bytes.ts'
import { GAUSSIAN_REACH } from '../tuning.ts'
import { allocView, repeatEdges, rowAddress, type StridedView, viewOf } from './strided-view.ts'

/** A symmetric, separable filter for views of one width, with its scratch memory in the open arena. */
export type Convolution = {
  /** One row between the vertical and the horizontal pass, with margins. */
  row: StridedView
  /** The rows around one near the upper or lower edge, where edge rows are repeated. */
  stack: StridedView
  /** Pixels to each side of the middle. */
  reach: number
  /** Values of a pixel, which lie side by side in a row. */
  channels: number
  weights: Float32Array
  convolveRow: ConvolveRow
}

/**
 * Prepares a filter.
 * @param width values of a row
 * @param weights the middle's and those to one side of it, whose sum, both sides counted, is 1
 * @param channels values of a pixel, each of which is filtered by itself
 */
export function createConvolution(width: number, weights: Float32Array, channels = 1): Convolution {
  const reach = weights.length - 1
  const row = allocView({ width, height: 1 }, 4 * Math.ceil((channels * reach) / 4))
  const stack = allocView({ width, height: 2 * reach + 1 }, 0)
  const convolveRow = instantiateKernel(kernelOf(reach))
  return { row, stack, reach, channels, weights: toArena(weights), convolveRow }
}

/** Each value becomes the weighted mean of those around it, vertically and horizontally, edges repeated. */
export function convolveView(from: StridedView, to: StridedView, filter: Convolution): void {
  const { row, stack, reach, channels, weights, convolveRow } = filter
  const { width, height } = from
  const fours = Math.ceil(width / 4)
  const [rowStart, weightStart] = [rowAddress(row, 0), addressOf(weights)]
  const middle = rowAddress(stack, reach)
  const copyBytes = instantiateKernel(COPY_BYTES)
  // Row by row, so that no plane is needed between the two passes.
  for (let y = 0; y < height; y++) {
    if (y >= reach && y + reach < height) {
      convolveRow(rowStart, rowAddress(from, y), fours, 4 * from.stride, weightStart, reach)
    } else {
      // Where a row around it is missing, the first or the last one is repeated.
      for (let nth = 0; nth < stack.height; nth++) {
        const at = Math.min(height - 1, Math.max(0, y - reach + nth))
        copyBytes(rowAddress(stack, nth), rowAddress(from, at), 4 * width)
      }
      convolveRow(rowStart, middle, fours, 4 * stack.stride, weightStart, reach)
    }
    repeatEdges(row, reach, channels)
    convolveRow(rowAddress(to, y), rowStart, fours, 4 * channels, weightStart, reach)
  }
}

/** {@link convolveView} of a plane of the open arena into a new one. */
export function convolvePlane(
  plane: Float32Array,
  size: Size,
  weights: Float32Array,
): Float32Array {
  const to = allocPlane(plane.length)
  convolveView(viewOf(plane, size), viewOf(to, size), createConvolution(size.width, weights))
  return to
}

/** Half of a Gaussian filter: the middle's weight and those to one side of it. @param sigma in values */
export function gaussianWeights(sigma: number): Float32Array {
  const reach = Math.ceil(sigma * GAUSSIAN_REACH)
  const weights = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp((-k * k) / (2 * sigma * sigma)),
  )
  const sum = weights.reduce((all, weight) => all + 2 * weight, -weights[0]!)
  return weights.map((weight) => weight / sum)
}

const kernels = new Map<number, ReturnType<typeof convolveRowKernel>>()

function kernelOf(reach: number): ReturnType<typeof convolveRowKernel> {
  const kernel = kernels.get(reach) ?? convolveRowKernel(reach)
  kernels.set(reach, kernel)
  return kernel
}
