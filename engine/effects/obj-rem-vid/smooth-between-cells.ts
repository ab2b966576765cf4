import { interpolateHarmonically } from '../../generate/interpolate-harmonically.ts'
import { blendStops, stopClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { LEAST_PIXELS, SMOOTH_BETWEEN_CELLS_CELL } from './tuning.ts'

/** Of a plane and a row, what is between the known values there. */
export type BetweenCells = (nth: number, y: number) => (x: number) => number

/**
 * A smooth function of row and column of a box through the means of what is known in its cells, for three planes.
 * @param value of a plane at a pixel of the box, undefined where it is not known
 * @param step every so manyth row is looked at
 */
export function smoothBetweenCells(
  box: Size,
  value: (nth: number, x: number, y: number) => number | undefined,
  step = 1,
): BetweenCells {
  const cols = Math.ceil(box.width / SMOOTH_BETWEEN_CELLS_CELL)
  const rows = Math.ceil(box.height / SMOOTH_BETWEEN_CELLS_CELL)
  const sums = new Float32Array(3 * cols * rows)
  const counts = new Float32Array(cols * rows)
  for (let y = 0; y < box.height; y += step) {
    for (let x = 0; x < box.width; x++) {
      const [first, second, third] = [value(0, x, y), value(1, x, y), value(2, x, y)]
      if (first === undefined || second === undefined || third === undefined) continue
      const cell =
        Math.floor(y / SMOOTH_BETWEEN_CELLS_CELL) * cols + Math.floor(x / SMOOTH_BETWEEN_CELLS_CELL)
      sums[3 * cell] = sums[3 * cell]! + first
      sums[3 * cell + 1] = sums[3 * cell + 1]! + second
      sums[3 * cell + 2] = sums[3 * cell + 2]! + third
      counts[cell] = counts[cell]! + 1
    }
  }
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell]! >= LEAST_PIXELS) continue
    counts[cell] = 0
    sums.fill(0, 3 * cell, 3 * cell + 3)
  }
  const values = interpolateHarmonically(sums, counts, cols, rows)
  const [column, row] = [stopClamped(0, 1), stopClamped(0, 1)]
  return (nth, y) => {
    stopClamped(y / SMOOTH_BETWEEN_CELLS_CELL - 0.5, rows, row)
    return (x) => {
      stopClamped(x / SMOOTH_BETWEEN_CELLS_CELL - 0.5, cols, column)
      return blendStops(values, cols, column, row, 3, nth)
    }
  }
}
