import type { Box } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import type { Size } from '../geometry/size.ts'
import { srgbToLinear } from '../raster/colour/lab.ts'

/** A product cut out of its picture, at a size that suits what is worn. */
export type Product = Size & {
  /** Linear light, premultiplied by alpha: RGBA, 0–1. */
  data: Float32Array
  /** The product picture's pixel in the upper left corner, and how many of its pixels one pixel here stands for. */
  left: number
  top: number
  scale: number
}

/** Three planes of sRGB levels, 0–255. */
export type Levels = Record<'red' | 'green' | 'blue', Float32Array>

/** A pixel of the product picture in the product's own pixels. */
export function toProduct({ left, top, scale }: Product, x: number, y: number): Point {
  return { x: (x + 0.5 - left) / scale, y: (y + 0.5 - top) / scale }
}

/** Makes a product of straight colours and alpha (0–1), cropped to a part of their planes. */
export function productOf(
  levels: Levels,
  alpha: Float32Array,
  planes: Size,
  part: Box,
  scale: number,
): Product {
  const { width, height } = part
  const data = new Float32Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = (part.top + y) * planes.width + part.left
    premultiplyRow(levels, alpha, from, data.subarray(4 * y * width, 4 * (y + 1) * width))
  }
  return { width, height, data, left: part.left * scale, top: part.top * scale, scale }
}

function premultiplyRow(
  { red, green, blue }: Levels,
  alpha: Float32Array,
  start: number,
  data: Float32Array,
): void {
  for (let to = 0, from = start; to < data.length; to += 4, from++) {
    const share = alpha[from]!
    if (share <= 0) continue
    data[to] = lightOf(red[from]!) * share
    data[to + 1] = lightOf(green[from]!) * share
    data[to + 2] = lightOf(blue[from]!) * share
    data[to + 3] = share
  }
}

/** Linear light of whole sRGB levels, which most pixels have. */
const LIGHT = Float64Array.from({ length: 256 }, (_, level) => srgbToLinear(level))

function lightOf(level: number): number {
  const whole = level & 255
  return whole === level ? LIGHT[whole]! : srgbToLinear(level)
}

/** The alpha of a product as a plane, 0–1. */
export function alphaOf({ data, width, height }: Product): Float32Array {
  const alpha = new Float32Array(width * height)
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!
  return alpha
}
