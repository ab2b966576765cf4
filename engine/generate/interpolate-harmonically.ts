import { OVER_RELAXATION, SWEEPS } from './tuning.ts'

/** A grid of three channels; cells with a count above 0 are known. */
type Grid = { values: Float32Array; counts: Float32Array; cols: number; rows: number }

/**
 * Interpolates between the known cells of a grid by a harmonic function: each unknown cell becomes the mean of its four
 * neighbours, as far as the sweeps get. Solved from coarse to fine (nested iteration, the first half of a full
 * multigrid), so that a few sweeps on each level are enough.
 * @param sums three channels for each cell, summed over what is known of it
 * @param counts over how much was summed; 0 for an unknown cell
 * @returns three channels for each cell; zeros where nothing is known
 */
export function interpolateHarmonically(
  sums: Float32Array,
  counts: Float32Array,
  cols: number,
  rows: number,
): Float32Array {
  const levels: Grid[] = [meansOf({ values: sums, counts, cols, rows })]
  while (Math.max(levels.at(-1)!.cols, levels.at(-1)!.rows) > 1) {
    levels.push(halve(levels.at(-1)!))
  }
  for (let i = levels.length - 2; i >= 0; i--) {
    const level = levels[i]!
    takeUnknown(level, levels[i + 1]!)
    for (let sweep = 0; sweep < SWEEPS; sweep++) relax(level, sweep % 2 === 1)
  }
  return levels[0]!.values
}

function meansOf({ values: sums, counts, cols, rows }: Grid): Grid {
  const values = new Float32Array(sums.length)
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0) continue
    for (let c = 0; c < 3; c++) values[3 * cell + c] = sums[3 * cell + c]! / counts[cell]!
  }
  return { values, counts, cols, rows }
}

/** The level above: a cell is known where one of its four is, and has their mean. */
function halve(fine: Grid): Grid {
  const [cols, rows] = [(fine.cols + 1) >> 1, (fine.rows + 1) >> 1]
  const coarse = {
    values: new Float32Array(3 * cols * rows),
    counts: new Float32Array(cols * rows),
    cols,
    rows,
  }
  for (let y = 0; y < fine.rows; y++) {
    for (let x = 0; x < fine.cols; x++) {
      const from = y * fine.cols + x
      if (fine.counts[from] === 0) continue
      const to = (y >> 1) * cols + (x >> 1)
      coarse.counts[to] = coarse.counts[to]! + 1
      for (let c = 0; c < 3; c++) {
        coarse.values[3 * to + c] = coarse.values[3 * to + c]! + fine.values[3 * from + c]!
      }
    }
  }
  return meansOf(coarse)
}

/** Gives the unknown cells of a level the values of the coarser one. */
function takeUnknown(fine: Grid, coarse: Grid): void {
  for (let y = 0; y < fine.rows; y++) {
    for (let x = 0; x < fine.cols; x++) {
      const to = y * fine.cols + x
      if (fine.counts[to] !== 0) continue
      const from = (y >> 1) * coarse.cols + (x >> 1)
      for (let c = 0; c < 3; c++) fine.values[3 * to + c] = coarse.values[3 * from + c]!
    }
  }
}

/** One sweep over all unknown cells, from the first to the last or backward. Beyond its edges a grid stays level. */
function relax({ values, counts, cols, rows }: Grid, backward: boolean): void {
  const last = cols * rows - 1
  for (let n = 0; n <= last; n++) {
    const cell = backward ? last - n : n
    if (counts[cell] !== 0) continue
    const x = cell % cols
    const left = x > 0 ? cell - 1 : cell
    const right = x < cols - 1 ? cell + 1 : cell
    const up = cell >= cols ? cell - cols : cell
    const down = cell + cols <= last ? cell + cols : cell
    for (let c = 0; c < 3; c++) {
      const mean =
        (values[3 * left + c]! +
          values[3 * right + c]! +
          values[3 * up + c]! +
          values[3 * down + c]!) /
        4
      const own = values[3 * cell + c]!
      values[3 * cell + c] = own + OVER_RELAXATION * (mean - own)
    }
  }
}
