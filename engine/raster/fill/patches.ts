import type { Level } from './level.ts'
import { REACH } from './patch-sheet.ts'

/** What is known or guessed around each pixel: the mean red, green and blue of its patch, and how much it varies. */
export function patches({ width, height, rgb, trust }: Level): Float32Array {
  const down = new Int32Array(5 * width)
  const around = new Float32Array(4 * width * height)
  const add = (y: number, sign: number) => {
    for (let x = 0, i = y * width, at = 0; x < width; x++, i++, at += 5) {
      if (trust[i] === 0) continue
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
  for (let y = 0; y < Math.min(REACH, height); y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + REACH < height) add(y + REACH, 1)
    if (y > REACH) add(y - REACH - 1, -1)
    let [r, g, b, squares, n] = [0, 0, 0, 0, 0]
    for (let x = -REACH; x < width; x++) {
      const on = 5 * (x + REACH)
      if (x + REACH < width) {
        r += down[on]!
        g += down[on + 1]!
        b += down[on + 2]!
        squares += down[on + 3]!
        n += down[on + 4]!
      }
      const off = 5 * (x - REACH - 1)
      if (off >= 0) {
        r -= down[off]!
        g -= down[off + 1]!
        b -= down[off + 2]!
        squares -= down[off + 3]!
        n -= down[off + 4]!
      }
      if (x < 0 || n === 0) continue
      const at = 4 * (y * width + x)
      around[at] = r / n
      around[at + 1] = g / n
      around[at + 2] = b / n
      around[at + 3] = squares / n - (r * r + g * g + b * b) / (n * n)
    }
  }
  return around
}
