import type { Point } from '../../geometry/point.ts'
import { MOTION_JUMP } from '../tuning.ts'

/**
 * Displacements on a grid of square cells over a frame, in pixels of the frame. As a motion it says for each cell how
 * far its content is from where it is now to where it was.
 */
export type MotionField = {
  /** Pixels of a cell's side. */
  step: number
  columns: number
  rows: number
  dx: Float32Array
  dy: Float32Array
}

/** A field without motion for a frame of this size. */
export function zeroMotionField(width: number, height: number, step: number): MotionField {
  const columns = Math.ceil(width / step)
  const rows = Math.ceil(height / step)
  const plane = (): Float32Array => new Float32Array(columns * rows)
  return { step, columns, rows, dx: plane(), dy: plane() }
}

/** The cell that a position lies in; outside, the nearest one. */
export function cellAt({ step, columns, rows }: MotionField, x: number, y: number): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x / step)))
  return Math.min(rows - 1, Math.max(0, Math.floor(y / step))) * columns + column
}

/**
 * The displacement at a position: bilinear between the centres of cells, and that of the nearest one where they belong
 * to things that move apart. Written to `to`, because it is asked for thousands of times a frame.
 */
export function motionAt(field: MotionField, x: number, y: number, to: Point): void {
  const { step, columns, rows, dx, dy } = field
  const column = Math.min(columns - 1, Math.max(0, x / step - 0.5))
  const row = Math.min(rows - 1, Math.max(0, y / step - 0.5))
  const a = Math.floor(row) * columns + Math.floor(column)
  const right = column - Math.floor(column)
  const down = row - Math.floor(row)
  const b = right > 0 ? a + 1 : a
  const c = down > 0 ? a + columns : a
  const d = c + b - a
  if (isJump(field, a, b, c, d)) {
    const near = right < 0.5 ? (down < 0.5 ? a : c) : down < 0.5 ? b : d
    to.x = dx[near]!
    to.y = dy[near]!
    return
  }
  to.x = mix(mix(dx[a]!, dx[b]!, right), mix(dx[c]!, dx[d]!, right), down)
  to.y = mix(mix(dy[a]!, dy[b]!, right), mix(dy[c]!, dy[d]!, right), down)
}

/**
 * Where each pixel of a row was: `x` plus its displacement, written to `atX` and `atY`. The same values as
 * {@link motionAt} gives, along a row.
 */
export function motionAlongRow(
  field: MotionField,
  width: number,
  y: number,
  atX: Float32Array,
  atY: Float32Array,
): void {
  const { step, columns, rows, dx, dy } = field
  const row = Math.min(rows - 1, Math.max(0, (y + 0.5) / step - 0.5))
  const upper = Math.floor(row) * columns
  const down = row - Math.floor(row)
  const lower = down > 0 ? upper + columns : upper
  for (let cell = -1; cell < columns; cell++) {
    const left = Math.max(0, cell)
    const next = Math.min(columns - 1, cell + 1)
    const from = Math.max(0, Math.ceil((cell + 0.5) * step - 0.5))
    const to = Math.min(width, Math.ceil((cell + 3 / 2) * step - 0.5))
    const a = upper + left
    const b = upper + next
    const c = lower + left
    const d = lower + next
    if (isJump(field, a, b, c, d)) {
      const middle = Math.min(to, Math.ceil((cell + 1) * step - 0.5))
      const first = down < 0.5 ? a : c
      const second = down < 0.5 ? b : d
      for (let x = from; x < to; x++) {
        const near = x < middle ? first : second
        atX[x] = x + dx[near]!
        atY[x] = y + dy[near]!
      }
      continue
    }
    const startX = mix(dx[a]!, dx[c]!, down)
    const startY = mix(dy[a]!, dy[c]!, down)
    const slopeX = (mix(dx[b]!, dx[d]!, down) - startX) / step
    const slopeY = (mix(dy[b]!, dy[d]!, down) - startY) / step
    const centre = (cell + 0.5) * step - 0.5
    for (let x = from; x < to; x++) {
      atX[x] = x + startX + slopeX * (x - centre)
      atY[x] = y + startY + slopeY * (x - centre)
    }
  }
}

/** Whether the four cells around a position move apart. */
function isJump(
  { step, dx, dy }: MotionField,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  return spread(dx, a, b, c, d) > MOTION_JUMP * step || spread(dy, a, b, c, d) > MOTION_JUMP * step
}

function spread(plane: Float32Array, a: number, b: number, c: number, d: number): number {
  const p = plane[a]!
  const q = plane[b]!
  const r = plane[c]!
  const s = plane[d]!
  const most = Math.max(Math.max(p, q), Math.max(r, s))
  return most - Math.min(Math.min(p, q), Math.min(r, s))
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
