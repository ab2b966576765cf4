import type { Size } from '../../geometry/size.ts'
import { srgbToLab } from '../../raster/colour/lab.ts'
import type { Picture } from '../../raster/picture.ts'
import {
  PICTURE_CELLS,
  PICTURE_CELLS_BESIDE,
  PICTURE_CELLS_COVERED,
  PICTURE_CELLS_FEATURES,
  PICTURE_CELLS_FULL,
  PICTURE_CELLS_WEIGHT,
} from './tuning.ts'

/** What is compared on the grid: lightness, both axes of colour, and how much lightness varies within a cell. */
export type Cells = Size & { features: Float32Array; free: Float32Array }

/** The cells of a picture. @param covered the share of each pixel that is people, 0–1 */
export function cellsOf(
  { width, height, data }: Picture,
  covered: Float32Array | undefined,
): Cells {
  const step = Math.max(width, height) / PICTURE_CELLS
  const [cols, rows] = [Math.round(width / step), Math.round(height / step)]
  const features = new Float32Array(cols * rows * PICTURE_CELLS_FEATURES)
  const free = new Float32Array(cols * rows)
  for (let row = 0, cell = 0; row < rows; row++) {
    const [top, bottom] = [row, row + 1].map((at) => Math.floor((at * height) / rows)) as [
      number,
      number,
    ]
    for (let col = 0; col < cols; col++, cell++) {
      const [left, right] = [col, col + 1].map((at) => Math.floor((at * width) / cols)) as [
        number,
        number,
      ]
      let [count, l, a, b, squares, people] = [0, 0, 0, 0, 0, 0]
      for (let y = top; y < bottom; y += 2) {
        for (let x = left; x < right; x += 2) {
          const at = y * width + x
          const lab = srgbToLab(data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!)
          count++
          l += lab.l
          a += lab.a
          b += lab.b
          squares += lab.l ** 2
          people += covered?.[at] ?? 0
        }
      }
      const spread = Math.sqrt(Math.max(0, squares / count - (l / count) ** 2))
      features.set(
        [l, PICTURE_CELLS_WEIGHT.chroma * a, PICTURE_CELLS_WEIGHT.chroma * b].map(
          (sum) => sum / count,
        ),
        cell * PICTURE_CELLS_FEATURES,
      )
      features[cell * PICTURE_CELLS_FEATURES + 3] = PICTURE_CELLS_WEIGHT.texture * spread
      free[cell] = people / count > PICTURE_CELLS_COVERED ? 0 : 1
    }
  }
  return { width: cols, height: rows, features, free }
}

/** How strong the edge above each cell is, 0–1. */
export function edgesOf({ width, height, features, free }: Cells): Float32Array {
  const edges = new Float32Array(width * height)
  const sums = new Float32Array(PICTURE_CELLS_FEATURES)
  for (let row = PICTURE_CELLS_BESIDE; row <= height - PICTURE_CELLS_BESIDE; row++) {
    for (let col = 0; col < width; col++) {
      sums.fill(0)
      let isFree = true
      for (let off = 0; off < PICTURE_CELLS_BESIDE; off++) {
        const [down, up] = [(row + off) * width + col, (row - 1 - off) * width + col]
        isFree &&= free[down]! > 0 && free[up]! > 0
        for (let nth = 0; nth < PICTURE_CELLS_FEATURES; nth++) {
          sums[nth]! +=
            (features[down * PICTURE_CELLS_FEATURES + nth]! -
              features[up * PICTURE_CELLS_FEATURES + nth]!) /
            PICTURE_CELLS_BESIDE
        }
      }
      if (isFree) edges[row * width + col] = Math.min(1, Math.hypot(...sums) / PICTURE_CELLS_FULL)
    }
  }
  return edges
}
