import { distance, type Point } from '../../../geometry/point.ts'
import { beside } from '../../../geometry/polyline.ts'
import type { Sides, SleeveOutline, TopShape } from '../garment.ts'
import {
  SLEEVE_REACH,
  TOP_SHAPE_ARMPIT,
  TOP_SHAPE_BEND,
  TOP_SHAPE_BOTTOM,
  TOP_SHAPE_CORE,
  TOP_SHAPE_CORNER,
  TOP_SHAPE_CUFF,
  TOP_SHAPE_DROOP,
  TOP_SHAPE_FOOT,
  TOP_SHAPE_LINE,
  TOP_SHAPE_NECK,
  TOP_SHAPE_SLEEVE,
  TOP_SHAPE_SLEEVELESS,
  TOP_SHAPE_TALL,
} from '../tuning.ts'

/** One half of a top, as if it were the left one. */
type Half = {
  neck: Point
  tip: Point
  armpit: Point
  side: Point[]
  hem: Point
  sleeve?: SleeveOutline | undefined
}

/**
 * Reads the parts of a top from its outline: corners of the hem, armpits as the deepest places between hem and cuffs,
 * cuffs as the corners farthest out.
 * @returns undefined where the outline is not that of a top seen from the front
 */
export function readTopShape(
  outline: readonly Point[],
  middle: number,
): Omit<TopShape, 'neckline'> | undefined {
  const left = readHalf(outline, middle)
  const original = new Map<Point, Point>()
  const mirrored = outline.toReversed().map((point) => {
    const flipped = { x: 2 * middle - point.x, y: point.y }
    original.set(flipped, point)
    return flipped
  })
  const other = readHalf(mirrored, middle)
  if (!left || !other || Boolean(left.sleeve) !== Boolean(other.sleeve)) return undefined
  const right = replaced(other, (point) => original.get(point)!)
  const both = <Value>(read: (half: Half) => Value): Sides<Value> => [read(left), read(right)]
  return {
    neck: both(({ neck }) => neck),
    tips: both(({ tip }) => tip),
    armpits: both(({ armpit }) => armpit),
    sides: both(({ side }) => side),
    hem: section(outline, right.hem, left.hem).toReversed(),
    nape: section(outline, left.neck, right.neck),
    ...(left.sleeve && { sleeves: [left.sleeve, right.sleeve!] as const }),
  }
}

/** The corners of a half of the outline, which runs clockwise: up along the left side. */
function readHalf(outline: readonly Point[], middle: number): Half | undefined {
  const span = spanOf(outline)
  const central = outline.filter(({ x }) => Math.abs(x - middle) < TOP_SHAPE_BOTTOM.middle * span)
  if (central.length === 0) return undefined
  const bottom = Math.max(...central.map(({ y }) => y))
  const top = Math.min(...outline.map(({ y }) => y))
  const height = bottom - top
  const low = bottom - TOP_SHAPE_BOTTOM.above * height
  const hem = cornerBelow(outline, crossing(outline, middle, low), height)
  if (!hem || hem.x >= middle) return undefined
  const isTall = height > TOP_SHAPE_TALL.from * span
  // Below its waist a dress may be wider than its sleeves reach.
  const foot = (isTall && crossing(outline, middle, top + TOP_SHAPE_TALL.waist * height)) || hem
  const half = middle - foot.x
  const { inner, outer, high } = TOP_SHAPE_NECK
  const shoulders = outline.filter(
    ({ x, y }) => middle - x > inner * half && middle - x < outer * half && y < top + high * height,
  )
  if (shoulders.length === 0) return undefined
  const neck = shoulders.reduce((best, point) => (point.y < best.y - 0.5 ? point : best))
  const chain = section(outline, foot, neck)
  const core = { x: middle, y: top + TOP_SHAPE_CORE * height }
  const farness = ({ x, y }: Point): number => middle - x + TOP_SHAPE_DROOP * y
  const whole = section(outline, hem, neck)
  // A hem over wide hips can lie farther down and out than the cuffs of short sleeves.
  const beyond = chain.filter(({ x }) => middle - x >= SLEEVE_REACH * half)
  if (beyond.length === 0) {
    return withSide(sleeveless(chain, { neck, hem: foot, middle, height }), whole, hem)
  }
  const far = beyond.reduce((most, p) => (farness(p) > farness(most) ? p : most))
  return withSide(withSleeve(chain, far, { neck, hem: foot, core, height }), whole, hem)
}

/** A half that was read down to its waist, with its whole side. */
function withSide(half: Half | undefined, chain: readonly Point[], hem: Point): Half | undefined {
  return half && { ...half, hem, side: section(chain, hem, half.armpit).toReversed() }
}

/** Where the outline crosses a row nearest to the middle, on the left. */
function crossing(outline: readonly Point[], middle: number, row: number): Point | undefined {
  let found: Point | undefined
  for (let i = 0; i < outline.length; i++) {
    const [a, b] = [outline[i]!, outline[(i + 1) % outline.length]!]
    if (a.y <= row === b.y <= row || a.x > middle) continue
    if (!found || a.x > found.x) found = a
  }
  return found
}

/** The corner of the hem: of the points below where the side is, the one farthest down and out. */
function cornerBelow(
  outline: readonly Point[],
  side: Point | undefined,
  height: number,
): Point | undefined {
  if (!side) return undefined
  const start = outline.indexOf(side)
  let corner = side
  for (let n = 1; n < outline.length; n++) {
    // The outline runs clockwise: back along it is down the left side.
    const point = outline[(start - n + outline.length) % outline.length]!
    if (distance(point, side) > TOP_SHAPE_FOOT * height) break
    if (point.y - point.x > corner.y - corner.x) corner = point
  }
  return corner
}

type Known = { neck: Point; hem: Point; height: number }

function withSleeve(
  chain: readonly Point[],
  far: Point,
  { neck, hem, core, height }: Known & { core: Point },
): Half | undefined {
  const lower = section(chain, hem, far)
  const inward = Math.sign(beside(hem, far, core))
  const armpit = farthest(lower, hem, far, inward)
  if (!armpit || inward * beside(hem, far, armpit) < TOP_SHAPE_ARMPIT * height) return undefined
  const upper = section(chain, far, neck)
  const tip = shoulderCorner(upper, { neck, armpit, middle: core.x })
  const width = distance(tip, armpit)
  const under = section(chain, armpit, far)
  const cuffInner = cornerOf(
    under,
    armpit,
    far,
    -Math.sign(beside(armpit, far, tip)),
    TOP_SHAPE_CUFF.inner * width,
  )
  const over = section(chain, far, tip)
  const cuffOuter = cornerOf(
    over,
    far,
    tip,
    -Math.sign(beside(far, tip, armpit)),
    TOP_SHAPE_CUFF.outer * width,
  )
  const [inner, outer] = [cuffInner ?? far, cuffOuter ?? far]
  const { least, most } = TOP_SHAPE_SLEEVE
  if (distance(inner, outer) < least * width || distance(inner, outer) > most * width) {
    return undefined
  }
  return {
    neck,
    hem,
    armpit,
    tip,
    side: section(chain, hem, armpit).toReversed(),
    sleeve: {
      inner: section(chain, armpit, inner),
      outer: section(chain, outer, tip).toReversed(),
    },
  }
}

/** Where a shoulder becomes a sleeve: a corner of the upper edge; above the armpit where it has none. */
export function shoulderCorner(
  upper: readonly Point[],
  { neck, armpit, middle }: { neck: Point; armpit: Point; middle: number },
): Point {
  const half = middle - armpit.x
  const out = ({ x }: Point): number => (middle - x) / half
  const line = upper.filter((point) => out(point) < TOP_SHAPE_CORNER.line)
  const near = line.filter(
    (point) => out(point) > TOP_SHAPE_CORNER.least && out(point) < TOP_SHAPE_CORNER.most,
  )
  const from = line[0]
  if (from) {
    // The outline runs clockwise, up along the left side: a corner lies at its left.
    const corner = farthest(near, from, neck, -1)
    if (corner && -beside(from, neck, corner) > TOP_SHAPE_CORNER.clear * distance(from, neck)) {
      // A round shoulder has no point that is its corner: it is where both lines would meet.
      const meeting = shoulderMeetsSleeve(upper, out, half)
      if (!meeting || distance(meeting, corner) < TOP_SHAPE_LINE.sharp * half) return corner
      return nearest(near, (point) => distance(point, meeting))
    }
  }
  return nearest(upper, ({ x }) => Math.abs(x - armpit.x))
}

function nearest(points: readonly Point[], far: (point: Point) => number): Point {
  return points.reduce((best, point) => (far(point) < far(best) ? point : best))
}

/** Where the lines of shoulder and sleeve meet; undefined where they go on as one. */
function shoulderMeetsSleeve(
  upper: readonly Point[],
  out: (point: Point) => number,
  half: number,
): Point | undefined {
  const shoulder = lineThrough(
    upper.filter((p) => out(p) > TOP_SHAPE_LINE.from && out(p) < TOP_SHAPE_LINE.to),
  )
  if (!shoulder) return undefined
  const below = ({ x, y }: Point): number => y - shoulder.y - shoulder.slope * (x - shoulder.x)
  const start = upper.findLast(
    (p) => out(p) > TOP_SHAPE_LINE.to && below(p) > TOP_SHAPE_LINE.left * half,
  )
  if (!start) return undefined
  const sleeve = lineThrough(
    upper.filter(
      (p) => p.y >= start.y && out(p) >= out(start) && out(p) < out(start) + TOP_SHAPE_LINE.sleeve,
    ),
  )
  if (!sleeve || shoulder.slope - sleeve.slope < TOP_SHAPE_BEND) return undefined
  const by = below(sleeve) / (shoulder.slope - sleeve.slope)
  return { x: sleeve.x + by, y: sleeve.y + by * sleeve.slope }
}

/** The line of least squares through points: one of its points, and its slope. */
function lineThrough(points: readonly Point[]): (Point & { slope: number }) | undefined {
  if (points.length < 3) return undefined
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((p) => p.x), mean((p) => p.y)]
  const spread = mean((p) => (p.x - x) ** 2)
  return spread === 0 ? undefined : { x, y, slope: mean((p) => (p.x - x) * (p.y - y)) / spread }
}

/** The armhole of a top without sleeves goes from where its side begins to lean to its shoulder. */
function sleeveless(
  chain: readonly Point[],
  { neck, hem, middle, height }: Known & { middle: number },
): Half | undefined {
  const high = chain.filter(({ y }) => y < neck.y + TOP_SHAPE_SLEEVELESS.high * height)
  if (high.length === 0) return undefined
  const armpit = high.reduce((most, p) => (p.x < most.x - 0.5 ? p : most))
  const upper = section(chain, armpit, neck)
  const tip = upper.reduce((best, p) => (p.y - p.x < best.y - best.x ? p : best))
  const { steep } = TOP_SHAPE_SLEEVELESS
  const corner = nearest(upper, ({ x, y }) => y - steep * (middle - x))
  const shoulder = corner.y < armpit.y ? corner : tip
  return { neck, hem, armpit, tip: shoulder, side: section(chain, hem, armpit).toReversed() }
}

function cornerOf(
  chain: readonly Point[],
  from: Point,
  to: Point,
  side: number,
  least: number,
): Point | undefined {
  const corner = farthest(chain, from, to, side)
  return corner && side * beside(from, to, corner) > least ? corner : undefined
}

function farthest(
  chain: readonly Point[],
  from: Point,
  to: Point,
  side: number,
): Point | undefined {
  let [most, found]: [number, Point | undefined] = [0, undefined]
  for (const point of chain) {
    const far = side * beside(from, to, point)
    if (far > most) [most, found] = [far, point]
  }
  return found
}

/** The points of a closed outline from one of them to another, as they follow each other. */
export function section(outline: readonly Point[], from: Point, to: Point): Point[] {
  const [a, b] = [outline.indexOf(from), outline.indexOf(to)]
  return a <= b ? outline.slice(a, b + 1) : [...outline.slice(a), ...outline.slice(0, b + 1)]
}

export function spanOf(outline: readonly Point[]): number {
  const xs = outline.map(({ x }) => x)
  return Math.max(...xs) - Math.min(...xs)
}

function replaced(half: Half, by: (point: Point) => Point): Half {
  const { sleeve } = half
  return {
    neck: by(half.neck),
    tip: by(half.tip),
    armpit: by(half.armpit),
    hem: by(half.hem),
    side: half.side.map(by),
    ...(sleeve && { sleeve: { inner: sleeve.inner.map(by), outer: sleeve.outer.map(by) } }),
  }
}
