import type { FaceFrame, FacePoint } from './face-frame.ts'
import type { LocalWarp, Support } from './local-warp.ts'

/** Nodes of a grid, row by row: where in the picture the first is, and how far apart they are, pixels. */
export type NodeGrid = { left: number; top: number; step: number; cols: number; rows: number }

/** A step for each node, in face units. */
export type NodeSteps = { u: Float64Array; v: Float64Array }

/** What some moves add up to at each node of a grid. */
export function sumWarps(frame: FaceFrame, moves: readonly LocalWarp[], grid: NodeGrid): NodeSteps {
  const { left, top, step, cols, rows } = grid
  const steps = { u: new Float64Array(cols * rows), v: new Float64Array(cols * rows) }
  const right = nodeSpacing(frame, grid)
  for (let j = 0; j < rows; j++) {
    const from = frame.toFacePoint({ x: left, y: top + j * step })
    for (const move of moves) {
      const { first, last } = nodesInSupport(move.ends, from, right, cols)
      if (first <= last) addToRow(move, from, right, steps, j * cols, first, last)
    }
  }
  return steps
}

/** From a node to the one to its right. */
function nodeSpacing(frame: FaceFrame, { left, top, step }: NodeGrid): FacePoint {
  const here = frame.toFacePoint({ x: left, y: top })
  const beside = frame.toFacePoint({ x: left + step, y: top })
  return { u: beside.u - here.u, v: beside.v - here.v }
}

/** The nodes of a row within a move's ends: a face may be tilted. */
function nodesInSupport(
  { left, right, top, bottom }: Support,
  from: FacePoint,
  step: FacePoint,
  cols: number,
): { first: number; last: number } {
  const across = crossingRange(from.u, step.u, left, right)
  const down = crossingRange(from.v, step.v, top, bottom)
  return {
    first: Math.max(0, Math.ceil(Math.max(across.from, down.from))),
    last: Math.min(cols - 1, Math.floor(Math.min(across.to, down.to))),
  }
}

/** Where start + n step lies between two numbers. */
function crossingRange(
  start: number,
  step: number,
  low: number,
  high: number,
): { from: number; to: number } {
  // So little of a face goes by in a row of nodes that it is all inside or all outside.
  if (Math.abs(step) < 1e-9) {
    const inside = start >= low && start <= high
    return { from: inside ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, to: 1e9 }
  }
  const a = (low - start) / step
  const b = (high - start) / step
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

function addToRow(
  move: LocalWarp,
  from: FacePoint,
  right: FacePoint,
  steps: NodeSteps,
  row: number,
  first: number,
  last: number,
): void {
  const sum = { u: 0, v: 0 }
  for (let i = first; i <= last; i++) {
    sum.u = steps.u[row + i]!
    sum.v = steps.v[row + i]!
    move(from.u + i * right.u, from.v + i * right.v, sum)
    steps.u[row + i] = sum.u
    steps.v[row + i] = sum.v
  }
}
