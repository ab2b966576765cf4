import { distance, type Point } from '../../../geometry/point.ts'
import { type LowerShape, pairOf, type Sides } from '../garment.ts'
import {
  GARMENT_SHOULDERS,
  LOWER_SHAPE_BESIDE,
  LOWER_SHAPE_CORNERS,
  LOWER_SHAPE_CROTCH,
  LOWER_SHAPE_DIP,
  LOWER_SHAPE_HEM,
  LOWER_SHAPE_MIDDLE,
  LOWER_SHAPE_NOTCH,
  LOWER_SHAPE_WAIST,
} from '../tuning.ts'
import { section } from './top-shape.ts'

/**
 * Reads the parts of trousers, shorts or a skirt from the outline: the waist's corners, the hem's, and the crotch.
 * @returns undefined where the outline is not that of what hangs from a waist, seen from the front
 */
export function readLowerShape(outline: readonly Point[], middle: number): LowerShape | undefined {
  const ys = outline.map(({ y }) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const height = bottom - top
  const above = widthAt(outline, top + LOWER_SHAPE_WAIST.at * height)
  const below = Math.max(
    ...LOWER_SHAPE_WAIST.below.map((share) => widthAt(outline, top + share * height)),
  )
  if (above < LOWER_SHAPE_WAIST.ratio * below) return undefined
  const halves = [outline.filter(({ x }) => x < middle), outline.filter(({ x }) => x >= middle)]
  const waist = pairOf((n) => {
    const high = halves[n]!.filter(({ y }) => y < top + LOWER_SHAPE_CORNERS.waist * height)
    return lowest(high, ({ x, y }) => (n === 0 ? x : -x) + y)
  })
  if (!waist[0] || !waist[1]) return undefined
  const waistline = section(outline, waist[0], waist[1])
  const dip = Math.max(...waistline.map(({ y }) => y)) - Math.min(waist[0].y, waist[1].y)
  if (dip > LOWER_SHAPE_DIP * (waist[1].x - waist[0].x)) return undefined
  const outer = pairOf((n) => {
    const low = halves[n]!.filter(({ y }) => y > top + LOWER_SHAPE_CORNERS.hem * height)
    return lowest(low, ({ x, y }) => (n === 0 ? x : -x) - y)
  })
  if (!outer[0] || !outer[1]) return undefined
  const known = {
    waist: waist as Sides<Point>,
    waistline,
    sides: [
      section(outline, outer[0], waist[0]).toReversed(),
      section(outline, waist[1], outer[1]),
    ] as const,
    hem: section(outline, outer[1], outer[0]).toReversed(),
  }
  const crotch = lowest(
    known.hem.filter(
      ({ x }) => Math.abs(x - middle) < LOWER_SHAPE_MIDDLE * (outer[1]!.x - outer[0]!.x),
    ),
    ({ y }) => y,
  )
  const isDivided = crotch !== undefined && bottom - crotch.y >= LOWER_SHAPE_NOTCH * height
  if (hasSleeves(outline, { top, height }, isDivided ? 2 : 1)) return undefined
  if (!isDivided) return narrowsToHem(outline, { top, height }) ? undefined : known
  const depth = (crotch.y - top) / height
  if (depth < LOWER_SHAPE_CROTCH.least || depth > LOWER_SHAPE_CROTCH.most) return undefined
  const inner = pairOf((n) => {
    const low = known.hem.filter(
      ({ x, y }) =>
        (n === 0 ? x < crotch.x : x > crotch.x) &&
        y > crotch.y + LOWER_SHAPE_CORNERS.legs * (bottom - crotch.y),
    )
    return lowest(low, ({ x, y }) => (n === 0 ? -x : x) - y)
  })
  if (!inner[0] || !inner[1]) return undefined
  return {
    ...known,
    legs: {
      crotch,
      inner: [section(outline, crotch, inner[0]), section(outline, inner[1], crotch).toReversed()],
    },
  }
}

/**
 * Whether what has no legs narrows so far to its hem that it hangs from shoulders: sleeves end above it. Legs may
 * narrow as far, and at the height of a hem only one of them may be left.
 */
function narrowsToHem(
  outline: readonly Point[],
  { top, height }: { top: number; height: number },
): boolean {
  const widest = Math.max(
    ...LOWER_SHAPE_HEM.below.map((share) => widthAt(outline, top + share * height)),
  )
  return widthAt(outline, top + LOWER_SHAPE_HEM.at * height) < LOWER_SHAPE_HEM.ratio * widest
}

/** Whether the outline has more parts side by side than its legs: those of a coat are sleeves. */
function hasSleeves(
  outline: readonly Point[],
  { top, height }: { top: number; height: number },
  legs: number,
): boolean {
  const rows = LOWER_SHAPE_BESIDE.rows.filter(
    (share) => crossings(outline, top + share * height).length > 2 * legs,
  )
  return rows.length >= LOWER_SHAPE_BESIDE.least
}

/** The width of the outline at a height, its gaps among it. */
function widthAt(outline: readonly Point[], row: number): number {
  const xs = crossings(outline, row)
  return xs.length < 2 ? 0 : Math.max(...xs) - Math.min(...xs)
}

/** Where the outline passes a height. */
function crossings(outline: readonly Point[], row: number): number[] {
  return outline.flatMap((a, n) => {
    const b = outline[(n + 1) % outline.length]!
    return a.y <= row === b.y <= row ? [] : [a.x]
  })
}

function lowest(points: readonly Point[], cost: (point: Point) => number): Point | undefined {
  return points.toSorted((a, b) => cost(a) - cost(b))[0]
}

/** Whether what could be a skirt rises between its upper corners, as a dress without sleeves does to its neck. */
export function hasShoulders({ waist, waistline, legs }: LowerShape): boolean {
  const corners = (waist[0].y + waist[1].y) / 2
  const rise = corners - Math.min(...waistline.map(({ y }) => y))
  return legs === undefined && rise > GARMENT_SHOULDERS * distance(...waist)
}
