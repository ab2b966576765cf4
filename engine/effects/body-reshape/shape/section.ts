import { distance } from '../../../geometry/point.ts'
import { medianOrZero } from '../../../geometry/quantile.ts'
import { sampleClamped } from '../../../geometry/sample.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Mask } from '../../../raster/picture.ts'
import {
  CARRY_END,
  CONTACT_RANGE,
  FREEDOM_ONSET,
  MAX_GAP,
  MAX_OBSTACLE,
  MAX_RAY,
  MIN_CONTACT,
  MIN_GAP,
  NO_OBSTACLE,
  SECTION_COVERED,
  SECTION_HOLE,
  SECTION_RIDER,
  SECTION_STEPS,
} from '../tuning.ts'
import { type Part, relativeDistance } from './anatomy.ts'
import type { Station } from './centreline.ts'

/** What lies to one side of a station. Lengths are distances from the centreline in pixels. */
export type Side = {
  /** The part's outline. */
  edge: number
  /** Whether background begins at the outline, so that it may move. */
  open: boolean
  /** How far other things reach that touch the outline, such as an arm at the hip. They move along with it. */
  contact: number
  /** Where the next thing begins that must not move; far away if there is none. */
  obstacle: number
  /** The end of the next thing if it nearly touches; else the same as `contact`. */
  obstacleEnd: number
  /** The end of the next thing, even if it does not touch; the same as `contact` if there is none. */
  beyond: number
  /** The share of a move that what lies up to `beyond` makes too although it does not touch, 0-1. */
  carry: number
  /** The share of a move that the outline may make here, 0-1. */
  freedom: number
}

/** A section across a part at one station; `plus` lies along the normal, `minus` against it. */
export type Section = { station: Station; plus: Side; minus: Side }

/** Other parts of the same body: a part ends where its walls begin; riders lie against it and move along with it. */
export type Neighbours = { walls: Part[]; riders: Part[] }

/**
 * Measures a part across all its stations. Errors of single rays are smoothed away along the part.
 * @param mask of the person
 * @param scale of the body, pixels
 */
export function sectionsOf(part: Part, mask: Mask, scale: number, near: Neighbours): Section[] {
  const sections = part.line.map((station) => ({
    station,
    plus: castRay(part, station, 1, mask, scale, near),
    minus: castRay(part, station, -1, mask, scale, near),
  }))
  for (const side of ['plus', 'minus'] as const) {
    const sides = sections.map((section) => section[side])
    for (const key of ['edge', 'contact', 'obstacle', 'obstacleEnd', 'beyond'] as const) {
      const smooth = smoothRobustly(sides.map((s) => s[key]))
      for (const [i, s] of sides.entries()) s[key] = smooth[i]!
    }
    for (const s of sides) s.contact = Math.max(s.contact, s.edge)
    releaseLimbs(sides, part, scale)
    includeOverhangs(sides)
  }
  return sections
}

/**
 * Decides about a rider by whether it stands off the part anywhere. One that does, such as an arm that hangs apart
 * below the armpit, stays where it is, and the outline is free only away from where they touch. One that leans on the
 * part all the way moves along with it.
 */
function releaseLimbs(sides: Side[], { line }: Part, scale: number): void {
  const leans = (s: Side) => s.open && s.contact > s.edge + scale * MIN_CONTACT
  const inRange = sides.filter(
    (_, i) => line[i]!.t >= CONTACT_RANGE.from && line[i]!.t <= CONTACT_RANGE.to,
  )
  const apart = inRange.filter(
    (s) => s.open && !leans(s) && s.obstacleEnd <= s.contact + scale * MIN_CONTACT,
  ).length
  if (apart < inRange.length / 6) {
    for (const s of sides) {
      if (s.obstacleEnd <= s.contact) continue
      s.contact = s.obstacleEnd
      s.obstacle = scale * NO_OBSTACLE
    }
    carryOn(sides, leans, line, scale)
    return
  }
  const leaning = [...sides.keys()].filter((i) => leans(sides[i]!))
  for (const [i, s] of sides.entries()) {
    const here = line[i]!
    const away = Math.min(...leaning.map((k) => distance(line[k]!, here)))
    s.freedom = smoothstep(0, FREEDOM_ONSET * scale, away)
  }
}

/**
 * Lets a rider move along also where it stands off the part: wholly between two places where it leans on it, and less
 * and less past the last one. Its own outline would get a kink otherwise.
 */
function carryOn(sides: Side[], leans: (s: Side) => boolean, line: Station[], scale: number): void {
  const leaning = [...sides.keys()].filter((i) => leans(sides[i]!))
  if (leaning.length === 0) return
  const [first, last] = [leaning[0]!, leaning.at(-1)!]
  for (const [i, s] of sides.entries()) {
    if (!s.open || s.beyond <= s.contact || s.obstacle >= scale * NO_OBSTACLE) continue
    if (leans(s)) continue
    const end = line[Math.min(last, Math.max(first, i))]!
    const away = distance(line[i]!, end)
    s.carry = 1 - smoothstep(0, CARRY_END * scale, away)
  }
}

/**
 * Lets `contact` reach over the ends of hems and sleeves, which stand out over what follows: their corners must move.
 */
function includeOverhangs(sides: Side[]): void {
  const contacts = sides.map((_, i) => {
    const near = sides.slice(Math.max(0, i - 4), i + 5).filter((s) => s.open)
    return Math.max(0, ...near.map((s) => s.contact))
  })
  for (const [i, s] of sides.entries()) {
    if (s.open)
      s.contact = Math.max(s.contact, Math.min(contacts[i]!, (s.contact + s.obstacle) / 2))
  }
}

/** Measures one side of a station by walking along its normal; `sign` is 1 along it and -1 against it. */
function castRay(
  part: Part,
  from: Station,
  sign: number,
  mask: Mask,
  scale: number,
  near: Neighbours,
): Side {
  const girth = part.girth(from.t)
  const step = Math.max(0.5, scale / SECTION_STEPS)
  const pointAt = (u: number) => [from.x + sign * from.nx * u, from.y + sign * from.ny * u] as const
  const outside = (u: number) => {
    const [x, y] = pointAt(u)
    return x < 1 || y < 1 || x > mask.width - 2 || y > mask.height - 2
  }
  const covered = (u: number) => sampleClamped(mask.data, mask, ...pointAt(u)) >= SECTION_COVERED
  const isIn = (parts: Part[], u: number) =>
    parts.some((p) => relativeDistance(p, ...pointAt(u)) < Math.max(SECTION_RIDER.near, u / girth))
  let edge = Number.NaN
  let u = 0
  const widest = girth * (part.name.endsWith('Leg') ? MAX_RAY.leg : MAX_RAY.other)
  for (; u < widest; u += step) {
    if (outside(u)) return closedSide(u)
    if (!covered(u)) {
      if (u < girth * SECTION_HOLE.within && coveredSoon(covered, u, girth, step)) continue
      return measureGap(Number.isNaN(edge) ? u : edge, u, { scale, step, outside, covered })
    }
    if (isIn(near.walls, u)) return closedSide(u)
    if (Number.isNaN(edge) && u > girth * SECTION_RIDER.from && isIn(near.riders, u)) edge = u
  }
  return closedSide(girth)
}

/** Measures the gap past an outline whose contacts end at `contact`, and the next thing that is covered beyond it. */
function measureGap(
  edge: number,
  contact: number,
  ray: {
    scale: number
    step: number
    outside: (u: number) => boolean
    covered: (u: number) => boolean
  },
): Side {
  const { scale, step, outside, covered } = ray
  let obstacle = contact
  while (obstacle < contact + scale * MAX_GAP && !outside(obstacle) && !covered(obstacle)) {
    obstacle += step
  }
  const side = { edge, open: true, contact, carry: 0, freedom: 1 }
  if (outside(obstacle) || !covered(obstacle)) {
    return { ...side, obstacle: scale * NO_OBSTACLE, obstacleEnd: contact, beyond: contact }
  }
  let beyond = obstacle
  const most = obstacle + scale * MAX_OBSTACLE
  while (beyond < most && !outside(beyond) && covered(beyond)) beyond += step
  const nearlyTouches = obstacle - contact < scale * MIN_GAP
  return { ...side, obstacle, obstacleEnd: nearlyTouches ? beyond : contact, beyond }
}

/** A side whose outline cannot move, because no background begins within `u` pixels. */
function closedSide(u: number): Side {
  const alike = { edge: u, contact: u, obstacle: u, obstacleEnd: u, beyond: u }
  return { ...alike, open: false, carry: 0, freedom: 0 }
}

/** Whether the mask is covered again soon after a hole near the centreline. */
function coveredSoon(covered: (u: number) => boolean, u: number, girth: number, step: number) {
  for (let v = u; v < girth * SECTION_HOLE.until; v += step) if (covered(v)) return true
  return false
}

/** Values along a part without outliers: a median over five, then a mean over three. */
function smoothRobustly(values: number[]): number[] {
  const median = values.map((_, i) => medianOrZero(values.slice(Math.max(0, i - 2), i + 3)))
  return median.map((_, i) => {
    const window = median.slice(Math.max(0, i - 1), i + 2)
    return window.reduce((a, b) => a + b, 0) / window.length
  })
}
