import type { Size } from '../../geometry/size.ts'
import { addressOf, allocPlane, instantiateKernel } from '../arena.ts'
import { DOWNSAMPLE_ROW, DOWNSAMPLE_WEIGHTED_ROW } from '../simd/downsample-row.ts'
import { COPY_BYTES } from '../simd/move-bytes.ts'
import { UPSAMPLE_ROW } from '../simd/upsample-row.ts'

/**
 * Rows of values in the arena: `start` is the index of the first value and `stride` the distance from row to row, in
 * values. A view with margins has room before and behind each row, for kernels that read neighbours.
 */
export type StridedView = Size & { data: Float32Array; start: number; stride: number }

/** Added to every weight, so that there is a mean where all weights are 0. */
export const MIN_WEIGHT = 1e-6

/** A view of a whole plane, without margins. */
export function viewOf(data: Float32Array, size: Size): StridedView {
  return { ...size, data, start: 0, stride: size.width }
}

/** A new view with a margin of so many values on both sides of each row. Needs an open arena. */
export function allocView({ width, height }: Size, margin: number): StridedView {
  const stride = 2 * margin + 8 * Math.ceil(width / 8)
  return { width, height, data: allocPlane(stride * height), start: margin, stride }
}

/** The address of the first value of a row. */
export function rowAddress({ data, start, stride }: StridedView, y: number): number {
  return addressOf(data) + 4 * (start + y * stride)
}

/** Copies all rows. */
export function copyRows(from: StridedView, to: StridedView): void {
  const copyBytes = instantiateKernel(COPY_BYTES)
  for (let y = 0; y < from.height; y++) {
    copyBytes(rowAddress(to, y), rowAddress(from, y), 4 * from.width)
  }
}

/**
 * Repeats the first and last pixel of each row in the `reach` pixels before and behind it.
 * @param channels values of a pixel
 */
export function repeatEdges(
  { width, height, data, start, stride }: StridedView,
  reach: number,
  channels = 1,
): void {
  for (let y = 0, left = start; y < height; y++, left += stride) {
    for (let c = 0; c < channels; c++) {
      const right = left + width - channels
      const first = data[left + c]!
      const last = data[right + c]!
      for (let k = 1; k <= reach; k++) {
        data[left + c - k * channels] = first
        data[right + c + k * channels] = last
      }
    }
  }
}

/**
 * Halves both sides, rounded up: each value is the mean of 2 × 2, or with weights the mean of their products with
 * weights. Where a side is odd, its last values count twice.
 * @param weights a plane like that of `from`, which then has no margins
 */
export function halveView(from: StridedView, to: StridedView, weights?: Float32Array): void {
  const downsampleRow = instantiateKernel(DOWNSAMPLE_ROW)
  const downsampleWeightedRow = instantiateKernel(DOWNSAMPLE_WEIGHTED_ROW)
  const { width, height, start, stride, data } = from
  const fours = Math.ceil(to.width / 4)
  const [fromAddress, toAddress] = [rowAddress(from, 0), rowAddress(to, 0)]
  const toWeights = weights && addressOf(weights) - addressOf(data)
  for (let y = 0; y < to.height; y++) {
    const above = 2 * y
    const below = Math.min(height - 1, above + 1)
    const row = toAddress + 4 * y * to.stride
    const top = fromAddress + 4 * above * stride
    const bottom = fromAddress + 4 * below * stride
    if (toWeights === undefined) downsampleRow(row, top, bottom, fours)
    else {
      const lower = bottom + toWeights
      downsampleWeightedRow(row, top, bottom, top + toWeights, lower, fours, MIN_WEIGHT)
    }
    if (width % 2 === 0) continue
    const p = start + above * stride + width - 1
    const q = start + below * stride + width - 1
    const sum = weights
      ? data[p]! * (weights[p]! + MIN_WEIGHT) + data[q]! * (weights[q]! + MIN_WEIGHT)
      : data[p]! + data[q]!
    to.data[to.start + y * to.stride + to.width - 1] = sum / 2
  }
}

/** Doubles both sides, bilinear: the way back from {@link halveView}. `from` has margins of at least one value. */
export function doubleView(from: StridedView, to: StridedView): void {
  const upsampleRow = instantiateKernel(UPSAMPLE_ROW)
  repeatEdges(from, 1)
  const fours = Math.ceil(from.width / 4)
  const [fromAddress, toAddress] = [rowAddress(from, 0), rowAddress(to, 0)]
  // The kernel begins with the value before a row's first.
  const rowOf = (y: number): number =>
    fromAddress + 4 * (from.stride * Math.min(from.height - 1, Math.max(0, y)) - 1)
  for (let y = 0; y < to.height; y++) {
    const near = y >> 1
    const other = near + (y & 1 ? 1 : -1)
    upsampleRow(toAddress + 4 * y * to.stride, rowOf(near), rowOf(other), fours)
  }
}
