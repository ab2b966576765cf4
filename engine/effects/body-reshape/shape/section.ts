import type { Mask } from '../../../raster/picture.ts'
import { sampleMask } from '../../../raster/sample.ts'
import { type Part, relativeDistance } from './anatomy.ts'
import type { Station } from './centreline.ts'

/**
 * What lies to one side of a station, distances from the middle line in pixels. `edge`: the part's outline. `open`:
 * background begins there, so the outline may move. `hold`: how far things that touch the outline reach (an arm at
 * the hip); they move along. `gap`: where the next thing begins that must not move, far away if nothing is near.
 * `far`: `hold`, or the end of what begins at `gap` if that nearly touches. `free`: how much of a move the outline
 * may make here, 0-1.
 */
export type Side = {
  edge: number
  open: boolean
  hold: number
  gap: number
  far: number
  free: number
}

/** How far from where a rider stops leaning on the part the outline moves in full, as a share of the body's scale. */
const FREEDOM_ONSET = 0.15

/** Where along a part riders are looked for: between armpit and hip, between groin and ankle. */
const CONTACT_RANGE = { from: 0.15, to: 1.02 }

/**
 * A ray this many usual half-widths long that finds no outline is in something else: the outline is not moved. Legs
 * may be in a skirt.
 */
const MAX_RAY = { leg: 3.6, other: 2.3 }

/** A gap narrower than this share of the body's scale is as good as none. */
const MIN_GAP = 0.03

/** What reaches past an outline by less than this share of the body's scale is the part itself. */
const MIN_CONTACT = 0.045

/** A cut across a part at one station; `plus` lies along the normal, `minus` against it. */
export type Section = { station: Station; plus: Side; minus: Side }

/** Other parts of the same body: `walls` end a part where they begin, `riders` lie against it and move along. */
export type Neighbours = { walls: Part[]; riders: Part[] }

/** Cuts a part at all its stations and evens out what single rays get wrong. */
export function sectionsOf(part: Part, mask: Mask, scale: number, near: Neighbours): Section[] {
  const cuts = part.line.map((station) => ({
    station,
    plus: castRay(part, station, 1, mask, scale, near),
    minus: castRay(part, station, -1, mask, scale, near),
  }))
  for (const side of ['plus', 'minus'] as const) {
    const sides = cuts.map((c) => c[side])
    for (const key of ['edge', 'hold', 'gap', 'far'] as const) {
      const even = smoothRobustly(sides.map((s) => s[key]))
      for (const [i, s] of sides.entries()) s[key] = even[i]!
    }
    for (const s of sides) s.hold = Math.max(s.hold, s.edge)
    releaseLimbs(sides, part, scale)
    includeOverhangs(sides)
  }
  return cuts
}

/**
 * A rider that leaves the part somewhere (an arm that hangs apart below the armpit) stays where it is, and the outline
 * moves only beyond the place where they meet. One that leans on it all the way moves along.
 */
function releaseLimbs(sides: Side[], { line }: Part, scale: number): void {
  const leans = (s: Side) => s.open && s.hold > s.edge + scale * MIN_CONTACT
  const where = sides.filter(
    (_, i) => line[i]!.t >= CONTACT_RANGE.from && line[i]!.t <= CONTACT_RANGE.to,
  )
  const apart = where.filter(
    (s) => s.open && !leans(s) && s.far <= s.hold + scale * MIN_CONTACT,
  ).length
  if (apart < where.length / 6) {
    for (const s of sides) {
      if (s.far <= s.hold) continue
      s.hold = s.far
      s.gap = scale * NO_OBSTACLE
    }
    return
  }
  const at = [...sides.keys()].filter((i) => leans(sides[i]!))
  for (const [i, s] of sides.entries()) {
    const here = line[i]!
    const away = Math.min(...at.map((k) => Math.hypot(line[k]!.x - here.x, line[k]!.y - here.y)))
    const f = Math.min(1, away / (FREEDOM_ONSET * scale))
    s.free = f * f * (3 - 2 * f)
  }
}

/** A hem or a sleeve's end stands out over what follows it: its corner must move with it, so `hold` reaches over. */
function includeOverhangs(sides: Side[]): void {
  const holds = sides.map((_, i) => {
    const near = sides.slice(Math.max(0, i - 4), i + 5).filter((s) => s.open)
    return Math.max(0, ...near.map((s) => s.hold))
  })
  for (const [i, s] of sides.entries()) {
    if (s.open) s.hold = Math.max(s.hold, Math.min(holds[i]!, (s.hold + s.gap) / 2))
  }
}

function castRay(
  part: Part,
  from: Station,
  sign: number,
  mask: Mask,
  scale: number,
  near: Neighbours,
): Side {
  const girth = part.girth(from.t)
  const step = Math.max(0.5, scale / 300)
  const place = (u: number) => [from.x + sign * from.nx * u, from.y + sign * from.ny * u] as const
  const outside = (u: number) => {
    const [x, y] = place(u)
    return x < 1 || y < 1 || x > mask.width - 2 || y > mask.height - 2
  }
  const covered = (u: number) => sampleMask(mask, ...place(u)) >= 128
  const owner = (parts: Part[], u: number) =>
    parts.some((p) => relativeDistance(p, ...place(u)) < Math.max(0.35, u / girth))
  let edge = Number.NaN
  let u = 0
  const widest = girth * (part.name.endsWith('Leg') ? MAX_RAY.leg : MAX_RAY.other)
  for (; u < widest; u += step) {
    if (outside(u)) return closedSide(u)
    if (!covered(u)) {
      if (u < girth * 0.3 && coveredSoon(covered, u, girth, step)) continue
      return measureGap(Number.isNaN(edge) ? u : edge, u, { scale, step, outside, covered })
    }
    if (owner(near.walls, u)) return closedSide(u)
    if (Number.isNaN(edge) && u > girth * 0.6 && owner(near.riders, u)) edge = u
  }
  return closedSide(girth)
}

/** Looks past an outline that ends at `hold`: for the next thing that is covered, and how far that reaches. */
function measureGap(
  edge: number,
  hold: number,
  ray: {
    scale: number
    step: number
    outside: (u: number) => boolean
    covered: (u: number) => boolean
  },
): Side {
  const { scale, step, outside, covered } = ray
  let gap = hold
  while (gap < hold + scale * 0.6 && !outside(gap) && !covered(gap)) gap += step
  if (outside(gap) || !covered(gap)) {
    return { edge, open: true, hold, gap: scale * NO_OBSTACLE, far: hold, free: 1 }
  }
  let far = hold
  if (gap - hold < scale * MIN_GAP) {
    far = gap
    while (far < gap + scale * 0.4 && !outside(far) && covered(far)) far += step
  }
  return { edge, open: true, hold, gap, far, free: 1 }
}

/** Farther than anything, in scales. */
const NO_OBSTACLE = 9

function closedSide(u: number): Side {
  return { edge: u, open: false, hold: u, gap: u, far: u, free: 0 }
}

function coveredSoon(covered: (u: number) => boolean, u: number, girth: number, step: number) {
  for (let v = u; v < girth * 0.6; v += step) if (covered(v)) return true
  return false
}

function smoothRobustly(values: number[]): number[] {
  const median = values.map((_, i) => {
    const window = values.slice(Math.max(0, i - 2), i + 3).sort((a, b) => a - b)
    return window[window.length >> 1]!
  })
  return median.map((_, i) => {
    const window = median.slice(Math.max(0, i - 1), i + 2)
    return window.reduce((a, b) => a + b, 0) / window.length
  })
}
