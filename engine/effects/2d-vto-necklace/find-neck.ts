import { Fault } from '../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../geometry/point.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE } from '../../vision/faces/face.ts'
import {
  BASE_ROWS,
  FROM_INSIDE,
  MIN_ROWS,
  NECK_BEHIND,
  NECK_BEYOND,
  NECK_COVERED,
  NECK_CUT,
  NECK_EDGE,
  NECK_EVEN,
  NECK_HAIR_FREE,
  NECK_JAW,
  NECK_LEVEL,
  NECK_ROWS,
  NECK_SHADE,
  NECK_SHARE,
  NECK_SPIKE,
  NECK_SPREAD,
  NECK_WALK,
  NECK_WIDER,
  NECK_WITHIN,
  SURELY_HAIR,
} from './tuning.ts'

/** Where a neck turns into the shoulders, in pixels of the photo: a chain goes out of sight there. */
export type Neck = {
  /** The edge on the left of the picture, and that on the right. */
  left: Point
  right: Point
  /** The neck's narrowest width, pixels. */
  width: number
}

/**
 * Finds where the neck ends below. Rows across it below the chin give its width; the end is where it becomes a tenth
 * wider than at its narrowest, or where a collar begins before: there its sides come towards each other again.
 * @throws Fault `pose` where no neck shows
 */
export function findNeck(regions: HeadRegions, picture: Picture): Neck {
  const { faceWidth } = regions.grid
  const rows = belowShade(withoutSpikes(rowsAcross(regions, picture), faceWidth), faceWidth)
  if (rows.length < MIN_ROWS) {
    const likely = neckBelowJaw(regions)
    if (likely) return likely
    throw hiddenNeck()
  }
  const widths = rows.map((_, n) =>
    medianOrZero(rows.slice(Math.max(0, n - 2), n + 3).map(widthOf)),
  )
  // What becomes narrower from the first row on is the opening of a collar, or bare between strands of hair.
  const isNarrower = widths.slice(0, BASE_ROWS).at(-1)! < NECK_COVERED * widths[0]!
  if (isNarrower && !isBetweenHair(rows.slice(0, BASE_ROWS), regions)) throw hiddenNeck()
  const base = medianOrZero(widths.slice(0, BASE_ROWS))
  const { last, narrowest } = endOfNeck(widths, base)
  // Single rows are off where a strand or a fold is beside the neck.
  const near = rows.slice(Math.max(0, last - 4), last + 1)
  const { y } = rows[last]!.left
  const end = {
    left: { x: medianOrZero(near.map(({ left }) => left.x)), y },
    right: { x: medianOrZero(near.map(({ right }) => right.x)), y },
  }
  const { area, scale } = regions.grid
  const toPixel = ({ x, y }: Point): Point => ({
    x: area.left + x * scale,
    y: area.top + y * scale,
  })
  return { left: toPixel(end.left), right: toPixel(end.right), width: narrowest * scale }
}

/**
 * Where a neck most likely ends whose front shows and whose sides cannot be told: hair or shoulders have its colours.
 * @returns undefined where its front does not show
 */
function neckBelowJaw({ skin, grid }: HeadRegions): Neck | undefined {
  const { points, faceWidth, area, scale } = grid
  const chin = points[FACE.chin]!
  let shown = 0
  for (let down = NECK_ROWS.from; down < NECK_JAW.seen; down += NECK_ROWS.step) {
    const y = chin.y + down * faceWidth
    const isWhole = NECK_JAW.shown.every(
      (aside) => valueIn(skin, grid, chin.x + aside * faceWidth, y) > 0.5,
    )
    if (isWhole) shown++
  }
  if (shown < MIN_ROWS) return undefined
  const [half, y] = [(NECK_JAW.width * faceWidth) / 2, chin.y + NECK_JAW.down * faceWidth]
  const at = (x: number): Point => ({ x: area.left + x * scale, y: area.top + y * scale })
  return { left: at(chin.x - half), right: at(chin.x + half), width: 2 * half * scale }
}

/** Whether hair ends a neck on either side in most of its rows. */
function isBetweenHair(rows: readonly Row[], { hair, grid }: HeadRegions): boolean {
  const isHair = ({ x, y }: Point): boolean => valueIn(hair, grid, x, y) > 0.5
  const beyond = NECK_BEYOND * grid.faceWidth
  const count = rows.filter(
    ({ left, right }) =>
      isHair({ x: left.x - beyond, y: left.y }) || isHair({ x: right.x + beyond, y: right.y }),
  ).length
  return count > rows.length / 2
}

function hiddenNeck(): Fault {
  return new Fault('pose', 'The neck does not show: it is covered, or outside the picture.')
}

/**
 * The rows without those in which an edge stands off and comes back within a few: a hoop, the tip of a collar or a
 * highlight beside the neck has the colours of skin.
 */
function withoutSpikes(rows: readonly Row[], faceWidth: number): readonly Row[] {
  const isSpike = (n: number, side: 'left' | 'right'): boolean => {
    const own = rows[n]![side].x
    for (let by = 1; by <= NECK_SPIKE && rows[n - by] && rows[n + by]; by++) {
      const [above, below] = [own - rows[n - by]![side].x, own - rows[n + by]![side].x]
      const off = Math.min(Math.abs(above), Math.abs(below))
      const comesBack = above * below > 0 && Math.abs(above - below) < off / 2
      if (comesBack && off > NECK_SHADE.jump * faceWidth) return true
    }
    return false
  }
  return rows.filter((_, n) => !isSpike(n, 'left') && !isSpike(n, 'right'))
}

/**
 * The rows below the shade of a chin or a beard. In it one edge of the neck is found too far inside, or in the hair
 * behind the jaw; below, that edge alone jumps, by more than a neck spreads in so few rows.
 */
function belowShade(rows: readonly Row[], faceWidth: number): readonly Row[] {
  const places = { left: levelled(rows, 'left'), right: levelled(rows, 'right') }
  const [chin] = rows
  const first = rows.findLastIndex(({ left: { y } }, n) => {
    if (n < NECK_SHADE.rows || y - chin!.left.y > NECK_SHADE.below * faceWidth) return false
    const left = Math.abs(places.left[n - NECK_SHADE.rows]! - places.left[n]!)
    const right = Math.abs(places.right[n]! - places.right[n - NECK_SHADE.rows]!)
    const [less, more] = [Math.min(left, right), Math.max(left, right)]
    return more > NECK_SHADE.jump * faceWidth && less < more / 4
  })
  // Two shoulders' slopes look like an edge that jumps; what is needed to read a neck at all is never cut off.
  return first < 0 || rows.length - first < MIN_ROWS ? rows : rows.slice(first)
}

/** Where an edge is in each row, without what single rows have. */
function levelled(rows: readonly Row[], side: 'left' | 'right'): number[] {
  return rows.map((_, n) =>
    medianOrZero(rows.slice(Math.max(0, n - 1), n + 2).map((row) => row[side].x)),
  )
}

/** The row in which a neck ends, and its narrowest width before. */
function endOfNeck(widths: readonly number[], base: number): { last: number; narrowest: number } {
  let narrowest = base
  let [last, widest] = [0, 0]
  for (const [n, width] of widths.entries()) {
    const isCovered =
      width < NECK_COVERED * base || (widest > NECK_SPREAD * narrowest && width < NECK_CUT * widest)
    if (isCovered) break
    if (width < narrowest) [narrowest, widest] = [width, 0]
    if (width >= NECK_LEVEL * widest) last = n
    widest = Math.max(widest, width)
    if (width >= NECK_WIDER * narrowest) break
  }
  return { last, narrowest }
}

type Row = { left: Point; right: Point }

function widthOf({ left, right }: Row): number {
  return distance(right, left)
}

/** Rows of bare skin across the neck, from the chin down, in grid pixels. */
function rowsAcross({ skin, hair, cloth, person, grid }: HeadRegions, picture: Picture): Row[] {
  const { points, faceWidth } = grid
  const chin = points[FACE.chin]!
  const rows: Row[] = []
  let middle = 0
  for (let down = NECK_ROWS.from; down < NECK_ROWS.to; down += NECK_ROWS.step) {
    // A tilted head leaves the shoulders level.
    const at = (u: number): Point => ({ x: chin.x + u, y: chin.y + down * faceWidth })
    const valueAt = (plane: Float32Array, u: number): number => {
      const { x, y } = at(u)
      return valueIn(plane, grid, x, y)
    }
    const isSkin = (u: number): boolean => valueAt(skin, u) > 0.5
    const isBare = (u: number): boolean =>
      isSkin(u) ||
      (valueAt(person, u) > NECK_WITHIN &&
        valueAt(hair, u) < NECK_HAIR_FREE &&
        valueAt(cloth, u) < NECK_HAIR_FREE)
    if (!isSkin(middle)) continue
    // The outer edges of collars and of hair are no neck's.
    const isCovered = (u: number): boolean =>
      valueAt(cloth, u) > 0.5 || valueAt(hair, u) > SURELY_HAIR || valueAt(person, u) < NECK_BEHIND
    const colourAt = (u: number): Colour => {
      const { x, y } = at(u)
      return colourOf(picture, grid.area.left + x * grid.scale, grid.area.top + y * grid.scale)
    }
    const [first, last] = skinAcross(middle, isSkin, isBare)
    const fine = 1 / grid.scale
    const edge = (from: number, side: 1 | -1): number =>
      finestEdge(edgeNear(from, side, NECK_EDGE * faceWidth, isCovered, colourAt), fine, colourAt)
    const [left, right] = [edge(first, -1), edge(last, 1)]
    const share = (right - left) / faceWidth
    if (share < NECK_SHARE.least || share > NECK_SHARE.most) continue
    middle = (left + right) / 2
    rows.push({ left: at(left), right: at(right) })
  }
  return rows
}

/** The place outwards from the end of the skin where colour changes most. */
function edgeNear(
  from: number,
  side: 1 | -1,
  reach: number,
  isCovered: (u: number) => boolean,
  colourAt: (u: number) => Colour,
): number {
  let [best, most] = [from, 0]
  // Colours of the grid's size: the photo's own pixels have grain.
  const mean = (u: number): Colour => {
    const [a, b, c] = [
      colourAt(u - NECK_WALK.colourStep),
      colourAt(u),
      colourAt(u + NECK_WALK.colourStep),
    ]
    return [0, 1, 2].map((i) => (a[i]! + b[i]! + c[i]!) / 3) as never
  }
  for (let by = -FROM_INSIDE * reach; by <= reach; by += 0.5) {
    const u = from + side * by
    if (isCovered(u - side)) break
    if (isCovered(u + side)) continue
    const change = difference(mean(u - side), mean(u + side)) * (1 - 0.5 * Math.abs(by / reach))
    if (change > most) [best, most] = [u, change]
  }
  return best
}

/**
 * The place of an edge in the photo itself, within a pixel of the grid.
 * @param step pixels of the grid that are one of the photo
 */
function finestEdge(near: number, step: number, colourAt: (u: number) => Colour): number {
  let [sum, weights] = [0, 0]
  for (let by = -1; by <= 1; by += step / 2) {
    const change = difference(colourAt(near + by + step / 2), colourAt(near + by - step / 2)) ** 2
    sum += by * change
    weights += change
  }
  return weights === 0 ? near : near + sum / weights
}

type Colour = readonly [number, number, number]

function difference(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** The levels at a place of a picture, between pixels; edges repeat. */
function colourOf({ data, width, height }: Picture, x: number, y: number): Colour {
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)))
  const u = Math.min(width - 1, Math.max(0, x - 0.5))
  const [from, to] = [Math.floor(u), Math.min(width - 1, Math.floor(u) + 1)]
  const level = (c: number): number => {
    const [a, b] = [data[(row * width + from) * 4 + c]!, data[(row * width + to) * 4 + c]!]
    return a + (b - a) * (u - from)
  }
  return [level(0), level(1), level(2)]
}

/** The value of a plane at a place of its grid, 0 outside. */
function valueIn(plane: Float32Array, grid: HeadRegions['grid'], x: number, y: number): number {
  const inside = x >= 0 && y >= 0 && x < grid.width && y < grid.height
  return inside ? sampleGrid(plane, { ...grid, area: CORNER, scale: 1 }, x - 0.5, y - 0.5) : 0
}

const CORNER = { left: 0, top: 0, width: 0, height: 0 }

/** From where to where the neck goes across. A side that ends far too early has a wall's colours: the person tells. */
function skinAcross(
  middle: number,
  isSkin: (u: number) => boolean,
  isBare: (u: number) => boolean,
): [number, number] {
  const [first, last] = [
    walk(isSkin, middle, -NECK_WALK.step),
    walk(isSkin, middle, NECK_WALK.step),
  ]
  if (-first < NECK_EVEN * last) return [walk(isBare, middle, -NECK_WALK.step), last]
  return last < NECK_EVEN * -first ? [first, walk(isBare, middle, NECK_WALK.step)] : [first, last]
}

/** The last place in a direction that is skin. Two steps without it are bridged: a crease, a strand of hair. */
function walk(isSkin: (u: number) => boolean, from: number, step: number): number {
  let last = from
  for (let u = from; Math.abs(u - last) < NECK_WALK.gap; u += step) if (isSkin(u)) last = u
  return last
}
