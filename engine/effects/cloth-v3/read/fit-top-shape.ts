import { distance, type Point } from '../../../geometry/point.ts'
import { resamplePolyline } from '../../../geometry/polyline.ts'
import { pairOf, type Sides, type TopShape } from '../garment.ts'
import { BESIDE_ARMPIT, BESIDE_POINTS } from '../tuning.ts'
import { fitOutline, type HalfOutline, halfOutline, type OutlineModel } from './fit-outline.ts'
import { TOP_MODELS } from './top-models.ts'
import { section, shoulderCorner } from './top-shape.ts'

/** A top read by fit: what is left over tells how sure it is. */
export type FittedTopShape = { shape: Omit<TopShape, 'neckline'>; cost: number }

/** Half of an outline in pixels, from the hem's middle to the neck's, and as models see it. */
type Side = { line: Point[]; half: HalfOutline }

/**
 * Reads a top by fitting outlines of tops to its own: the best of them counts.
 * @param outline clockwise, in pixels @returns undefined where none can be laid over it
 */
export function fitTopShape(outline: readonly Point[], middle: number): FittedTopShape | undefined {
  const size = Math.sqrt(areaOf(outline))
  const ends = middleOf(outline, middle)
  if (!ends) return undefined
  const lines: Sides<Point[]> = [
    section(outline, ends.hem, ends.neck),
    section(outline, ends.neck, ends.hem).toReversed(),
  ]
  const sides = pairOf((n): Side => {
    const side = n === 0 ? -1 : 1
    return { line: lines[n], half: halfOutline(lines[n], { side, middle, size }) }
  })
  const fits = Object.values(TOP_MODELS).flatMap((model) => fitBoth(sides, model) ?? [])
  const best = fits.toSorted((a, b) => a.cost - b.cost)[0]
  return best && { shape: shapeOf(outline, middle, sides, best), cost: best.cost }
}

type BothFits = { model: OutlineModel; corners: Sides<number[]>; cost: number }

/** Fits a model to both halves so that they agree: each is tried where the other's corners lie. */
function fitBoth([left, right]: Sides<Side>, model: OutlineModel): BothFits | undefined {
  const tries = [
    [left, right],
    [right, left],
  ].flatMap(([one, other]) => {
    const first = fitOutline(one!.half, model)
    if (!first) return []
    const near = first.corners.map((at) => one!.half.points[at]!)
    const second = fitOutline(other!.half, model, near)
    if (!second) return []
    const corners = [first.corners, second.corners] as const
    const isLeft = one === left
    const both: Sides<number[]> = isLeft ? corners : [corners[1], corners[0]]
    return [{ model, corners: both, cost: (first.cost + second.cost) / 2 }]
  })
  return tries.toSorted((a, b) => a.cost - b.cost)[0]
}

function shapeOf(
  outline: readonly Point[],
  middle: number,
  sides: Sides<Side>,
  { model, corners }: BothFits,
): Omit<TopShape, 'neckline'> {
  const at = (n: 0 | 1, name: string): Point | undefined => {
    const index = model.corners.findIndex((corner) => corner.name === name)
    if (index < 0) return undefined
    const { line, half } = sides[n]
    return pointAlong(line, corners[n][index]! / (half.points.length - 1))
  }
  const both = (name: string): Sides<Point> => pairOf((n) => at(n, name)!)
  const [hem, neck] = [both('hem'), both('neck')]
  const between = (n: 0 | 1, from: Point, to: Point): Point[] => section(sides[n].line, from, to)
  if (at(0, 'armpit') === undefined) {
    return besideShape(outline, { hem, neck, tips: both('tip') }, (n) => ({
      inner: between(n, hem[n], at(n, 'cuffInner')!),
      outer: between(n, at(n, 'cuffOuter')!, at(n, 'tip')!).toReversed(),
    }))
  }
  const armpits = both('armpit')
  const hasSleeves = at(0, 'cuffOuter') !== undefined
  const [inner, outer] = hasSleeves ? [both('cuffInner'), both('cuffOuter')] : []
  const tips = outer
    ? pairOf((n) => tipOf(between(n, outer[n], neck[n]), neck[n], armpits[n], middle))
    : both('tip')
  return {
    neck,
    tips,
    armpits,
    sides: pairOf((n) => between(n, hem[n], armpits[n]).toReversed()),
    hem: section(outline, hem[1], hem[0]).toReversed(),
    nape: section(outline, neck[0], neck[1]),
    ...(inner &&
      outer && {
        sleeves: pairOf((n) => ({
          inner: between(n, armpits[n], inner[n]),
          outer: between(n, outer[n], tips[n]).toReversed(),
        })),
      }),
  }
}

/**
 * A top whose sleeves lie along its sides: the armpits are where they usually are below the shoulders, above the ends
 * of the hem, and what lies between the outline and the line down from there is sleeve.
 * @param sleeveBelow the edges of a sleeve as the outline shows them, from the hem and from the shoulder on
 */
function besideShape(
  outline: readonly Point[],
  { hem, neck, tips }: { hem: Sides<Point>; neck: Sides<Point>; tips: Sides<Point> },
  sleeveBelow: (n: 0 | 1) => { inner: Point[]; outer: Point[] },
): Omit<TopShape, 'neckline'> {
  const deep = BESIDE_ARMPIT * distance(...tips)
  const armpits = pairOf((n) => ({ x: hem[n].x, y: (tips[0].y + tips[1].y) / 2 + deep }))
  const sides = pairOf((n) => resamplePolyline([armpits[n], hem[n]], BESIDE_POINTS))
  return {
    neck,
    tips,
    armpits,
    sides,
    hem: section(outline, hem[1], hem[0]).toReversed(),
    nape: section(outline, neck[0], neck[1]),
    sleeves: pairOf((n) => {
      const { inner, outer } = sleeveBelow(n)
      return { inner: [...sides[n], ...inner.slice(1)], outer }
    }),
  }
}

/** Where the upper edge of a sleeve becomes the shoulder: near the armpit's place across. */
function tipOf(upper: readonly Point[], neck: Point, armpit: Point, middle: number): Point {
  if (armpit.x < middle) return shoulderCorner(upper, { neck, armpit, middle })
  const original = new Map<Point, Point>()
  const flip = (point: Point): Point => {
    const flipped = { x: 2 * middle - point.x, y: point.y }
    original.set(flipped, point)
    return flipped
  }
  const known = { neck: flip(neck), armpit: flip(armpit), middle }
  return original.get(shoulderCorner(upper.map(flip), known))!
}

/** The point of a line at a share of its length. */
function pointAlong(line: readonly Point[], share: number): Point {
  const lengths = [0]
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!]
    lengths.push(lengths[i - 1]! + distance(a, b))
  }
  const walked = share * lengths.at(-1)!
  const next = lengths.findIndex((length) => length >= walked)
  return line[Math.max(0, next)]!
}

/** Where an outline passes its middle: lowest, at the hem, and highest, at the neck. */
function middleOf(
  outline: readonly Point[],
  middle: number,
): { hem: Point; neck: Point } | undefined {
  const passed = outline.filter((point, n) => {
    const next = outline[(n + 1) % outline.length]!
    return point.x <= middle !== next.x <= middle
  })
  if (passed.length < 2) return undefined
  const sorted = passed.toSorted((a, b) => a.y - b.y)
  return { neck: sorted[0]!, hem: sorted.at(-1)! }
}

/** The area of a closed outline (the shoelace formula). */
function areaOf(outline: readonly Point[]): number {
  let twice = 0
  for (const [n, a] of outline.entries()) {
    const b = outline[(n + 1) % outline.length]!
    twice += a.x * b.y - b.x * a.y
  }
  return Math.abs(twice) / 2
}
