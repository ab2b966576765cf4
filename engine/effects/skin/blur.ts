import { weighingBench } from '../../raster/simd/weigh-line.ts'

/** Width and height of a plane of numbers whose rows run from the top. */
export type Size = { width: number; height: number }

/** A wider blur is made on a copy of half the size, which nobody can tell from the whole one. */
const WIDEST = 2

/** A Gaussian of this sigma (pixels), edges repeated. Its cost hardly depends on sigma. */
export function blur(data: Float32Array, size: Size, sigma: number): Float32Array {
  if (sigma < 0.2) return data.slice()
  if (sigma <= WIDEST || Math.min(size.width, size.height) < 8) return gaussian(data, size, sigma)
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  // Halving and doubling blur by themselves: by a variance of about 1/4 and 1/2 of a source pixel squared.
  const rest = Math.sqrt(sigma * sigma - 0.75) / 2
  return double(blur(halve(data, size, half), half, rest), half, size)
}

/**
 * A Gaussian that only sees where `weight` is: what lies outside does not bleed in. Where nothing near has weight,
 * the value itself is kept.
 */
export function blurWithin(
  data: Float32Array,
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array {
  return blurAllWithin([data], weight, size, sigma)[0]!
}

/** {@link blurWithin} of several planes with one weight. */
export function blurAllWithin(
  planes: readonly Float32Array[],
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array[] {
  const share = blur(weight, size, sigma)
  const weighted = new Float32Array(weight.length)
  return planes.map((data) => {
    for (let i = 0; i < data.length; i++) weighted[i] = data[i]! * weight[i]!
    const sum = blur(weighted, size, sigma)
    for (let i = 0; i < sum.length; i++) sum[i] = share[i]! > 1e-3 ? sum[i]! / share[i]! : data[i]!
    return sum
  })
}

/** Row by row through the kernel's memory: weights, one row with its ends repeated, the rows that are done. */
function gaussian(data: Float32Array, { width, height }: Size, sigma: number): Float32Array {
  const weights = gaussianWeights(sigma)
  const reach = weights.length - 1
  const fours = Math.ceil(width / 4)
  const line = Math.ceil(weights.length / 4) * 4
  const rows = line + 4 * fours + 2 * reach
  const stride = 4 * fours
  const { run, memory } = weighingBench(4 * (rows + stride * (height + 2 * reach)))
  const floats = new Float32Array(memory)
  floats.set(weights)
  for (let y = 0; y < height; y++) {
    const middle = line + reach
    floats.set(data.subarray(y * width, (y + 1) * width), middle)
    floats.fill(data[y * width]!, line, middle)
    floats.fill(data[(y + 1) * width - 1]!, middle + width, middle + width + reach)
    run(4 * (rows + (reach + y) * stride), 4 * middle, fours, 4, 0, reach)
  }
  const [first, last] = [rows + reach * stride, rows + (reach + height - 1) * stride]
  for (let k = 1; k <= reach; k++) {
    floats.copyWithin(first - k * stride, first, first + stride)
    floats.copyWithin(last + k * stride, last, last + stride)
  }
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    run(4 * line, 4 * (first + y * stride), fours, 4 * stride, 0, reach)
    out.set(floats.subarray(line, line + width), y * width)
  }
  return out
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

/** The mean of each 2 × 2 pixels; `half` is the size of the result, rounded up. */
export function halve(data: Float32Array, { width, height }: Size, half: Size): Float32Array {
  const out = new Float32Array(half.width * half.height)
  const whole = width >> 1
  for (let y = 0, at = 0; y < half.height; y++) {
    let top = 2 * y * width
    let bottom = Math.min(height - 1, 2 * y + 1) * width
    for (let x = 0; x < whole; x++, top += 2, bottom += 2) {
      out[at++] = (data[top]! + data[top + 1]! + data[bottom]! + data[bottom + 1]!) / 4
    }
    if (whole < half.width) out[at++] = (data[top]! + data[bottom]!) / 2
  }
  return out
}

/** The plane that {@link halve} made small at its former size, bilinear. */
export function double(data: Float32Array, half: Size, { width, height }: Size): Float32Array {
  const out = new Float32Array(width * height)
  const mixed = new Float32Array(half.width + 1)
  for (let y = 0, at = 0; y < height; y++) {
    const near = (y >> 1) * half.width
    const other = Math.min(half.height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * half.width
    for (let x = 0; x < half.width; x++) mixed[x] = 0.75 * data[near + x]! + 0.25 * data[other + x]!
    mixed[half.width] = mixed[half.width - 1]!
    let before = mixed[0]!
    let here = before
    for (let x = 1; x <= half.width; x++) {
      const next = mixed[x]!
      out[at++] = 0.75 * here + 0.25 * before
      if (x < half.width || (width & 1) === 0) out[at++] = 0.75 * here + 0.25 * next
      before = here
      here = next
    }
  }
  return out
}
