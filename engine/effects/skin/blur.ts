import { openSheets, type Sheet, type Size } from '../../raster/sheets.ts'

export type { Size } from '../../raster/sheets.ts'

/** What every place weighs at least, so that where nothing has weight there is a mean too. */
const FAINT = 1e-6

/** Below this sigma, in pixels, a Gaussian does nothing that can be seen. */
const LEAST = 0.2

/** A Gaussian of this sigma (pixels), edges repeated. Its cost hardly depends on sigma. */
export function blur(data: Float32Array, size: Size, sigma: number): Float32Array {
  if (sigma < LEAST) return data.slice()
  const { floats, planes, soften, enlarge } = openSheets(size, sigma, 1)
  const plane = planes[0]!
  const [sheet] = plane
  const { width, height, at, stride } = sheet
  for (let y = 0; y < height; y++) {
    floats.set(data.subarray(y * width, (y + 1) * width), at + y * stride)
  }
  soften(plane)
  enlarge(plane)
  return read(floats, sheet)
}

/**
 * A Gaussian that only sees where `weight`, 0–1, is: what lies outside does not bleed in. Where nothing near has
 * weight, all has the same.
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
  data: readonly Float32Array[],
  weight: Float32Array,
  size: Size,
  sigma: number,
): Float32Array[] {
  if (sigma < LEAST) return data.map((plane) => plane.slice())
  const { floats, planes, soften, enlarge } = openSheets(size, sigma, data.length + 1)
  const weights = planes[data.length]!
  weigh(undefined, weight, floats, weights[0])
  soften(weights)
  return data.map((values, nth) => {
    const plane = planes[nth]!
    weigh(values, weight, floats, plane[0])
    soften(plane)
    // Shares are as smooth as their sums: taken on the smallest copy they cost a fraction.
    divide(floats, plane.at(-1)!, weights.at(-1)!)
    enlarge(plane)
    return read(floats, plane[0])
  })
}

/** Lays values times their weight, or the weight itself, onto a sheet. */
function weigh(
  values: Float32Array | undefined,
  weight: Float32Array,
  floats: Float32Array,
  { width, height, at, stride }: Sheet,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    let to = at + y * stride
    const end = i + width
    if (values) for (; i < end; i++, to++) floats[to] = values[i]! * (weight[i]! + FAINT)
    else for (; i < end; i++, to++) floats[to] = weight[i]! + FAINT
  }
}

function divide(floats: Float32Array, sums: Sheet, weights: Sheet): void {
  for (let y = 0; y < sums.height; y++) {
    const end = sums.at + y * sums.stride + sums.width
    let of = weights.at + y * weights.stride
    for (let i = end - sums.width; i < end; i++, of++) floats[i] = floats[i]! / floats[of]!
  }
}

function read(floats: Float32Array, { width, height, at, stride }: Sheet): Float32Array {
  const out = new Float32Array(width * height)
  for (let y = 0, from = at; y < height; y++, from += stride) {
    out.set(floats.subarray(from, from + width), y * width)
  }
  return out
}
