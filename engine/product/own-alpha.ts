import type { SamplingGrid } from '../raster/colour/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import type { Levels } from './product.ts'
import { OWN_ALPHA } from './tuning.ts'

/** The mean alpha of the blocks of a grid, 0–1. */
export function readAlpha({ data, width, height }: Picture, { scale, ...grid }: SamplingGrid) {
  const alpha = new Float32Array(grid.width * grid.height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / scale) * grid.width
    const rows = Math.min(scale, height - Math.floor(y / scale) * scale)
    for (let x = 0; x < width; x++) {
      const columns = Math.min(scale, width - Math.floor(x / scale) * scale)
      const to = row + Math.floor(x / scale)
      alpha[to] = alpha[to]! + data[(y * width + x) * 4 + 3]! / (255 * rows * columns)
    }
  }
  return alpha
}

/** Whether a file's alpha marks a product off: some of the picture is transparent, and some of it is not. */
export function hasTransparentGround(alpha: Float32Array): boolean {
  let [clear, solid] = [0, 0]
  for (const share of alpha) {
    if (share < OWN_ALPHA.clear) clear++
    else if (share > 0.5) solid++
  }
  return clear > OWN_ALPHA.share * alpha.length && solid > 0
}

/** The mean colours of the opaque pixels of each block: transparent ones have any colour. */
export function unveil(
  { data, width }: Picture,
  { scale, ...grid }: SamplingGrid,
  levels: Levels,
  alpha: Float32Array,
): Levels {
  if (scale === 1) return levels
  const sums = [levels.red, levels.green, levels.blue].map((plane) => plane.slice().fill(0))
  const weights = new Float32Array(alpha.length)
  for (let i = 0; i < data.length; i += 4) {
    const at = i >> 2
    const to =
      Math.floor(Math.floor(at / width) / scale) * grid.width + Math.floor((at % width) / scale)
    const share = data[i + 3]!
    if (share === 0) continue
    weights[to] = weights[to]! + share
    for (let c = 0; c < 3; c++) sums[c]![to] = sums[c]![to]! + data[i + c]! * share
  }
  const [red, green, blue] = sums.map((sum) => sum.map((value, i) => value / (weights[i]! || 1)))
  return { red: red!, green: green!, blue: blue! }
}
