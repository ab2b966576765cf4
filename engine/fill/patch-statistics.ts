import type { Level } from './level.ts'
import { PATCH_RADIUS } from './patch-distance.ts'

/** Pixels, both sides included. */
export type PixelWindow = { left: number; top: number; right: number; bottom: number }

/** The pixels no more than `margin` away from some places, across and down. */
export function windowAround(
  { width, height }: Pick<Level, 'width' | 'height'>,
  places: Int32Array,
  margin: number,
): PixelWindow {
  const window = { left: width, top: height, right: -1, bottom: -1 }
  for (const p of places) {
    const x = p % width
    const y = (p - x) / width
    window.left = Math.min(window.left, x)
    window.right = Math.max(window.right, x)
    window.top = Math.min(window.top, y)
    window.bottom = Math.max(window.bottom, y)
  }
  return {
    left: Math.max(0, window.left - margin),
    top: Math.max(0, window.top - margin),
    right: Math.min(width - 1, window.right + margin),
    bottom: Math.min(height - 1, window.bottom + margin),
  }
}

/**
 * What is known or guessed around each pixel of a window: the mean red, green and blue of its patch, and how much it
 * varies; 0 outside of the window.
 */
export function patchStatistics(
  level: Level,
  { left, top, right, bottom }: PixelWindow,
): Float32Array {
  const { width, height, rgb, confidence } = level
  const down = new Int32Array(5 * width)
  const around = new Float32Array(4 * width * height)
  const first = Math.max(0, left - PATCH_RADIUS)
  const last = Math.min(width - 1, right + PATCH_RADIUS)
  const add = (y: number, sign: number) => {
    for (let x = first, i = y * width + first, at = 5 * first; x <= last; x++, i++, at += 5) {
      if (confidence[i] === 0) continue
      const r = rgb[3 * i]!
      const g = rgb[3 * i + 1]!
      const b = rgb[3 * i + 2]!
      down[at] = down[at]! + sign * r
      down[at + 1] = down[at + 1]! + sign * g
      down[at + 2] = down[at + 2]! + sign * b
      down[at + 3] = down[at + 3]! + sign * (r * r + g * g + b * b)
      down[at + 4] = down[at + 4]! + sign
    }
  }
  for (let y = Math.max(0, top - PATCH_RADIUS); y < Math.min(top + PATCH_RADIUS, height); y++)
    add(y, 1)
  for (let y = top; y <= bottom; y++) {
    if (y + PATCH_RADIUS < height) add(y + PATCH_RADIUS, 1)
    if (y > PATCH_RADIUS && y > top) add(y - PATCH_RADIUS - 1, -1)
    let [r, g, b, squares, n] = [0, 0, 0, 0, 0]
    for (let x = first - PATCH_RADIUS; x <= right; x++) {
      const on = 5 * (x + PATCH_RADIUS)
      if (x + PATCH_RADIUS <= last) {
        r += down[on]!
        g += down[on + 1]!
        b += down[on + 2]!
        squares += down[on + 3]!
        n += down[on + 4]!
      }
      const off = 5 * (x - PATCH_RADIUS - 1)
      if (off >= 5 * first) {
        r -= down[off]!
        g -= down[off + 1]!
        b -= down[off + 2]!
        squares -= down[off + 3]!
        n -= down[off + 4]!
      }
      if (x < left || n === 0) continue
      const at = 4 * (y * width + x)
      around[at] = r / n
      around[at + 1] = g / n
      around[at + 2] = b / n
      around[at + 3] = squares / n - (r * r + g * g + b * b) / (n * n)
    }
  }
  return around
}
