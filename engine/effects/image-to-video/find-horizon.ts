import type { Cells } from './picture-cells.ts'
import {
  HORIZON_HEIGHT,
  HORIZON_SKY,
  LEAST_EDGE,
  LEAST_SEEN,
  PICTURE_CELLS_BESIDE,
  PICTURE_CELLS_FEATURES,
  SKY_TEXTURE,
} from './tuning.ts'

/** The highest level edge through a whole picture with nothing but even light above it and what is darker below. */
export function findHorizon(edges: Float32Array, cells: Cells, top: number): number | undefined {
  const { width, height, free, features } = cells
  const strength = (row: number): number =>
    edges.subarray(row * width, (row + 1) * width).reduce((sum, edge) => sum + edge, 0)
  const strongest = (row: number): number =>
    Array.from({ length: 2 * PICTURE_CELLS_BESIDE }, (_, off) => row + off)
      .filter((at) => at < height)
      .reduce((best, at) => (strength(at) > strength(best) ? at : best))
  for (
    let row = Math.max(top, Math.round(HORIZON_HEIGHT.highest * height));
    row < height - PICTURE_CELLS_BESIDE;
    row++
  ) {
    let [seen, edge] = [0, 0]
    const sums = { above: [0, 0, 0], below: [0, 0, 0] }
    for (let col = 0; col < width; col++) {
      const cell = row * width + col
      if (free[cell]) {
        seen++
        if (Math.max(edges[cell - width]!, edges[cell]!, edges[cell + width]!) > LEAST_EDGE) edge++
      }
      for (let at = 0; at < height; at++) {
        const other = at * width + col
        if (
          !free[other] ||
          Math.abs(at - row) < PICTURE_CELLS_BESIDE ||
          at > row + HORIZON_HEIGHT.near * height
        )
          continue
        const sum = sums[at < row ? 'above' : 'below']
        sum[0]! += 1
        sum[1]! += features[other * PICTURE_CELLS_FEATURES]!
        sum[2]! += features[other * PICTURE_CELLS_FEATURES + 3]!
      }
    }
    const [above, below] = [sums.above, sums.below].map(([count, light, texture]) => ({
      light: light! / count!,
      texture: texture! / count!,
    }))
    const isSky =
      above!.light > below!.light + HORIZON_SKY.lighter &&
      above!.texture < SKY_TEXTURE * below!.texture
    if (isSky && seen > LEAST_SEEN * width && edge > HORIZON_SKY.through * seen)
      return strongest(row) / height
  }
  return undefined
}
