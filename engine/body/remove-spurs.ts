import { sampleClamped } from '../geometry/sample.ts'
import type { Size } from '../geometry/size.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { blur } from '../raster/filter/blur.ts'
import {
  CERTAIN_ALPHA,
  NEIGHBOURHOOD_REDUCED_SIGMA,
  NEIGHBOURHOOD_SIGMA,
  REMOVE_SPURS_PERSON_SHARE,
} from './tuning.ts'

/**
 * Removes thin uncertain spurs from the outline of a matte, in place. A mask grows them where the background has the
 * colour of a sleeve; moved along with the person they would show as specks on the new background.
 * @param matte 0-255, row by row
 * @param scale of the body: pixels from shoulders to hips
 */
export function removeSpurs(matte: Uint8Array, size: Size, scale: number): void {
  const sigma = Math.max(NEIGHBOURHOOD_SIGMA.least, NEIGHBOURHOOD_SIGMA.share * scale)
  // So wide a blur is as smooth on a smaller copy, which bounds what large pictures cost. The copy blurs too.
  const by = Math.max(1, Math.floor(sigma / NEIGHBOURHOOD_REDUCED_SIGMA))
  // Planes as large as the picture are read once here: in the arena none of their pages is new.
  withArena(() => {
    const small = reduce(matte, size, by)
    const near = blur(small.data, small, Math.sqrt(sigma * sigma - (by * by - 1) / 4) / by)
    for (let y = 0; y < size.height; y++) removeInRow(matte, size.width, y, near, small, by)
  })
}

/** The means of squares of pixels; of those at the right and the lower edge that lie in the picture. */
function reduce(
  matte: Uint8Array,
  { width, height }: Size,
  by: number,
): Size & { data: Float32Array } {
  if (by === 1) return { width, height, data: planeOf(matte, width) }
  const small = { width: Math.ceil(width / by), height: Math.ceil(height / by) }
  const data = new Float32Array(small.width * small.height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / by)
    const rows = Math.min(by, height - row * by)
    const to = data.subarray(row * small.width, (row + 1) * small.width)
    addRow(matte, y * width, width, by, rows, to)
  }
  return { ...small, data }
}

/** The values of a matte as a plane of the arena. */
function planeOf(matte: Uint8Array, width: number): Float32Array {
  const plane = allocPlane(matte.length)
  for (let from = 0; from < matte.length; from += width) copyRow(matte, plane, from, from + width)
  return plane
}

function copyRow(matte: Uint8Array, plane: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) plane[i] = matte[i]!
}

/** Adds a row of pixels, from index `from` on, to the means of so many rows. */
function addRow(
  matte: Uint8Array,
  from: number,
  width: number,
  by: number,
  rows: number,
  to: Float32Array,
): void {
  for (let column = 0, left = 0; left < width; column++, left += by) {
    const right = Math.min(width, left + by)
    let sum = 0
    for (let x = left; x < right; x++) sum += matte[from + x]!
    to[column] = to[column]! + sum / (rows * (right - left))
  }
}

function removeInRow(
  matte: Uint8Array,
  width: number,
  y: number,
  near: Float32Array,
  small: Size,
  by: number,
): void {
  const { removed, kept } = REMOVE_SPURS_PERSON_SHARE
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (matte[i] === 0 || matte[i]! > CERTAIN_ALPHA) continue
    const share = sampleClamped(near, small, (x + 0.5) / by - 0.5, (y + 0.5) / by - 0.5) / 255
    matte[i] = matte[i]! * smoothstep(removed, kept, share)
  }
}
