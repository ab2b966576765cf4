import type { Size } from '../../geometry/size.ts'
import { allocPlane, instantiateKernel, toArenaBytes, withArena } from '../../raster/arena.ts'
import { BLOCK_DIFFERENCES, type BlockDifferences } from '../../raster/simd/block-differences.ts'
import {
  MOTION_CONTRAST,
  MOTION_EXPLAINED,
  MOTION_GAIN,
  MOTION_LEAST,
  MOTION_STEPS,
  MOTION_TOLERANCE,
} from '../tuning.ts'

/** Where the content of each block of a plane was in another one. */
export type Motion = {
  /** Blocks along the sides. */
  columns: number
  rows: number
  /** For each block how far its content is from where it is now to where it was, in pixels. */
  dx: Float32Array
  dy: Float32Array
  /** How much the block differs from what it was, levels of 255 a pixel. */
  difference: Float32Array
}

/** A plane of luma. */
export type Luma = Size & { y: Uint8Array }

/** Pixels of a block's side. */
export const BLOCK = 8

/**
 * Block matching with predicted vectors: the search of a block begins at the vectors of its neighbours and of itself a
 * frame before, and goes on along the four directions (in the manner of Zhu and Ma's diamond search, 2000). Cheap
 * enough for every frame at a few hundred pixels of width.
 * @param isFine whether motion of less than half a pixel is told as well, and what it explains of the differences
 */
export function estimateMotion(now: Luma, before: Luma, last?: Motion, isFine = false): Motion {
  const columns = Math.ceil(now.width / BLOCK)
  const rows = Math.ceil(now.height / BLOCK)
  const motion: Motion = {
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
    difference: new Float32Array(columns * rows),
  }
  withArena(() => {
    const planes = comparePlanes(now, before, columns)
    for (let row = 0, at = 0; row < rows; row++) {
      const unmoved = planes.unmoved(row)
      for (let column = 0; column < columns; column++, at++) {
        searchBlock(planes, motion, last, column, row, at, unmoved[column]!, isFine)
      }
    }
  })
  return motion
}

/** Two planes of one size, copied to where kernels reach them. */
type Compared = {
  now: Luma
  before: Luma
  /** The differences of the blocks of a row of them where nothing moved; overwritten by the next row's. */
  unmoved(row: number): Int32Array
  /** The difference of a block that lies within both planes wholly, by the offsets of its first pixels. */
  inside(own: number, there: number, height: number): number
}

function comparePlanes(now: Luma, before: Luma, columns: number): Compared {
  const { width, height } = now
  const [own, other] = [toArenaBytes(now.y).byteOffset, toArenaBytes(before.y).byteOffset]
  const { buffer, byteOffset } = allocPlane(columns + 1)
  const [sums, sum] = [
    new Int32Array(buffer, byteOffset, columns),
    new Int32Array(buffer, byteOffset + 4 * columns, 1),
  ]
  const compare: BlockDifferences = instantiateKernel(BLOCK_DIFFERENCES)
  const narrow = width % BLOCK
  return {
    now,
    before,
    unmoved: (row) => {
      const first = row * BLOCK * width
      const rows = Math.min(BLOCK, height - row * BLOCK)
      const whole = columns - Number(narrow > 0)
      if (whole > 0) compare(byteOffset, own + first, other + first, width, rows, whole)
      if (narrow > 0) {
        sums[whole] = difference(now, before, whole * BLOCK, row * BLOCK, narrow, rows, 0, 0)
      }
      return sums
    },
    inside: (at, there, rows) => {
      compare(byteOffset + 4 * columns, own + at, other + there, width, rows, 1)
      return sum[0]!
    },
  }
}

function searchBlock(
  { now, before, inside }: Compared,
  motion: Motion,
  last: Motion | undefined,
  column: number,
  row: number,
  at: number,
  unmoved: number,
  isFine: boolean,
): void {
  const { columns, dx, dy } = motion
  const left = column * BLOCK
  const top = row * BLOCK
  const width = Math.min(BLOCK, now.width - left)
  const height = Math.min(BLOCK, now.height - top)
  const margin = MOTION_GAIN * width * height
  let bestX = 0
  let bestY = 0
  let best = unmoved
  const own = top * now.width + left
  const cost = (x: number, y: number): number => {
    const [column, row] = [left + x, top + y]
    const isInside = width === BLOCK && column >= 0 && row >= 0
    return isInside && column + BLOCK <= now.width && row + height <= now.height
      ? inside(own, row * now.width + column, height)
      : difference(now, before, left, top, width, height, x, y)
  }
  const consider = (x: number, y: number, gain: number): void => {
    const there = cost(x, y)
    if (there + gain >= best) return
    best = there
    bestX = x
    bestY = y
  }
  // A block that stays as it is needs no search.
  if (best > margin) {
    if (column > 0) consider(Math.round(dx[at - 1]!), Math.round(dy[at - 1]!), margin)
    if (row > 0) {
      consider(Math.round(dx[at - columns]!), Math.round(dy[at - columns]!), margin)
      if (column + 1 < columns) {
        consider(Math.round(dx[at - columns + 1]!), Math.round(dy[at - columns + 1]!), margin)
      }
    }
    if (last) consider(Math.round(last.dx[at]!), Math.round(last.dy[at]!), margin)
    for (let step = 0; step < MOTION_STEPS; step++) {
      const x = bestX
      const y = bestY
      const reach = step < 2 ? 2 : 1
      consider(x - reach, y, 0)
      consider(x + reach, y, 0)
      consider(x, y - reach, 0)
      consider(x, y + reach, 0)
      if (bestX === x && bestY === y && reach === 1) break
    }
  }
  const still = bestX === 0 && bestY === 0
  if (isFine && best > margin) {
    const [less, more] = [cost(bestX - 1, bestY), cost(bestX + 1, bestY)]
    const [up, down] = [cost(bestX, bestY - 1), cost(bestX, bestY + 1)]
    const contrast = still ? MOTION_CONTRAST * width * height : 0
    const x = tip(less, best, more, contrast)
    const y = tip(up, best, down, contrast)
    dx[at] = bestX + x
    dy[at] = bestY + y
    const depth =
      Math.abs(x) * (Math.max(less, more) - best) + Math.abs(y) * (Math.max(up, down) - best)
    motion.difference[at] = Math.max(0, best - MOTION_EXPLAINED * depth) / (width * height)
    return
  }
  dx[at] = bestX + (still ? 0 : vertex(cost(bestX - 1, bestY), best, cost(bestX + 1, bestY)))
  dy[at] = bestY + (still ? 0 : vertex(cost(bestX, bestY - 1), best, cost(bestX, bestY + 1)))
  motion.difference[at] = best / (width * height)
}

/** The sum of absolute differences of a block to the plane before; outside, its nearest pixel counts. */
function difference(
  now: Luma,
  before: Luma,
  left: number,
  top: number,
  width: number,
  height: number,
  x: number,
  y: number,
): number {
  let sum = 0
  for (let row = 0; row < height; row++) {
    const from = (top + row) * now.width + left
    const other = clamp(top + row + y, now.height) * now.width
    for (let column = 0; column < width; column++) {
      const there = clamp(left + x + column, now.width)
      sum += Math.abs(now.y[from + column]! - before.y[other + there]!)
    }
  }
  return sum
}

/** Where between its neighbours a minimum lies, of the parabola through three costs. */
function vertex(less: number, least: number, more: number): number {
  const bend = less + more - 2 * least
  return bend > 0 ? Math.min(0.5, Math.max(-0.5, (less - more) / (2 * bend))) : 0
}

/**
 * Where between its neighbours a minimum lies that falls and rises evenly, as sums of absolute differences do; none
 * for a still block that noise alone can have changed.
 */
function tip(less: number, least: number, more: number, contrast: number): number {
  const slope = Math.max(less, more) - least
  if (slope <= contrast) return 0
  const at = Math.min(0.5, Math.max(-0.5, (less - more) / (2 * slope)))
  const isNoise = Math.abs(at) < MOTION_LEAST || Math.abs(at) * slope > MOTION_TOLERANCE * least
  return contrast > 0 && isNoise ? 0 : at
}

function clamp(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, at))
}
