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
  return planes.map((data) => {
    const weighted = new Float32Array(data.length)
    for (let i = 0; i < data.length; i++) weighted[i] = data[i]! * weight[i]!
    const sum = blur(weighted, size, sigma)
    for (let i = 0; i < sum.length; i++) sum[i] = share[i]! > 1e-3 ? sum[i]! / share[i]! : data[i]!
    return sum
  })
}

function gaussian(data: Float32Array, { width, height }: Size, sigma: number): Float32Array {
  const reach = Math.ceil(sigma * 2.7)
  const kernel = new Float32Array(2 * reach + 1)
  let sum = 0
  for (let k = -reach; k <= reach; k++) {
    sum += kernel[k + reach] = Math.exp((-k * k) / (2 * sigma * sigma))
  }
  for (let k = 0; k < kernel.length; k++) kernel[k] = kernel[k]! / sum
  const rows = new Float32Array(width * height)
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) alongRow(data, rows, y * width, width, kernel, reach)
  for (let y = 0; y < height; y++) {
    const to = y * width
    const middle = kernel[reach]!
    for (let x = 0; x < width; x++) out[to + x] = middle * rows[to + x]!
    for (let k = 1; k <= reach; k++) {
      const above = Math.max(0, y - k) * width
      const below = Math.min(height - 1, y + k) * width
      const part = kernel[reach + k]!
      for (let x = 0; x < width; x++) {
        out[to + x] = out[to + x]! + part * (rows[above + x]! + rows[below + x]!)
      }
    }
  }
  return out
}

function alongRow(
  from: Float32Array,
  to: Float32Array,
  start: number,
  width: number,
  kernel: Float32Array,
  reach: number,
): void {
  for (let x = 0; x < width; x++) {
    let sum = 0
    if (x >= reach && x < width - reach) {
      const at = start + x
      sum = kernel[reach]! * from[at]!
      for (let k = 1; k <= reach; k++) sum += kernel[reach + k]! * (from[at - k]! + from[at + k]!)
    } else {
      for (let k = -reach; k <= reach; k++) {
        sum += kernel[k + reach]! * from[start + Math.min(width - 1, Math.max(0, x + k))]!
      }
    }
    to[start + x] = sum
  }
}

/** The mean of each 2 × 2 pixels; `half` is the size of the result, rounded up. */
export function halve(data: Float32Array, { width, height }: Size, half: Size): Float32Array {
  const out = new Float32Array(half.width * half.height)
  for (let y = 0; y < half.height; y++) {
    const top = 2 * y * width
    const bottom = Math.min(height - 1, 2 * y + 1) * width
    for (let x = 0; x < half.width; x++) {
      const left = 2 * x
      const right = Math.min(width - 1, left + 1)
      const four =
        data[top + left]! + data[top + right]! + data[bottom + left]! + data[bottom + right]!
      out[y * half.width + x] = four / 4
    }
  }
  return out
}

/** The plane that {@link halve} made small at its former size, bilinear. */
export function double(data: Float32Array, half: Size, { width, height }: Size): Float32Array {
  const out = new Float32Array(width * height)
  const mixed = new Float32Array(half.width)
  for (let y = 0; y < height; y++) {
    const near = (y >> 1) * half.width
    const other = Math.min(half.height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * half.width
    for (let x = 0; x < half.width; x++) mixed[x] = 0.75 * data[near + x]! + 0.25 * data[other + x]!
    for (let x = 0; x < width; x++) {
      const beside = Math.min(half.width - 1, Math.max(0, (x >> 1) + (x & 1 ? 1 : -1)))
      out[y * width + x] = 0.75 * mixed[x >> 1]! + 0.25 * mixed[beside]!
    }
  }
  return out
}
