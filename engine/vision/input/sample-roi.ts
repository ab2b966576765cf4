import type { Size } from '../../geometry/size.ts'
import type { Picture } from '../../raster/picture.ts'
import { packedRgba } from '../../raster/pixels/packed-rgba.ts'
import type { Pyramid } from './pyramid.ts'
import { type Roi, roiToPicture } from './roi.ts'

/** How levels are scaled to network input: 0 -> `low`, 255 -> `high`. */
export type ValueRange = { low: number; high: number }

/** The part of a tensor that is written: the index of its first value, and the distance of its rows, in values. */
type TensorWindow = { values: Float32Array; start: number; row: number }

/**
 * Samples a region of interest as a network's input, bilinearly, from the pyramid level that leaves less than a
 * halving to do. Outside the picture is black (letterbox padding).
 * @param size input pixels along the region's side
 * @param inputSize the middle part of the region to sample, in input pixels; all of it by default
 * @param values the buffer to write; a new one by default
 * @returns height × width × 3 values, RGB
 */
export function sampleRoi(
  pyramid: Pyramid,
  roi: Roi,
  size: number,
  range: ValueRange,
  inputSize: Size = { width: size, height: size },
  values = new Float32Array(inputSize.width * inputSize.height * 3),
): Float32Array {
  sampleRoiInto(
    { values, start: 0, row: inputSize.width * 3 },
    pyramid,
    roi,
    size,
    range,
    inputSize,
  )
  return values
}

/** {@link sampleRoi} into a part of a larger tensor. */
export function sampleRoiInto(
  { values, start: first, row: stride }: TensorWindow,
  pyramid: Pyramid,
  roi: Roi,
  size: number,
  { low, high }: ValueRange,
  inputSize: Size = { width: size, height: size },
): void {
  const level = pyramidLevelFor(pyramid, roi.side / size)
  const picture = pyramid[level] ?? pyramid[0]
  const shrink = 2 ** level
  const step = roi.side / size / shrink
  const stepX = Math.cos(roi.angle) * step
  const stepY = Math.sin(roi.angle) * step
  const start = roiToPicture(
    roi,
    (size - inputSize.width + 1) / 2 / size,
    (size - inputSize.height + 1) / 2 / size,
  )
  const words = packedRgba(picture.data)
  const scale = (high - low) / 255
  for (let row = 0; row < inputSize.height; row++) {
    const x = start.x / shrink - 0.5 - row * stepY
    const y = start.y / shrink - 0.5 + row * stepX
    const at = first + row * stride
    const across = insideSpan(x, stepX, picture.width - 1, inputSize.width)
    const down = insideSpan(y, stepY, picture.height - 1, inputSize.width)
    const from = Math.min(inputSize.width, Math.max(across.from, down.from))
    const to = Math.max(from, Math.min(across.to, down.to))
    for (let column = 0; column < inputSize.width; column++) {
      if (column === from) column = to
      if (column === inputSize.width) break
      const value = at + column * 3
      values[value] = low
      values[value + 1] = low
      values[value + 2] = low
      addBorderSample(picture, x + column * stepX, y + column * stepY, scale, values, value)
    }
    sampleInterior(
      words,
      picture.width,
      { x: x + from * stepX, y: y + from * stepY, stepX, stepY },
      { values, start: at + from * 3, row: (to - from) * 3 },
      low,
      scale,
    )
  }
}

/**
 * The samples of a row that have both neighbouring pixels inside the picture, along one axis: from the first to
 * before the last.
 */
function insideSpan(
  start: number,
  step: number,
  last: number,
  steps: number,
): { from: number; to: number } {
  if (step === 0) return { from: 0, to: start >= 0 && start < last ? steps : 0 }
  const zero = -start / step
  const end = (last - start) / step
  // A sample beyond the last pixel would read outside the array. One at the first pixel reads a pixel of weight 0.
  const [from, to] = step > 0 ? [zero, end - ROUNDING] : [end + ROUNDING, zero]
  return { from: Math.max(0, Math.ceil(from)), to: Math.min(steps, Math.ceil(to)) }
}

/** The rounding error of summed steps, in steps. */
const ROUNDING = 1e-6

/** Samples a row whose points all lie between four pixels of the picture. */
function sampleInterior(
  words: Int32Array,
  width: number,
  { x, y, stepX, stepY }: { x: number; y: number; stepX: number; stepY: number },
  { values, start, row }: TensorWindow,
  low: number,
  scale: number,
): void {
  for (let to = start; to < start + row; to += 3, x += stepX, y += stepY) {
    const left = x | 0
    const top = y | 0
    const at = top * width + left
    const u = x - left
    const v = (y - top) * scale
    const a = words[at]!
    const b = words[at + 1]!
    const c = words[at + width]!
    const d = words[at + width + 1]!
    const wa = (1 - u) * (scale - v)
    const wb = u * (scale - v)
    const wc = (1 - u) * v
    const wd = u * v
    values[to] = low + wa * (a & 255) + wb * (b & 255) + wc * (c & 255) + wd * (d & 255)
    values[to + 1] =
      low +
      wa * ((a >> 8) & 255) +
      wb * ((b >> 8) & 255) +
      wc * ((c >> 8) & 255) +
      wd * ((d >> 8) & 255)
    values[to + 2] =
      low +
      wa * ((a >> 16) & 255) +
      wb * ((b >> 16) & 255) +
      wc * ((c >> 16) & 255) +
      wd * ((d >> 16) & 255)
  }
}

/**
 * The smallest level at which a step still covers at least one pixel, and so less than two.
 * @param pixelsPerStep source pixels from one sample to the next
 */
export function pyramidLevelFor(pyramid: Pyramid, pixelsPerStep: number): number {
  return Math.min(pyramid.length - 1, Math.max(0, Math.floor(Math.log2(pixelsPerStep))))
}

/**
 * Adds the bilinear sample at (x, y) to three values that hold the low end of the range. Its pixels outside the
 * picture count as black.
 */
function addBorderSample(
  { width, height, data }: Picture,
  x: number,
  y: number,
  scale: number,
  input: Float32Array,
  to: number,
): void {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < -1 || top < -1 || left >= width || top >= height) return
  for (let corner = 0; corner < 4; corner++) {
    const px = left + (corner & 1)
    const py = top + (corner >> 1)
    if (px < 0 || py < 0 || px >= width || py >= height) continue
    const weight =
      (corner & 1 ? x - left : left + 1 - x) * (corner >> 1 ? y - top : top + 1 - y) * scale
    const from = (py * width + px) * 4
    input[to] = input[to]! + weight * data[from]!
    input[to + 1] = input[to + 1]! + weight * data[from + 1]!
    input[to + 2] = input[to + 2]! + weight * data[from + 2]!
  }
}
