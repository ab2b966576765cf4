import { boxMean } from '../../vision/mattes/box-mean.ts'
import type { SmallFrame } from '../shrink-frame.ts'

/**
 * What the background, or the people, look like near each square of 2 × 2 cells, in levels of 255; `known` is 0 where
 * none is near.
 */
export type Side = { y: Float32Array; u: Float32Array; v: Float32Array; known: Float32Array }

/** Squares around an edge from which the colours of either side are taken. */
const RADIUS = 3
/** Alphas up to which a cell is all background. */
const PURE = 0.04

/** The colours on both sides of every edge: means of the pure cells around it. The grid has even sides. */
export function estimateSides(
  { width, height, y, u, v }: SmallFrame,
  alpha: Float32Array,
): { background: Side; people: Side } {
  const [columns, rows] = [width / 2, height / 2]
  const [background, people] = [emptySide(columns * rows), emptySide(columns * rows)]
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const share = alpha[at]!
      if (share >= PURE && share <= 1 - PURE) continue
      const side = share < PURE ? background : people
      const to = (row >> 1) * columns + (column >> 1)
      side.known[to] = side.known[to]! + 1
      side.y[to] = side.y[to]! + y[at]!
      side.u[to] = side.u[to]! + u[at]!
      side.v[to] = side.v[to]! + v[at]!
    }
  }
  for (const side of [background, people]) spread(side, columns, rows)
  return { background, people }
}

function emptySide(length: number): Side {
  const plane = (): Float32Array => new Float32Array(length)
  return { y: plane(), u: plane(), v: plane(), known: plane() }
}

/** Turns sums into means of what is around. */
function spread({ known, y, u, v }: Side, columns: number, rows: number): void {
  boxMean(known, columns, rows, RADIUS, known)
  for (const plane of [y, u, v]) {
    boxMean(plane, columns, rows, RADIUS, plane)
    for (let at = 0; at < plane.length; at++) {
      plane[at] = known[at]! > 0 ? plane[at]! / known[at]! : 0
    }
  }
}
