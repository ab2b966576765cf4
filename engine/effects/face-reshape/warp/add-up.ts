import type { FaceFrame } from './frame.ts'
import type { Move } from './move.ts'

/** Nodes of a grid, row by row: where in the picture the first is, and how far apart they are, pixels. */
export type Grid = { left: number; top: number; step: number; cols: number; rows: number }

/** Two numbers a node, in face units. */
export type Places = { u: Float64Array; v: Float64Array }

/** Where the steps of some moves take what stands at each node of a grid, all together. */
export function addUp(frame: FaceFrame, moves: readonly Move[], grid: Grid): Places {
  const places = placesOf(frame, grid)
  const steps = emptyPlaces(grid)
  for (const move of moves) addMove(move, places, steps, grid)
  return steps
}

function emptyPlaces({ cols, rows }: Grid): Places {
  return { u: new Float64Array(cols * rows), v: new Float64Array(cols * rows) }
}

function placesOf(frame: FaceFrame, grid: Grid): Places {
  const places = emptyPlaces(grid)
  for (let j = 0; j < grid.rows; j++) placeRow(frame, grid, j, places)
  return places
}

function placeRow(
  frame: FaceFrame,
  { left, top, step, cols }: Grid,
  j: number,
  { u, v }: Places,
): void {
  for (let i = 0, k = j * cols; i < cols; i++, k++) {
    const place = frame.toPlace({ x: left + i * step, y: top + j * step })
    u[k] = place.u
    v[k] = place.v
  }
}

/** Each row of nodes is asked where it is within the move's ends: a face may be tilted. */
function addMove(move: Move, places: Places, steps: Places, { cols, rows }: Grid): void {
  const { left, right, top, bottom } = move.ends
  for (let j = 0; j < rows; j++) {
    const row = j * cols
    const across = crossed(places.u[row]!, places.u[row + 1]! - places.u[row]!, left, right)
    const down = crossed(places.v[row]!, places.v[row + 1]! - places.v[row]!, top, bottom)
    const from = Math.max(0, Math.ceil(Math.max(across.from, down.from)))
    const to = Math.min(cols - 1, Math.floor(Math.min(across.to, down.to)))
    if (from <= to) addToRow(move, places, steps, row + from, row + to)
  }
}

/** Where start + n step lies between two numbers. */
function crossed(
  start: number,
  step: number,
  low: number,
  high: number,
): { from: number; to: number } {
  // So little of a face goes by in a row of nodes that its ends do not matter.
  if (Math.abs(step) < 1e-9) {
    const inside = start >= low && start <= high
    return { from: inside ? -Infinity : Infinity, to: Infinity }
  }
  const a = (low - start) / step
  const b = (high - start) / step
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

function addToRow(move: Move, places: Places, steps: Places, first: number, last: number): void {
  const sum = { u: 0, v: 0 }
  for (let k = first; k <= last; k++) {
    sum.u = steps.u[k]!
    sum.v = steps.v[k]!
    move(places.u[k]!, places.v[k]!, sum)
    steps.u[k] = sum.u
    steps.v[k] = sum.v
  }
}
