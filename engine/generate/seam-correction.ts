import type { Box } from '../geometry/box.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import { blendStops, stopClamped } from '../geometry/sample.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { interpolateHarmonically } from './interpolate-harmonically.ts'

/** The most cells of the grid on which the correction is computed: it is smooth, so a coarse one does. */
const MAX_CELLS = 400_000

/** A pixel whose error is farther from the usual one than this many levels was painted differently on purpose. */
const MAX_DEVIATION = 32

/** Pixels that are enough to tell the usual error. */
const SAMPLES = 4096

/** Writes the correction of red, green and blue, in levels, at a pixel of the box. */
export type Correction = (x: number, y: number, into: Float32Array) => void

/**
 * What must be added to what a generator made so that it continues the source's colours without a step: seamless
 * cloning in the gradient domain (Pérez et al., "Poisson image editing", 2003). Its solution is the made picture plus a
 * membrane, the harmonic function that has the difference to the source as its boundary values.
 *
 * The generator has painted the surroundings of the mask again, so the difference is measured there, outside the mask:
 * it is the drift of its colours. Pixels that it painted differently are left out.
 */
export function seamCorrection(
  source: Picture,
  made: Picture,
  box: Box,
  replace: Mask,
): Correction {
  const step = Math.max(1, Math.ceil(Math.sqrt((box.width * box.height) / MAX_CELLS)))
  const [cols, rows] = [Math.ceil(box.width / step), Math.ceil(box.height / step)]
  const nearMask = cellsNearMask(box, replace, step, cols, rows)
  const usual = usualError(source, made, box, replace)
  const values = new Float32Array(3 * cols * rows)
  const counts = new Float32Array(cols * rows)
  for (let y = 0; y < box.height; y++) {
    const row = Math.floor(y / step) * cols
    for (let x = 0; x < box.width; x++) {
      const cell = row + Math.floor(x / step)
      const at = (box.top + y) * source.width + box.left + x
      if (!nearMask[cell] || replace.data[at] !== 0) continue
      const from = 4 * (y * box.width + x)
      const r = source.data[4 * at]! - made.data[from]!
      const g = source.data[4 * at + 1]! - made.data[from + 1]!
      const b = source.data[4 * at + 2]! - made.data[from + 2]!
      if (deviates(r, usual[0]!) || deviates(g, usual[1]!) || deviates(b, usual[2]!)) continue
      values[3 * cell] = values[3 * cell]! + r
      values[3 * cell + 1] = values[3 * cell + 1]! + g
      values[3 * cell + 2] = values[3 * cell + 2]! + b
      counts[cell] = counts[cell]! + 1
    }
  }
  const membrane = interpolateHarmonically(values, counts, cols, rows)
  const [column, row] = [stopClamped(0, 1), stopClamped(0, 1)]
  return (x, y, into) => {
    // The values of cells stand at their centres.
    stopClamped((x + 0.5) / step - 0.5, cols, column)
    stopClamped((y + 0.5) / step - 0.5, rows, row)
    for (let c = 0; c < 3; c++) into[c] = blendStops(membrane, cols, column, row, 3, c)
  }
}

function deviates(error: number, usual: number): boolean {
  return Math.abs(error - usual) > MAX_DEVIATION
}

/** Cells that hold pixels of the mask, and those two cells around them. */
function cellsNearMask(
  box: Box,
  replace: Mask,
  step: number,
  cols: number,
  rows: number,
): Uint8Array {
  const near = new Uint8Array(cols * rows)
  for (let y = 0; y < box.height; y++) {
    const row = Math.floor(y / step)
    const from = (box.top + y) * replace.width + box.left
    for (let x = 0; x < box.width; x++) {
      if (replace.data[from + x] === 0) continue
      const column = Math.floor(x / step)
      if (near[row * cols + column] === 2) continue
      for (let r = Math.max(0, row - 2); r <= Math.min(rows - 1, row + 2); r++) {
        for (let c = Math.max(0, column - 2); c <= Math.min(cols - 1, column + 2); c++) {
          near[r * cols + c] ||= 1
        }
      }
      near[row * cols + column] = 2
    }
  }
  return near
}

/** The median error of each channel outside the mask, in levels. */
function usualError(source: Picture, made: Picture, box: Box, replace: Mask): number[] {
  const errors: number[][] = [[], [], []]
  const count = box.width * box.height
  const stride = Math.max(1, Math.floor(count / SAMPLES)) | 1
  for (let i = 0; i < count; i += stride) {
    const x = i % box.width
    const at = (box.top + (i - x) / box.width) * source.width + box.left + x
    if (replace.data[at] !== 0) continue
    for (let c = 0; c < 3; c++) errors[c]!.push(source.data[4 * at + c]! - made.data[4 * i + c]!)
  }
  return errors.map((channel) => medianOrZero(channel))
}
