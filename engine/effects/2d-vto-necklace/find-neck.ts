import { Fault } from '../../../catalog/fault.ts'
import type { Point } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head-regions.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import { FACE } from '../../vision/faces/face.ts'

/** Where a neck turns into the shoulders, in pixels of the photo: a chain goes out of sight there. */
export type Neck = {
  /** The edge on the left of the picture, and that on the right. */
  left: Point
  right: Point
  /** The neck's narrowest width, pixels. */
  width: number
}

/** Where rows across the neck are read, in widths of the face below the chin. */
const ROWS = { from: 0.07, to: 0.42, step: 0.008 } as const

/** The neck ends where it is this many times as wide as at its narrowest. */
const WIDER = 1.1

/** A neck is between these shares of the face's width wide; skin beyond is a shoulder, less is a gap in a collar. */
const SHARE = { least: 0.42, most: 1.05 } as const

/** The rows below the chin that tell a neck's width, and the share of it at which its sides are covered. */
const BASE_ROWS = 7
const COVERED = 0.93

/** A neck that has spread by this much is cut off by a collar where it is a little narrower again than before. */
const SPREAD = 1.02
const CUT = 0.975
const LEVEL = 0.995

/** How far below the first row shade reaches, and an edge's jump at its end within so many rows. Widths of the face. */
const SHADE = { below: 0.15, rows: 2, jump: 0.035 } as const

/** Rows that show a neck, at least. */
const MIN_ROWS = 5

/**
 * Finds where the neck ends below. Rows across it below the chin give its width; the end is where it becomes a tenth
 * wider than at its narrowest, or where a collar begins before: there its sides come towards each other again.
 * @throws Fault `pose` where no neck shows
 */
export function findNeck(regions: HeadRegions): Neck {
  const rows = belowShade(rowsAcross(regions), regions.grid.faceWidth)
  if (rows.length < MIN_ROWS) throw hiddenNeck()
  const widths = rows.map((_, n) => medianOf(rows.slice(Math.max(0, n - 2), n + 3).map(widthOf)))
  // What becomes narrower from the first row on is the opening of a collar.
  if (widths.slice(0, BASE_ROWS).at(-1)! < COVERED * widths[0]!) throw hiddenNeck()
  const base = medianOf(widths.slice(0, BASE_ROWS))
  const { last, narrowest } = endOfNeck(widths, base)
  // Single rows are off where a strand or a fold is beside the neck.
  const near = rows.slice(Math.max(0, last - 4), last + 1)
  const { y } = rows[last]!.left
  const end = {
    left: { x: medianOf(near.map(({ left }) => left.x)), y },
    right: { x: medianOf(near.map(({ right }) => right.x)), y },
  }
  const { area, scale } = regions.grid
  const toPixel = ({ x, y }: Point): Point => ({
    x: area.left + x * scale,
    y: area.top + y * scale,
  })
  return { left: toPixel(end.left), right: toPixel(end.right), width: narrowest * scale }
}

function hiddenNeck(): Fault {
  return new Fault('pose', 'The neck does not show: it is covered, or outside the picture.')
}

/**
 * The rows below the shade of a chin or a beard. In it one edge of the neck is found too far inside; below, that edge
 * alone jumps outwards, by more than a neck spreads in so few rows.
 */
function belowShade(rows: readonly Row[], faceWidth: number): readonly Row[] {
  const places = { left: levelled(rows, 'left'), right: levelled(rows, 'right') }
  const [chin] = rows
  const first = rows.findLastIndex(({ left: { y } }, n) => {
    if (n < SHADE.rows || y - chin!.left.y > SHADE.below * faceWidth) return false
    const left = places.left[n - SHADE.rows]! - places.left[n]!
    const right = places.right[n]! - places.right[n - SHADE.rows]!
    const [less, more] = [Math.min(left, right), Math.max(left, right)]
    return more > SHADE.jump * faceWidth && less < more / 4
  })
  return first < 0 ? rows : rows.slice(first)
}

/** Where an edge is in each row, without what single rows have. */
function levelled(rows: readonly Row[], side: 'left' | 'right'): number[] {
  return rows.map((_, n) =>
    medianOf(rows.slice(Math.max(0, n - 1), n + 2).map((row) => row[side].x)),
  )
}

/** The row in which a neck ends, and its narrowest width before. */
function endOfNeck(widths: readonly number[], base: number): { last: number; narrowest: number } {
  let narrowest = base
  let [last, widest] = [0, 0]
  for (const [n, width] of widths.entries()) {
    const isCovered =
      width < COVERED * base || (widest > SPREAD * narrowest && width < CUT * widest)
    if (isCovered) break
    if (width < narrowest) [narrowest, widest] = [width, 0]
    if (width >= LEVEL * widest) last = n
    widest = Math.max(widest, width)
    if (width >= WIDER * narrowest) break
  }
  return { last, narrowest }
}

type Row = { left: Point; right: Point }

function widthOf({ left, right }: Row): number {
  return Math.hypot(right.x - left.x, right.y - left.y)
}

/** Rows of bare skin across the neck, from the chin down, in grid pixels. */
function rowsAcross({ skin, cloth, light, grid }: HeadRegions): Row[] {
  const { points, faceWidth } = grid
  const chin = points[FACE.chin]!
  const rows: Row[] = []
  let middle = 0
  for (let down = ROWS.from; down < ROWS.to; down += ROWS.step) {
    // A tilted head leaves the shoulders level.
    const at = (u: number): Point => ({ x: chin.x + u, y: chin.y + down * faceWidth })
    const valueAt = (plane: Float32Array, u: number): number => {
      const { x, y } = at(u)
      const inside = x >= 0 && y >= 0 && x < grid.width && y < grid.height
      return inside ? sampleGrid(plane, { ...grid, area: CORNER, scale: 1 }, x - 0.5, y - 0.5) : 0
    }
    const isSkin = (u: number): boolean => valueAt(skin, u) > 0.5
    if (!isSkin(middle)) continue
    // A collar's own outer edge is no neck's.
    const lightAt = (u: number): number | undefined =>
      valueAt(cloth, u) > 0.5 ? undefined : valueAt(light, u)
    const reach = EDGE * faceWidth
    const right = edgeNear(walk(isSkin, middle, 0.25), 1, reach, lightAt)
    const left = edgeNear(walk(isSkin, middle, -0.25), -1, reach, lightAt)
    const share = (right - left) / faceWidth
    if (share < SHARE.least || share > SHARE.most) continue
    middle = (left + right) / 2
    rows.push({ left: at(left), right: at(right) })
  }
  return rows
}

/** How far outside the skin that was found a neck's edge can be: its sides are in shade. In widths of the face. */
const EDGE = 0.1

/** The place outwards from the end of the skin where lightness changes most. */
function edgeNear(
  from: number,
  side: 1 | -1,
  reach: number,
  lightAt: (u: number) => number | undefined,
): number {
  let [best, most] = [from, 0]
  for (let by = -0.25 * reach; by <= reach; by += 0.5) {
    const u = from + side * by
    const [inner, outer] = [lightAt(u - side), lightAt(u + side)]
    if (inner === undefined) break
    const change = Math.abs((outer ?? inner) - inner) * (1 - 0.5 * Math.abs(by / reach))
    if (change > most) [best, most] = [u, change]
  }
  return best
}

const CORNER = { left: 0, top: 0, width: 0, height: 0 }

/** The last place in a direction that is skin. Two steps without it are bridged: a crease, a strand of hair. */
function walk(isSkin: (u: number) => boolean, from: number, step: number): number {
  let last = from
  for (let u = from; Math.abs(u - last) < 2.5; u += step) if (isSkin(u)) last = u
  return last
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
