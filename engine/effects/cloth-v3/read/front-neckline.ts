import { distance, type Point } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import { medianOrZero } from '../../../geometry/quantile.ts'
import type { Product } from '../../../product/product.ts'
import { type LabColour, linearToLab } from '../../../raster/colour/lab.ts'
import type { Sides } from '../garment.ts'
import {
  NECKLINE_ALIKE,
  NECKLINE_BOW,
  NECKLINE_BROAD,
  NECKLINE_CELLS,
  NECKLINE_CLOTH,
  NECKLINE_DEPTH,
  NECKLINE_FORM,
  NECKLINE_GAP,
  NECKLINE_NAPE,
  NECKLINE_POINT,
  NECKLINE_SEEDS,
  NECKLINE_SPIKE,
} from '../tuning.ts'

/**
 * The front's edge at the neck: below it the front begins, above it the inside of the back shows, a piece of one colour
 * that ends in a bow. A garment whose outline dips as deep as a front shows no back.
 * @param neck where collar and shoulder meet @param nape the outline between them
 * @returns from left to right; undefined where no front edge can be made out
 */
export function findFrontNeckline(
  product: Product,
  neck: Sides<Point>,
  nape: readonly Point[],
): Point[] | undefined {
  const width = distance(...neck)
  const cell = width / NECKLINE_CELLS.across
  const dip = Math.max(...nape.map(({ y }) => y)) - (neck[0].y + neck[1].y) / 2
  const grid = sampleGrid(product, neck, cell)
  const found = NECKLINE_SEEDS.map((seed) => growInside(grid, nape, neck, cell, seed))
    .filter((bow) => bow !== undefined)
    .map(({ bow, cells }) => ({ edge: joinToNape(neck, nape, bow), cells }))
    .filter(({ edge }) => unevennessOf(edge, neck) < NECKLINE_FORM.uneven)
    .toSorted((a, b) => b.cells - a.cells)[0]
  if (found) return found.edge
  return dip > NECKLINE_NAPE * width ? [...nape] : undefined
}

/**
 * How far both halves of an edge hang apart, on average, in widths of the neck: a label at the nape that passes for the
 * inside of the back draws one of them down.
 */
function unevennessOf(edge: readonly Point[], [left, right]: Sides<Point>): number {
  const width = right.x - left.x
  const depthAt = (share: number): number =>
    (heightAt(edge, left.x + share * width) ?? left.y) - left.y - share * (right.y - left.y)
  let sum = 0
  for (let n = 1; n < UNEVEN_PLACES; n++) {
    const share = (0.5 * n) / UNEVEN_PLACES
    sum += Math.abs(depthAt(share) - depthAt(1 - share))
  }
  return sum / (UNEVEN_PLACES - 1) / width
}

/** Places at which both halves are compared. */
const UNEVEN_PLACES = 20

/** A bow with what of the nape lies beside it, where a collar covers the inside of the back. */
function joinToNape(neck: Sides<Point>, nape: readonly Point[], bow: readonly Point[]): Point[] {
  const [first, last] = [bow[0]!, bow.at(-1)!]
  const width = neck[1].x - neck[0].x
  if (last.x - first.x >= NECKLINE_BOW.whole * width) return [neck[0], ...bow, neck[1]]
  const beside = nape.filter(({ x }) => x > neck[0].x && x < neck[1].x)
  const gap = NECKLINE_GAP * width
  return [
    neck[0],
    ...beside.filter(({ x, y }) => x < first.x - gap && y < first.y),
    ...bow,
    ...beside.filter(({ x, y }) => x > last.x + gap && y < last.y),
    neck[1],
  ]
}

type Grid = { colours: (LabColour | undefined)[]; left: number; top: number }

function sampleGrid(product: Product, neck: Sides<Point>, cell: number): Grid {
  const [left, top] = [neck[0].x, Math.min(neck[0].y, neck[1].y)]
  const colours = Array.from({ length: NECKLINE_CELLS.across * NECKLINE_CELLS.down }, (_, at) => {
    const x = Math.floor(left + ((at % NECKLINE_CELLS.across) + 0.5) * cell)
    const y = Math.floor(top + (Math.floor(at / NECKLINE_CELLS.across) + 0.5) * cell)
    return colourAt(product, x, y)
  })
  return { colours, left, top }
}

function colourAt({ width, height, data }: Product, x: number, y: number): LabColour | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined
  const at = (y * width + x) * 4
  const alpha = data[at + 3]!
  if (alpha < NECKLINE_CLOTH) return undefined
  return linearToLab(data[at]! / alpha, data[at + 1]! / alpha, data[at + 2]! / alpha)
}

/**
 * Grows a piece of one colour from below the nape; undefined unless it ends in a bow within the neck.
 * @returns with how many of its cells lie near the middle
 */
function growInside(
  { colours, left, top }: Grid,
  nape: readonly Point[],
  neck: Sides<Point>,
  cell: number,
  depth: number,
): { bow: Point[]; cells: number } | undefined {
  const { across } = NECKLINE_CELLS
  const middle = across >> 1
  const napeRow = (heightAt(nape, (neck[0].x + neck[1].x) / 2) ?? top) - top
  const start = (Math.floor(napeRow / cell) + depth) * across + middle
  const seed = colours[start]
  if (!seed) return undefined
  const alike = colours.map(
    (colour) => colour !== undefined && differ(colour, seed) <= NECKLINE_ALIKE,
  )
  const isBroad = (at: number): boolean => {
    for (let by = -NECKLINE_BROAD; by <= NECKLINE_BROAD; by++) if (!alike[at + by]) return false
    return at % across >= NECKLINE_BROAD && at % across < across - NECKLINE_BROAD
  }
  const inside = new Uint8Array(colours.length)
  const stack = isBroad(start) ? [start] : []
  while (stack.length > 0) {
    const at = stack.pop()!
    if (inside[at] || !isBroad(at)) continue
    inside[at] = 1
    stack.push(at - 1, at + 1, at - across, at + across)
  }
  const low = Array.from({ length: across }, (_, column) => lowestOf(inside, alike, column))
  const deepest = Math.max(...low)
  if (deepest < NECKLINE_DEPTH.least * across || deepest > NECKLINE_DEPTH.most * across)
    return undefined
  const columns = low.flatMap((row, column) => (row < 0 ? [] : [column]))
  if (columns.length === 0) return undefined
  const [first, last] = [columns[0]!, columns.at(-1)!]
  // The bow hangs in the middle.
  const isAside = Math.abs(first + last - across) > NECKLINE_FORM.aside * across
  if (last - first < NECKLINE_BOW.least * across || isAside) return undefined
  const ends = (low[first]! + low[last]!) / 2
  if (low[middle]! < NECKLINE_FORM.middle * deepest) return undefined
  if (ends > NECKLINE_FORM.ends * deepest) return undefined
  const bow = smoothed(low.slice(first, last + 1)).map((row, n) => ({
    x: left + (first + n + 0.5) * cell,
    y: top + (row + 1) * cell,
  }))
  const cells = inside.reduce(
    (sum, is, at) => (Math.abs((at % across) - middle) <= NECKLINE_CELLS.middle ? sum + is : sum),
    0,
  )
  return { bow, cells }
}

/**
 * The lowest row of the inside in a column; -1 where it has none. `inside` are the middles of runs of alike cells, all
 * of which belong to it, and so does the point in which it ends.
 */
function lowestOf(inside: Uint8Array, alike: readonly boolean[], column: number): number {
  const { across, down } = NECKLINE_CELLS
  const isOf = (row: number): boolean => {
    for (let by = -NECKLINE_BROAD; by <= NECKLINE_BROAD; by++) {
      const beside = column + by
      if (beside >= 0 && beside < across && inside[row * across + beside]) return true
    }
    return false
  }
  let broad = down - 1
  while (broad >= 0 && !isOf(broad)) broad--
  if (broad < 0) return -1
  let row = broad
  while (row + 1 < down && alike[(row + 1) * across + column]) row++
  return row - broad < NECKLINE_POINT ? row : broad
}

function smoothed(rows: readonly number[]): number[] {
  const filled = rows.map((row, n) =>
    row >= 0 ? row : Math.max(...rows.slice(Math.max(0, n - 3), n + 4)),
  )
  const kept = filled.map((row, n) => {
    const usual = medianOrZero(filled.slice(Math.max(0, n - 2), n + 3))
    return Math.abs(row - usual) > NECKLINE_SPIKE ? usual : row
  })
  return kept.map((_, n) => {
    const near = kept.slice(Math.max(0, n - 1), n + 2)
    return near.reduce((sum, row) => sum + row, 0) / near.length
  })
}

function differ(one: LabColour, other: LabColour): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
}
