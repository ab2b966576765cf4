import type { FaceFrame, Place } from './frame.ts'
import type { Ends, Move } from './move.ts'

/** Nodes of a grid, row by row: where in the picture the first is, and how far apart they are, pixels. */
export type Grid = { left: number; top: number; step: number; cols: number; rows: number }

/** A step for each node, in face units. */
export type Steps = { u: Float64Array; v: Float64Array }

/** What some moves add up to at each node of a grid. */
export function addUp(frame: FaceFrame, moves: readonly Move[], grid: Grid): Steps {
  const { left, top, step, cols, rows } = grid
  const steps = { u: new Float64Array(cols * rows), v: new Float64Array(cols * rows) }
  const right = differenceOf(frame, grid)
  for (let j = 0; j < rows; j++) {
    const from = frame.toPlace({ x: left, y: top + j * step })
    for (const move of moves) {
      const { first, last } = spanOf(move.ends, from, right, cols)
      if (first <= last) addToRow(move, from, right, steps, j * cols, first, last)
    }
  }
  return steps
}

/** From a node to the one to its right. */
function differenceOf(frame: FaceFrame, { left, top, step }: Grid): Place {
  const here = frame.toPlace({ x: left, y: top })
  const beside = frame.toPlace({ x: left + step, y: top })
  return { u: beside.u - here.u, v: beside.v - here.v }
}

/** The nodes of a row within a move's ends: a face may be tilted. */
function spanOf(
  { left, right, top, bottom }: Ends,
  from: Place,
  step: Place,
  cols: number,
): { first: number; last: number } {
  const across = crossed(from.u, step.u, left, right)
  const down = crossed(from.v, step.v, top, bottom)
  return {
    first: Math.max(0, Math.ceil(Math.max(across.from, down.from))),
    last: Math.min(cols - 1, Math.floor(Math.min(across.to, down.to))),
  }
}

/** Where start + n step lies between two numbers. */
function crossed(
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
  move: Move,
  from: Place,
  right: Place,
  steps: Steps,
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
