import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { heightAt, resamplePolyline } from '../../../geometry/polyline.ts'
import { medianOrZero, quantileOrZero } from '../../../geometry/quantile.ts'
import type { Product } from '../../../product/product.ts'
import type { LabColour } from '../../../raster/colour/lab.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import type { Sides } from '../garment.ts'
import { NECK_LABEL, NECKLINE_FIT } from '../tuning.ts'
import { clothAround } from './cloth-around.ts'
import { bow } from './fit-neckline.ts'

/**
 * A neck's front edge that lies above no label: a label is sewn to the inside of the back, and the front hangs lower
 * than it does. Of deeper bows that along which a crease is clearest is the edge, the fold of a rib in the cloth's own
 * colour; where none is, the edge lies right below the label.
 * @param edge from left to right
 */
export function belowLabel(product: Product, neck: Sides<Point>, edge: Point[]): Point[] {
  const bottom = labelBottom(product, neck)
  if (bottom === undefined) return edge
  const width = distance(...neck)
  const middle = pointBetween(...neck, 0.5)
  const least = bottom + NECK_LABEL.below
  const own = ((heightAt(edge, middle.x) ?? middle.y) - middle.y) / width
  if (own >= least) return edge
  const bows = NECKLINE_FIT.powers
    .filter((power) => power >= NECKLINE_FIT.round)
    .flatMap((power) =>
      NECKLINE_FIT.depths
        .filter((depth) => depth >= least && depth < bottom + NECK_LABEL.deepest)
        .map((depth) => ({ depth, line: bow(neck, depth, power) })),
    )
    .map((one) => ({ ...one, crease: creaseOf(product, one.line, width) }))
    .toSorted((a, b) => b.crease - a.crease)
  const usual = medianOrZero(bows.map(({ crease }) => crease))
  const [first] = bows
  const isClear = first && first.crease > Math.max(NECK_LABEL.crease, NECK_LABEL.clear * usual)
  return isClear ? first.line : bow(neck, least, 2)
}

/** How far below the ends of a neck's edge a label at the nape ends, in widths of the neck; undefined without one. */
function labelBottom(product: Product, neck: Sides<Point>): number | undefined {
  const { across, down } = NECK_LABEL.cells
  const cell = distance(...neck) / across
  const top = (neck[0].y + neck[1].y) / 2
  const colours = Array.from({ length: across * down }, (_, at) =>
    clothAround(
      product,
      neck[0].x + ((at % across) + 0.5) * cell,
      top + (Math.floor(at / across) + 0.5) * cell,
    ),
  )
  const cloth = usualOf(colours)
  if (!cloth) return undefined
  const unlike = Float32Array.from(colours, (colour) =>
    colour && apart(colour, cloth) > NECK_LABEL.unlike ? 1 : 0,
  )
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const pieces = findComponents(unlike, across, limits)
  const labels = pieces.filter(({ pixels }) => isLabel(pixels, colours))
  const [label] = labels
  const all = pieces.reduce((sum, { pixels }) => sum + pixels.length, 0)
  // Among prints and stripes nothing tells a label.
  if (!label || labels.length > 1 || all - label.pixels.length > label.pixels.length) {
    return undefined
  }
  return (Math.max(...label.pixels.map((at) => Math.floor(at / across))) + 1) / across
}

/** Whether a piece of another colour is one: as small, in the middle, right below the nape and filled. */
function isLabel(pixels: readonly number[], colours: readonly unknown[]): boolean {
  const { across } = NECK_LABEL.cells
  const xs = pixels.map((at) => at % across)
  const ys = pixels.map((at) => Math.floor(at / across))
  const [left, right] = [Math.min(...xs), Math.max(...xs) + 1]
  const [high, low] = [Math.min(...ys), Math.max(...ys) + 1]
  const middle = across >> 1
  const first = colours.findIndex((colour, at) => at % across === middle && colour !== undefined)
  const nape = Math.floor(first / across)
  return (
    right - left > NECK_LABEL.wide[0] * across &&
    right - left < NECK_LABEL.wide[1] * across &&
    low - high > NECK_LABEL.high[0] * across &&
    low - high < NECK_LABEL.high[1] * across &&
    Math.abs(left + right - across) < 2 * NECK_LABEL.aside * across &&
    high - nape < NECK_LABEL.hangs * across &&
    pixels.length > NECK_LABEL.filled * (right - left) * (low - high)
  )
}

/** How clear a fold lies along a line on most of its way: lighter on one side than the other, or dark between both. */
function creaseOf(product: Product, line: readonly Point[], width: number): number {
  const places = resamplePolyline(line, line.length)
  const off = NECK_LABEL.off * width + 1
  const steps: number[] = []
  for (let n = 4; n < places.length - 4; n++) {
    const [before, { x, y }, after] = [places[n - 1]!, places[n]!, places[n + 1]!]
    const length = distance(after, before)
    const normal = { x: -(after.y - before.y) / length, y: (after.x - before.x) / length }
    const lightAt = (by: number): number | undefined =>
      clothAround(product, x + by * normal.x, y + by * normal.y)?.l
    const [above, on, below] = [lightAt(-off), lightAt(0), lightAt(off)]
    steps.push(
      above === undefined || on === undefined || below === undefined
        ? 0
        : Math.max(Math.abs(below - above), Math.min(above, below) - on),
    )
  }
  return (medianOrZero(steps) + quantileOrZero(steps, NECK_LABEL.most)) / 2
}

/** The median of colours, channel by channel. */
function usualOf(colours: readonly (LabColour | undefined)[]): LabColour | undefined {
  const known = colours.filter((colour) => colour !== undefined)
  if (known.length === 0) return undefined
  const [l, a, b] = (['l', 'a', 'b'] as const).map((c) => medianOrZero(known.map((one) => one[c])))
  return { l: l!, a: a!, b: b! }
}

function apart(one: LabColour, other: LabColour): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
}
