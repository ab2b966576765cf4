import type { Picture } from '../../../raster/picture.ts'

/** Steps between two pixels for which the weights are kept. */
const PHASES = 256

/** Catmull-Rom weights of the four pixels around each phase. */
const WEIGHTS = Float64Array.from({ length: (PHASES + 1) * 4 }, (_, i) => {
  const t = (i >> 2) / PHASES
  const t2 = t * t
  const t3 = t2 * t
  const four = [
    0.5 * (-t3 + 2 * t2 - t),
    0.5 * (3 * t3 - 5 * t2 + 2),
    0.5 * (-3 * t3 + 4 * t2 + t),
    0.5 * (t3 - t2),
  ]
  return four[i & 3]!
})

/**
 * Writes the Catmull-Rom colour of an opaque picture at (x, y) to `to`, starting at `at`: three channels, alpha is
 * left. Says false, and writes nothing, where not all of the sixteen pixels lie inside. To 1/512 of a pixel the same
 * as `sampleBicubic`, several times as fast.
 */
export function sampleInside(
  { width, height, data }: Picture,
  x: number,
  y: number,
  to: Uint8ClampedArray,
  at: number,
): boolean {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  if (x0 < 1 || y0 < 1 || x0 + 2 >= width || y0 + 2 >= height) return false
  const px = Math.round((x - x0) * PHASES) * 4
  const py = Math.round((y - y0) * PHASES) * 4
  const a = WEIGHTS[px]!
  const b = WEIGHTS[px + 1]!
  const c = WEIGHTS[px + 2]!
  const d = WEIGHTS[px + 3]!
  let red = 0
  let green = 0
  let blue = 0
  let from = ((y0 - 1) * width + x0 - 1) * 4
  for (let row = 0; row < 4; row++, from += width * 4) {
    const w = WEIGHTS[py + row]!
    red += w * (a * data[from]! + b * data[from + 4]! + c * data[from + 8]! + d * data[from + 12]!)
    green +=
      w * (a * data[from + 1]! + b * data[from + 5]! + c * data[from + 9]! + d * data[from + 13]!)
    blue +=
      w * (a * data[from + 2]! + b * data[from + 6]! + c * data[from + 10]! + d * data[from + 14]!)
  }
  to[at] = red
  to[at + 1] = green
  to[at + 2] = blue
  return true
}
