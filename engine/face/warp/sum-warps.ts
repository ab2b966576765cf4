import type { FaceFrame, FacePoint } from './face-frame.ts'
import type { LocalWarp, Support } from './local-warp.ts'

/** A grid of nodes, row by row: the first node in pixels of the picture, and the pixels between neighbours. */
export type NodeGrid = { left: number; top: number; step: number; cols: number; rows: number }

/** A displacement for each node of a grid, in face units. */
export type NodeSteps = { u: Float64Array; v: Float64Array }

/** The sum of local warps at each node of a grid. Each warp is evaluated at the nodes of its support alone. */
export function sumWarps(frame: FaceFrame, warps: readonly LocalWarp[], grid: NodeGrid): NodeSteps {
  const { left, top, step, cols, rows } = grid
  const steps = { u: new Float64Array(cols * rows), v: new Float64Array(cols * rows) }
  const spacing = nodeSpacing(frame, grid)
  for (let j = 0; j < rows; j++) {
    const start = frame.toFacePoint({ x: left, y: top + j * step })
    for (const warp of warps) {
      const { first, last } = nodesInSupport(warp.support, start, spacing, cols)
      if (first <= last) addToRow(warp, start, spacing, steps, j * cols, first, last)
    }
  }
  return steps
}

/** From a node to its right neighbour, in face units. */
function nodeSpacing(frame: FaceFrame, { left, top, step }: NodeGrid): FacePoint {
  const here = frame.toFacePoint({ x: left, y: top })
  const beside = frame.toFacePoint({ x: left + step, y: top })
  return { u: beside.u - here.u, v: beside.v - here.v }
}

/** The nodes of a row within a support. Both bounds count, because the row of a tilted face crosses all four sides. */
function nodesInSupport(
  { left, right, top, bottom }: Support,
  start: FacePoint,
  spacing: FacePoint,
  cols: number,
): { first: number; last: number } {
  const across = crossingRange(start.u, spacing.u, left, right)
  const down = crossingRange(start.v, spacing.v, top, bottom)
  return {
    first: Math.max(0, Math.ceil(Math.max(across.from, down.from))),
    last: Math.min(cols - 1, Math.floor(Math.min(across.to, down.to))),
  }
}

/** For which n `start + n * step` lies between two bounds. */
function crossingRange(
  start: number,
  step: number,
  low: number,
  high: number,
): { from: number; to: number } {
  // A row that is parallel to the bounds lies between them as a whole or not at all.
  if (Math.abs(step) < 1e-9) {
    const inside = start >= low && start <= high
    return { from: inside ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, to: 1e9 }
  }
  const a = (low - start) / step
  const b = (high - start) / step
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

function addToRow(
  warp: LocalWarp,
  start: FacePoint,
  spacing: FacePoint,
  steps: NodeSteps,
  row: number,
  first: number,
  last: number,
): void {
  const sum = { u: 0, v: 0 }
  for (let i = first; i <= last; i++) {
    sum.u = steps.u[row + i]!
    sum.v = steps.v[row + i]!
    warp(start.u + i * spacing.u, start.v + i * spacing.v, sum)
    steps.u[row + i] = sum.u
    steps.v[row + i] = sum.v
  }
}
