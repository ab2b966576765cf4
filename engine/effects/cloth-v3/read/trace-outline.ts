import type { Point } from '../../../geometry/point.ts'
import type { Size } from '../../../geometry/size.ts'
import { bitsAbove } from '../../../raster/mask/bit-mask.ts'
import { fillRuns } from '../../../raster/mask/fill-runs.ts'
import { findRegions } from '../../../raster/mask/find-regions.ts'
import { OUTLINE_MOST } from '../tuning.ts'

/** The eight neighbours of a pixel, clockwise from the left. */
const AROUND = [
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
] as const

/**
 * The outer outline of the largest piece of an alpha plane, clockwise, closed (Moore's neighbour tracing).
 * @returns points in pixels of the plane, and the share of what is solid that the piece is
 */
export function traceOutline(
  alpha: Float32Array,
  size: Size,
): { outline: Point[]; share: number } | undefined {
  const by = Math.max(1, Math.ceil(Math.max(size.width, size.height) / OUTLINE_MOST))
  const width = Math.ceil(size.width / by) + 2
  const height = Math.ceil(size.height / by) + 2
  const solid = reduced(alpha, size, by, { width, height })
  const pieces = findRegions(bitsAbove(solid, { width, height }, BELOW_HALF))
  const largest = pieces.toSorted((a, b) => b.count - a.count)[0]
  if (!largest) return undefined
  const inside = new Uint8Array(solid.length)
  fillRuns(inside, largest.runs, 1)
  const all = pieces.reduce((sum, { count }) => sum + count, 0)
  const outline = trace(inside, width).map(({ x, y }) => ({ x: (x - 0.5) * by, y: (y - 0.5) * by }))
  return { outline, share: largest.count / all }
}

/** What covers half a pixel of the plane, or a block of them, is above it. */
const BELOW_HALF = 0.5 - Number.EPSILON

/** The mean of each block, with a border of nothing. */
function reduced(alpha: Float32Array, size: Size, by: number, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height)
  for (let y = 0; y < size.height; y++) {
    const row = (Math.floor(y / by) + 1) * to.width + 1
    addToBlocks(alpha, y * size.width, size.width, out, row, by)
  }
  return out
}

/** Adds a row of alpha to the means of the blocks that it lies in. */
function addToBlocks(
  alpha: Float32Array,
  from: number,
  width: number,
  out: Float32Array,
  row: number,
  by: number,
): void {
  for (let x = 0; x < width; x++) {
    const at = row + Math.floor(x / by)
    out[at] = out[at]! + alpha[from + x]! / (by * by)
  }
}

function trace(inside: Uint8Array, width: number): Point[] {
  const start = inside.indexOf(1)
  const points: Point[] = []
  let [at, from] = [start, 0]
  for (let steps = 0; steps < 4 * inside.length; steps++) {
    points.push({ x: at % width, y: Math.floor(at / width) })
    let turned = 0
    while (turned < 8 && !inside[at + stepOf((from + turned) % 8, width)]) turned++
    if (turned === 8) break
    const direction = (from + turned) % 8
    at += stepOf(direction, width)
    // The search goes on from the neighbour that was looked at last.
    from = (direction + 6) % 8
    if (at === start && points.length > 2) break
  }
  return points
}

function stepOf(direction: number, width: number): number {
  const [x, y] = AROUND[direction]!
  return y * width + x
}
