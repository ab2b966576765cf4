import type { Picture } from '../raster/picture.ts'
import { wordsOf } from '../raster/words.ts'
import type { Pyramid } from './pyramid.ts'
import { fromSquare, type Square } from './square.ts'
import type { Frame } from './vision.ts'

/** How bytes become network input: 0 -> `low`, 255 -> `high`. */
export type Range = { low: number; high: number }

/**
 * Cuts a square out of a picture as a network's input: bilinear, from the level that leaves less than a halving to
 * do. Outside the picture is black.
 * @param size input pixels of the square's side
 * @param frame how much of the square, from its middle, is cut out, in input pixels; all of it when absent
 * @returns height × width × 3, RGB
 */
export function sampleSquare(
  pyramid: Pyramid,
  square: Square,
  size: number,
  { low, high }: Range,
  frame: Frame = { width: size, height: size },
): Float32Array {
  const level = levelFor(pyramid, square.side / size)
  const picture = pyramid[level] ?? pyramid[0]
  const shrink = 2 ** level
  const step = square.side / size / shrink
  const stepX = Math.cos(square.angle) * step
  const stepY = Math.sin(square.angle) * step
  const start = fromSquare(
    square,
    (size - frame.width + 1) / 2 / size,
    (size - frame.height + 1) / 2 / size,
  )
  const startX = start.x / shrink - 0.5
  const startY = start.y / shrink - 0.5
  const { width, height } = picture
  const words = wordsOf(picture.data)
  const input = new Float32Array(frame.width * frame.height * 3).fill(low)
  const scale = (high - low) / 255
  for (let row = 0, to = 0; row < frame.height; row++) {
    let x = startX - row * stepY
    let y = startY + row * stepX
    for (let column = 0; column < frame.width; column++, x += stepX, y += stepY, to += 3) {
      const left = Math.floor(x)
      const top = Math.floor(y)
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) {
        addEdge(picture, x, y, scale, input, to)
        continue
      }
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
      input[to] = low + wa * (a & 255) + wb * (b & 255) + wc * (c & 255) + wd * (d & 255)
      input[to + 1] =
        low +
        wa * ((a >> 8) & 255) +
        wb * ((b >> 8) & 255) +
        wc * ((c >> 8) & 255) +
        wd * ((d >> 8) & 255)
      input[to + 2] =
        low +
        wa * ((a >> 16) & 255) +
        wb * ((b >> 16) & 255) +
        wc * ((c >> 16) & 255) +
        wd * ((d >> 16) & 255)
    }
  }
  return input
}

/** The level at which one input pixel covers less than two picture pixels. */
export function levelFor(pyramid: Pyramid, pixelsPerStep: number): number {
  return Math.min(pyramid.length - 1, Math.max(0, Math.floor(Math.log2(pixelsPerStep))))
}

/**
 * Adds the bilinear mean around (x, y), where some of its four pixels may lie outside, to three values that hold the
 * range's low end.
 */
function addEdge(
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
