import { medianOrZero } from '../../geometry/quantile.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadShares } from '../region-names.ts'
import {
  HAIR_EDGE_FIRST,
  HAIR_EDGE_IS,
  HAIR_EDGE_LEAST,
  HAIR_EDGE_LOCK,
  HAIR_EDGE_MOST,
  HAIR_EDGE_REACH,
  HAIR_EDGE_ROWS,
  HAIR_EDGE_STRAND,
  HAIR_EDGE_TOGETHER,
} from '../tuning.ts'
import { middleOfNeck } from './middle-of-neck.ts'
import type { HeadGrid } from './region-grid.ts'

/**
 * Moves the edge between a neck and hair before it to where the picture has it, in place. The outermost strands of a
 * lock catch light and then have the skin's colours; a neck is smooth up to where hair begins, and hair is not, so that
 * the first clear edge on the way outwards is the hair's.
 */
export function snapHairEdge(lab: LabPlanes, shares: HeadShares, grid: HeadGrid): void {
  const { points, faceWidth, width, height } = grid
  const chin = points[FACE.chin]!
  const from = Math.max(0, Math.round(chin.y + HAIR_EDGE_ROWS.from * faceWidth))
  const to = Math.min(height, Math.round(chin.y + HAIR_EDGE_ROWS.to * faceWidth))
  for (const side of [-1, 1] as const) {
    const edges: (Edge | undefined)[] = []
    for (let y = from; y < to; y++) edges.push(edgeIn(y * width, middleIn(grid, y), side))
    for (const [n, edge] of edges.entries()) {
      if (!edge) continue
      const reach = Math.min(HAIR_EDGE_TOGETHER, n, edges.length - 1 - n)
      const near = edges.slice(n - reach, n + reach + 1).filter((one) => !!one)
      if (near.filter(({ by }) => by > 1).length < HAIR_EDGE_MOST * near.length) continue
      const columns = near.map(({ x, by }) => x - side * by)
      const by = side * (edge.x - medianOrZero(columns))
      const row = (from + n) * width
      for (let step = 1; step <= by; step++) {
        const at = row + edge.x - side * step
        if (shares.skin[at]! < shares.hair[at]!) continue
        shares.hair[at] = Math.max(shares.hair[at]!, shares.skin[at]!)
        shares.skin[at] = 0
      }
    }
  }

  /** Where hair begins in a row on one side, and by how many pixels farther inwards its edge is in the picture. */
  function edgeIn(row: number, start: number, side: -1 | 1): Edge | undefined {
    const x = hairFrom(row, start, side)
    if (x === undefined) return undefined
    const inside = (column: number): boolean => column > 1 && column < width - 2
    const most = Math.round(HAIR_EDGE_STRAND * faceWidth)
    let strand = 0
    while (strand < most && shares.skin[row + x - side * (strand + 1)]! > HAIR_EDGE_IS) strand++
    if (strand === 0) return { x, by: 0 }
    // A strand between cloth and a lock is no neck's.
    if (strand < most) return { x, by: strand }
    const changes: number[] = []
    for (let by = most; by >= -1; by--) {
      const column = x - side * by
      changes.push(inside(column) ? changeAt(lab, row + column) : 0)
    }
    const strongest = Math.max(...changes)
    const first = changes.findIndex(
      (change, n) =>
        change >= Math.max(HAIR_EDGE_LEAST, HAIR_EDGE_FIRST * strongest) &&
        change >= (changes[n + 1] ?? 0),
    )
    return { x, by: first < 0 ? 0 : Math.max(0, most - first) }
  }

  function hairFrom(row: number, start: number, side: -1 | 1): number | undefined {
    const lock = Math.max(2, Math.round(HAIR_EDGE_LOCK * faceWidth))
    let run = 0
    for (let step = 0; step < HAIR_EDGE_REACH * faceWidth; step++) {
      const x = Math.round(start) + side * step
      if (x < 0 || x >= width) return undefined
      run = shares.hair[row + x]! > HAIR_EDGE_IS ? run + 1 : 0
      if (run === lock) return x - side * (lock - 1)
    }
    return undefined
  }
}

type Edge = { x: number; by: number }

/** Where the middle of a neck is in a row. */
function middleIn(grid: HeadGrid, y: number): number {
  const { points, up } = grid
  const chin = points[FACE.chin]!
  return chin.x + (middleOfNeck(grid) + (y - chin.y) * up.x) / up.y
}

/** How much the colour changes across a pixel. */
function changeAt({ l, a, b }: LabPlanes, at: number): number {
  const change = (plane: Float32Array): number =>
    (plane[at + 1]! + plane[at + 2]! - plane[at - 1]! - plane[at - 2]!) / 2
  return Math.hypot(change(l), change(a), change(b))
}
