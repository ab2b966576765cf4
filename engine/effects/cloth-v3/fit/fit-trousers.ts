import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import {
  polylineLength,
  resamplePolyline,
  withoutSteppingBack,
} from '../../../geometry/polyline.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { LowerShape } from '../garment.ts'
import { type CrossSection, crossSectionAt } from '../measure/body-edges.ts'
import { despike } from '../measure/despike.ts'
import { type LowerBody, loosenessAt } from '../measure/lower-body.ts'
import { pixelToTorso, torsoToPixel } from '../measure/torso-axes.ts'
import { distanceToMaskEnd, type Limb, type Wearer } from '../measure/wearer.ts'
import {
  CLOTH_EASE,
  COVERED_END,
  FLAT_WIDTH_SEEN,
  LEG_WIDTH,
  SEAT_WIDTH,
  TROUSERS_ANKLE,
  TROUSERS_CLOSE,
  TROUSERS_CROTCH,
  TROUSERS_INSIDE,
  TROUSERS_LONG,
  TROUSERS_OVERLAP,
  TROUSERS_ROWS,
  TROUSERS_START,
  TROUSERS_STRETCH,
} from '../tuning.ts'
import { columnsBetween, type Mesh } from './mesh.ts'

/** What fits trousers to a person. */
type Fit = {
  shape: LowerShape
  legs: NonNullable<LowerShape['legs']>
  wearer: Wearer
  lower: LowerBody
  /** Pixels of the photo per pixel of the product. */
  scale: number
  /** The height of the waist's edge on the torso's axis. */
  waist: number
}

/**
 * Fits trousers or shorts, leg by leg: each half from the waist over its side of the hips, and along its leg.
 * @throws Fault `mismatch` where they are shorter than what is worn
 */
export function fitTrousers(fit: Fit): Mesh[] {
  return ([0, 1] as const).map((n) => halfOf(fit, n))
}

/** One half: its outer edge along hip and leg, its inner one down the middle to the crotch, and along the leg. */
function halfOf(fit: Fit, n: 0 | 1): Mesh {
  const { shape, legs, wearer, lower, scale, waist } = fit
  const { torso } = wearer
  const side = n === 0 ? -1 : 1
  const flatSide = withoutSteppingBack(shape.sides[n])
  const split = flatSide.findIndex(({ y }) => y >= legs.crotch.y)
  const flatMiddle = pointBetween(shape.waist[0], shape.waist[1], 0.5)
  const flatSeat = {
    outer: resamplePolyline(flatSide.slice(0, Math.max(2, split + 1)), TROUSERS_ROWS.seat),
    inner: resamplePolyline([flatMiddle, legs.crotch], TROUSERS_ROWS.seat),
  }
  const flatLeg = {
    outer: resamplePolyline(flatSide.slice(split), TROUSERS_ROWS.leg),
    inner: resamplePolyline(withoutSteppingBack(legs.inner[n]), TROUSERS_ROWS.leg),
  }
  const down = pixelToTorso(torso, lower.crotch).v - waist
  const top = torsoToPixel(torso, 0, waist)
  const worn: { outer: Point[]; inner: Point[] } = { outer: [], inner: [] }
  const seam = { x: (-side * TROUSERS_OVERLAP) / scale, y: 0 }
  for (let row = 0; row < TROUSERS_ROWS.seat; row++) {
    const share = row / (TROUSERS_ROWS.seat - 1)
    const flatHalf = Math.abs(flatSeat.outer[row]!.x - flatSeat.inner[row]!.x)
    const v = waist + share * down
    const wide = halfWidth(lower.reach[n](v), scale * flatHalf, {
      shoulders: torso.shoulders,
      isWorn: shape.drape !== undefined,
      width: SEAT_WIDTH,
    })
    const free = loosenessAt(lower, v, torso)
    const half = lower.reach[n](v) + free * (wide - lower.reach[n](v))
    worn.outer.push(torsoToPixel(torso, side * half, v))
    const middle = pointBetween(top, lower.crotch, share)
    worn.inner.push({ x: middle.x - side * TROUSERS_OVERLAP, y: middle.y })
    const flat = flatSeat.inner[row]!
    flatSeat.inner[row] = { x: flat.x + seam.x, y: flat.y }
  }
  const leg = legEdges(fit, n, flatLeg)
  const flatInner = insideCrotch([...flatSeat.inner, ...flatLeg.inner.slice(1)], side / scale)
  const edges = {
    outer: [...worn.outer, ...leg.outer.slice(1)],
    inner: [...worn.inner, ...leg.inner.slice(1)],
  }
  const flat = {
    outer: [...flatSeat.outer, ...flatLeg.outer.slice(1)],
    inner: flatInner,
  }
  const across = <Edge>({ outer, inner }: { outer: Edge; inner: Edge }) =>
    n === 0 ? { left: outer, right: inner } : { left: inner, right: outer }
  // Each leg is round, the seat is one with two halves.
  const roundAt = (row: number): number =>
    smoothstep(TROUSERS_ROWS.seat, TROUSERS_ROWS.seat + TROUSERS_ROWS.rounding, row)
  return columnsBetween(across(edges), across(flat), { scale, roundAt })
}

/** The inner edge of a half that lies flat: where legs part the edge of the cloth is soft, and a speck would show. */
function insideCrotch(inner: readonly Point[], side: number): Point[] {
  return inner.map(({ x, y }, row) => {
    const share = Math.max(0, 1 - Math.abs(row - (TROUSERS_ROWS.seat - 1)) / TROUSERS_CROTCH.rows)
    const by = TROUSERS_CROTCH.inside * share
    return { x: x + side * by, y: row < TROUSERS_ROWS.seat ? y - Math.abs(side) * by : y }
  })
}

/** The edges of a leg from the crotch to the hem, in as many rows as the flat ones. */
function legEdges(
  fit: Fit,
  n: 0 | 1,
  flat: { outer: readonly Point[]; inner: readonly Point[] },
): { outer: Point[]; inner: Point[] } {
  const { shape, wearer, lower, scale } = fit
  const { torso } = wearer
  const start = startOf(wearer.legs[n], lower.crotch, n === 0 ? -1 : 1, torso.shoulders)
  const end = legLength(fit, n, start)
  const widen = (reach: number, row: number): number => {
    const flatHalf = (scale * distance(flat.outer[row]!, flat.inner[row]!)) / 2
    return halfWidth(reach, flatHalf, {
      shoulders: torso.shoulders,
      isWorn: shape.drape !== undefined,
      width: LEG_WIDTH,
    })
  }
  return edgesOfLeg(wearer, lower, n, { start, end, count: flat.outer.length, widen })
}

type LegPart = {
  /** Distances along the leg, pixels from the hip. */
  start: number
  end: number
  /** Rows. */
  count: number
  /** How far cloth reaches in a row, by how far the leg does with what is worn on it. */
  widen: (reach: number, row: number) => number
}

/** The edges of the part of a leg below the crotch. */
function edgesOfLeg(
  wearer: Wearer,
  lower: LowerBody,
  n: 0 | 1,
  { start, end, count, widen }: LegPart,
): { outer: Point[]; inner: Point[] } {
  const { torso } = wearer
  const side = n === 0 ? -1 : 1
  const leg = wearer.legs[n]
  const cuts = Array.from({ length: count }, (_, row) =>
    crossSectionAt(leg, start + (row / (count - 1)) * (end - start), side),
  )
  const reaches = cuts.map((cut) => {
    const { u, v } = pixelToTorso(torso, cut.at)
    return { outer: Math.max(0, lower.reach[n](v) - side * u), ...innerReach(wearer, cut, n) }
  })
  const out = despike(
    reaches.map(({ outer }) => outer),
    2,
  )
  const towards = despike(
    reaches.map(({ inner }) => inner),
    2,
  )
  const outer: Point[] = []
  const inner: Point[] = []
  for (const [row, cut] of cuts.entries()) {
    const free = loosenessAt(lower, pixelToTorso(torso, cut.at).v, torso)
    const over = out[row]! + free * (widen(out[row]!, row) - out[row]!)
    const under = Math.min(widen(towards[row]!, row), Math.max(towards[row]!, reaches[row]!.room))
    outer.push(along(cut, over))
    // Between legs that all but touch no line shows.
    const { room } = reaches[row]!
    inner.push(
      along(cut, -(room - under < TROUSERS_CLOSE.room ? room + TROUSERS_CLOSE.over : under)),
    )
  }
  return { outer, inner }
}

/** The place along a leg where it leaves the crotch. */
function startOf(leg: Limb, crotch: Point, side: -1 | 1, shoulders: number): number {
  const whole = distance(leg[0], leg[1]) + distance(leg[1], leg[2])
  for (let d = 0; d < TROUSERS_START.most * whole; d++) {
    const { at } = crossSectionAt(leg, d, side)
    if (at.y >= crotch.y + TROUSERS_START.below * shoulders) return d
  }
  return TROUSERS_START.usual * whole
}

/**
 * The edges of trousers that somebody wears, as they are measured: from a height on the torso's axis down the hips, and
 * from the crotch down along the leg.
 */
export function wornLegEdges(
  wearer: Wearer,
  lower: LowerBody,
  n: 0 | 1,
  waist: number,
): { outer: Point[]; inner: Point[] } {
  const { torso, legs } = wearer
  const side = n === 0 ? -1 : 1
  const start = startOf(legs[n], lower.crotch, side, torso.shoulders)
  const part = {
    start,
    end: lower.ends[n],
    count: TROUSERS_ROWS.leg,
    widen: (reach: number) => reach,
  }
  const { outer, inner } = edgesOfLeg(wearer, lower, n, part)
  const crotch = pixelToTorso(torso, lower.crotch).v
  const hips = Array.from({ length: TROUSERS_ROWS.seat }, (_, row) => {
    const v = waist + (row / TROUSERS_ROWS.seat) * (crotch - waist)
    return torsoToPixel(torso, side * lower.reach[n](v), v)
  })
  return { outer: [...hips, ...outer], inner: [lower.crotch, ...inner.slice(1)] }
}

/** How far along the leg the garment ends: at the ankle, or at its own length where that covers what is worn. */
function legLength({ shape, legs, wearer, lower, scale }: Fit, n: 0 | 1, start: number): number {
  const leg = wearer.legs[n]
  const whole = distance(leg[0], leg[1]) + distance(leg[1], leg[2])
  const flat = polylineLength([legs.crotch, legs.inner[n].at(-1)!])
  const rise = legs.crotch.y - (shape.waist[0].y + shape.waist[1].y) / 2
  const own = start + scale * flat
  const needed = lower.ends[n] + COVERED_END.leg * wearer.torso.shoulders
  if (shape.drape) {
    const like = shape.drape.ends[n] * whole
    if (needed > TROUSERS_STRETCH.most * like) throw tooShort()
    return Math.max(like, needed)
  }
  const isLong = flat > TROUSERS_LONG * rise
  const ankle = Math.max(TROUSERS_ANKLE.at * whole, needed)
  const stretch = (ankle - start) / (own - start)
  if (isLong && stretch > TROUSERS_STRETCH.long[0] && stretch < TROUSERS_STRETCH.long[1])
    return ankle
  if (needed > start + TROUSERS_STRETCH.most * (own - start)) {
    throw tooShort()
  }
  return Math.min(TROUSERS_ANKLE.most * whole, Math.max(own, needed))
}

function tooShort(): Fault {
  return new Fault(
    'mismatch',
    'The legs of what is worn are longer than those of the reference: only a generator can invent the legs below. ' +
      'A garment that is at least as long can be worn.',
  )
}

/**
 * Half the width of trousers in a row: over what is measured, and wider where the garment is.
 * @param flatHalf half the width of the garment there, in pixels of the photo
 */
function halfWidth(
  measured: number,
  flatHalf: number,
  { shoulders, isWorn, width }: { shoulders: number; isWorn: boolean; width: TrousersWidth },
): number {
  const fits = measured + CLOTH_EASE * shoulders
  const own = isWorn ? flatHalf : width.own * FLAT_WIDTH_SEEN * flatHalf + (1 - width.own) * fits
  return Math.max(fits, Math.min(own, width.most * fits))
}

type TrousersWidth = { own: number; most: number }

function along({ at, out }: CrossSection, by: number): Point {
  return { x: at.x + by * out.x, y: at.y + by * out.y }
}

/** How far a leg with what is worn on it reaches inwards, and may reach: not beyond the middle between the legs. */
function innerReach(
  { body, torso, legs }: Wearer,
  cut: CrossSection,
  n: 0 | 1,
): { inner: number; room: number } {
  const room = roomInside(cut, legs[1 - n]!)
  const most = Math.min(TROUSERS_INSIDE * torso.shoulders, room)
  const inner = distanceToMaskEnd(body.mask, (d) => along(cut, -d), { from: 0, most }) ?? most
  return { inner: Math.min(inner, most), room }
}

/** Half the way along a cut to the other leg. */
function roomInside(cut: CrossSection, other: Limb): number {
  for (let d = 0; d < 1000; d++) {
    const point = along(cut, -d)
    for (let k = 0; k < 2; k++) {
      const [a, b] = [other[k]!, other[k + 1]!]
      const crosses = point.y >= Math.min(a.y, b.y) && point.y <= Math.max(a.y, b.y)
      const share = (point.y - a.y) / (b.y - a.y || 1)
      const x = a.x + share * (b.x - a.x)
      if (crosses && Math.sign(x - point.x) !== Math.sign(x - cut.at.x)) return d / 2
    }
    if (d > 0 && point.y > Math.max(...other.map(({ y }) => y))) {
      const x = other[2]!.x
      if (Math.sign(x - point.x) !== Math.sign(x - cut.at.x)) return d / 2
    }
  }
  return 1000
}
