import type { Point } from '../../geometry/point.ts'
import { ringTest } from '../../geometry/polygon.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import type { ChainEnds } from './necklace-shape.ts'
import {
  BESIDE_PERSON,
  BROAD_PENDANT,
  CREASE,
  FRONT_ON_CLOTH,
  NECKLACE_EDGE,
  NECKLACE_HAIR,
  NECKLACE_MIDDLE,
  NECKLACE_PARTING,
  NECKLACE_SHAPE_FRONT,
  NECKLACE_THICKNESS,
  VISIT_WORN_SOLID,
} from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

type Placed = Pick<Wearing, 'place' | 'box' | 'product'>

/**
 * How much of a necklace a pixel hides: hair and the chin in front of it, the neck in front of its back, a collar under
 * which it goes, and what lies beside the person.
 */
export function hideNecklace(
  placed: Placed,
  ends: ChainEnds,
  { picture, face, regions }: { picture: Picture; face: Face; regions: HeadRegions },
): (x: number, y: number) => number {
  const isInFace = ringTest(FACE.oval.map((i) => face.landmarks[i]!))
  const at = (plane: Float32Array, x: number, y: number): number =>
    sampleGrid(plane, regions.grid, x, y)
  const isChain = chainTest(placed.product, ends)
  const isBroad = pendantTest(placed.product, ends)
  const cover = coverOver(regions)
  // What hangs down to cloth lies over its neckline, and under nothing.
  const isOver = clothUnderFront(placed, ends, picture, regions) >= FRONT_ON_CLOTH
  const collar = isOver ? NOWHERE : collarEnds(placed, ends, picture, regions)
  const hides = (x: number, y: number, isPendant: typeof isChain): number => {
    const own = placed.place(x + 0.5, y + 0.5)
    const share = (own.x - ends.left.x) / (ends.right.x - ends.left.x)
    const line = ends.left.y + (ends.right.y - ends.left.y) * share
    if (ends.isClosed && own.y < line) return 1
    if (isInFace(x + 0.5, y + 0.5)) return 1
    const beside = 1 - Math.min(1, BESIDE_PERSON * at(regions.person, x, y))
    const isBeyond = share < collar.left || share > collar.right
    const isUnder = isBeyond && isChain(own, share) && !isPendant(own, share)
    const under = isUnder ? (at(cover, x, y) - NECKLACE_EDGE.from) / NECKLACE_EDGE.over : 0
    const behind = (at(regions.hair, x, y) - NECKLACE_HAIR.from) / NECKLACE_HAIR.over
    return Math.min(1, Math.max(0, behind, beside, under))
  }
  // A pendant whose chain does not show would hang from nothing.
  let [all, hidden] = [0, 0]
  visitWorn(placed, ends, picture, (x, y, own, share) => {
    if (isBroad(own, share) || !isChain(own, share)) return
    all++
    if (hides(x, y, isBroad) > 0.5) hidden++
  })
  const isPendant = hidden > BROAD_PENDANT.hidden * all ? () => false : isBroad
  return (x, y) => hides(x, y, isPendant)
}

/** A collar under which no part of a chain goes: what bulges beyond its ends does not either. */
const NOWHERE = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY } as const

/**
 * How far along a chain a collar can lie over it, from either end, as shares of the way between the ends: to where the
 * chain comes out over bare skin. Cloth beyond is under it. Where the middle of a chain lies on skin, all of its sides
 * can be covered. A pendant may reach skin below a neckline that it lies on: it tells nothing.
 */
function collarEnds(
  placed: Placed,
  ends: ChainEnds,
  picture: Picture,
  { grid, skin }: HeadRegions,
): { left: number; right: number } {
  const sides = { left: 0, right: 1 }
  const middle = { from: 1, to: 0 }
  const isChain = chainTest(placed.product, ends)
  visitWorn(placed, ends, picture, (x, y, own, share) => {
    if (sampleGrid(skin, grid, x, y) < 0.5 || !isChain(own, share)) return
    if (share < NECKLACE_MIDDLE.from) sides.left = Math.max(sides.left, share)
    else if (share > NECKLACE_MIDDLE.to) sides.right = Math.min(sides.right, share)
    else {
      middle.from = Math.min(middle.from, share)
      middle.to = Math.max(middle.to, share)
    }
  })
  return middle.to > 0 ? { left: middle.to, right: middle.from } : sides
}

/** The share of the front of a chain, without its pendant, that would lie on cloth, 0–1. */
function clothUnderFront(
  placed: Placed,
  ends: ChainEnds,
  picture: Picture,
  { grid, skin, hair }: HeadRegions,
): number {
  const isChain = chainTest(placed.product, ends)
  let [onCloth, all] = [0, 0]
  visitWorn(placed, ends, picture, (x, y, own, share) => {
    if (share < NECKLACE_SHAPE_FRONT.from || share > NECKLACE_SHAPE_FRONT.to) return
    if (own.y < ends.left.y || !isChain(own, share)) return
    all++
    // What is neither skin nor hair is cloth, of whatever colours.
    if (sampleGrid(skin, grid, x, y) < 0.5 && sampleGrid(hair, grid, x, y) < 0.5) onCloth++
  })
  return all === 0 ? 0 : onCloth / all
}

/** Whether a place of a product is of the chain: in its middle, what is below the uppermost rows is the pendant. */
function chainTest(
  { data, width, height }: Wearing['product'],
  ends: ChainEnds,
): (own: Point, share: number) => boolean {
  const thick = Math.max(2, NECKLACE_THICKNESS * (ends.right.x - ends.left.x))
  const upper = uppermost({ data, width, height })
  return ({ x, y }, share) => {
    if (share < NECKLACE_MIDDLE.from || share > NECKLACE_MIDDLE.to) return true
    return y < upper[Math.min(width - 1, Math.max(0, Math.floor(x)))]! + 1 + thick
  }
}

/**
 * Whether a place of a product is of a broad pendant: lower than a chain whose halves come to a point. A fringe begins
 * broad, and a collar over half of it would tear it.
 */
function pendantTest(
  { data, width, height }: Wearing['product'],
  { left, right }: ChainEnds,
): (own: Point, share: number) => boolean {
  const way = right.x - left.x
  const thick = Math.max(2, NECKLACE_THICKNESS * way)
  const columnAt = (share: number): number => Math.max(0, Math.round(left.x + share * way))
  const lowest = uppermost({ data, width, height })
    .subarray(columnAt(NECKLACE_MIDDLE.from), columnAt(NECKLACE_MIDDLE.to))
    .reduce((most, y) => (y < height ? Math.max(most, y) : most), 0)
  const row = Array.from({ length: width }, (_, x) => data[(lowest * width + x) * 4 + 3]!)
  const isShown = (alpha: number): boolean => alpha >= VISIT_WORN_SOLID
  const extent = row.findLastIndex(isShown) - row.findIndex(isShown)
  if (extent > BROAD_PENDANT.point * way) return () => false
  return ({ y }, share) =>
    share > BROAD_PENDANT.from && share < BROAD_PENDANT.to && y > lowest + 1 + thick
}

/** The uppermost row that shows a product in each of its columns; its height where none does. */
function uppermost({
  data,
  width,
  height,
}: Pick<Wearing['product'], 'data' | 'width' | 'height'>): Int32Array {
  const upper = new Int32Array(width).fill(height)
  const markRow = (y: number): void => {
    for (let x = 0, at = 4 * y * width + 3; x < width; x++, at += 4) {
      if (data[at]! >= VISIT_WORN_SOLID) upper[x] = y
    }
  }
  for (let y = height - 1; y >= 0; y--) markRow(y)
  return upper
}

/**
 * What can lie over a chain besides hair. The inside of a collar is in shade and has neither the cloth's colours nor
 * the skin's: what is of the person beyond the outermost skin of a row is taken for cloth. Skin beyond cloth is none of
 * the neck's: it is hair in bright light, or a lining.
 */
function coverOver({ cloth, skin, hair, person, grid }: HeadRegions): Float32Array {
  const { width, height, points, faceWidth } = grid
  const chin = points[FACE.chin]!
  const cover = cloth.slice()
  const [from, to] = [chin.x - faceWidth, chin.x + faceWidth].map((x) =>
    Math.min(width - 1, Math.max(0, Math.round(x))),
  )
  const parting = Math.max(2, NECKLACE_PARTING * faceWidth)
  /** Where skin ends on the way from the neck to one side. */
  const endOf = (row: number, start: number, by: -1 | 1): number => {
    let [end, parted] = [start, 0]
    for (let x = start; x >= from! && x <= to! && parted < parting; x += by) {
      const at = row + x
      if (skin[at]! > 0.5) [end, parted] = [x, 0]
      else if (hair[at]! < 0.5) parted++
    }
    return end
  }
  const top = Math.max(0, Math.round(chin.y))
  const spans = Array.from({ length: Math.max(0, height - top) }, (_, n) => {
    const row = (top + n) * width
    const start = nearestSkin(skin.subarray(row, row + width), chin.x, from!, to!)
    return start === undefined ? undefined : [endOf(row, start, -1), endOf(row, start, 1)]
  })
  for (const [n, span] of spans.entries()) {
    if (!span) continue
    // In a few rows a crease parts the skin of a neck.
    const near = spans
      .slice(Math.max(0, n - CREASE), n + CREASE + 1)
      .flatMap((other) => (other ? [other] : []))
    const first = medianOrZero(near.map(([left]) => left!))
    const last = medianOrZero(near.map(([, right]) => right!))
    const row = (top + n) * width
    for (let x = 0; x < width; x++) {
      if (x >= first && x <= last) continue
      const at = row + x
      const isBeyond = x >= from! && x <= to! && (x < first - parting || x > last + parting)
      const rest = person[at]! * (1 - (isBeyond ? 0 : skin[at]!) - hair[at]!)
      cover[at] = Math.max(cover[at]!, Math.min(1, rest))
    }
  }
  return cover
}

/** The column of the skin of a row that is nearest to a place, between two columns. */
function nearestSkin(
  row: Float32Array,
  middle: number,
  from: number,
  to: number,
): number | undefined {
  let nearest: number | undefined
  for (let x = from; x <= to; x++) {
    if (row[x]! <= 0.5) continue
    if (nearest === undefined || Math.abs(x - middle) < Math.abs(nearest - middle)) nearest = x
  }
  return nearest
}
