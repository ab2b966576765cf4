import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { resamplePolyline, withoutSteppingBack } from '../../../geometry/polyline.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { SleeveOutline, TopShape } from '../garment.ts'
import { armHalfWidths, type CrossSection, crossSectionAt } from '../measure/body-edges.ts'
import { despike } from '../measure/despike.ts'
import { pixelToTorso, type TorsoAxes } from '../measure/torso-axes.ts'
import { distanceToMaskEnd, type Limb, maskLevelAt, type Wearer } from '../measure/wearer.ts'
import {
  CLOTH_EASE,
  FLAT_HALF_SEEN,
  IN_MASK,
  SLEEVE_ARM,
  SLEEVE_BEFORE,
  SLEEVE_CAP,
  SLEEVE_INNER,
  SLEEVE_INSIDE,
  SLEEVE_LOOSE,
  SLEEVE_MEETS,
  SLEEVE_NARROWS,
  SLEEVE_OVERLAP,
  SLEEVE_OWN_WIDTH,
  SLEEVE_READ,
  SLEEVE_ROWS,
  SLEEVE_THICK,
  SLEEVE_WIDEST,
} from '../tuning.ts'
import { hangStraight } from './hang-straight.ts'
import { type Mesh, meshBetween } from './mesh.ts'
import { alongLimb, rowsAcross, type SleeveEdges } from './rows-across.ts'
import { alongArm } from './sleeve-end.ts'

type SleeveFit = {
  side: -1 | 1
  tip: Point
  armpit: Point
  scale: number
  /** How far along the arm it reaches, in pixels. */
  end: number
  /** Half the width of the torso's part at a height. */
  reach: (v: number) => number
}

/** Fits a sleeve to an arm, from the armhole to where it ends. */
export function fitSleeve(
  tube: SleeveOutline,
  shape: TopShape,
  wearer: Wearer,
  fit: SleeveFit,
): Mesh {
  const { side, scale, end } = fit
  const { shoulders } = wearer.torso
  const flat = {
    inner: resamplePolyline(withoutSteppingBack(tube.inner), SLEEVE_ROWS),
    outer: resamplePolyline(withoutSteppingBack(tube.outer), SLEEVE_ROWS),
  }
  const upper = distance(...upperOf(wearer, side))
  const edges = sleeveEdges(wearer, fit, (reach, { t, isCloth, isOuter }) => {
    const flatHalf = (scale * distance(at(flat.inner, t), at(flat.outer, t))) / 2
    const widest = Math.max(SLEEVE_WIDEST * flatHalf, SLEEVE_ARM * shoulders)
    const fits = Math.min(reach + CLOTH_EASE * shoulders, isCloth ? widest : Infinity)
    // A flat half width goes round an arm: two thirds of it are seen.
    const { own, most } = SLEEVE_OWN_WIDTH
    const loose = own * (shape.drape ? 1 : FLAT_HALF_SEEN) * flatHalf + (1 - own) * fits
    const whole = Math.max(fits, Math.min(loose, most * fits))
    if (shape.drape || !isOuter) return whole
    return fits + smoothstep(SLEEVE_LOOSE.from, SLEEVE_LOOSE.to, (t * end) / upper) * (whole - fits)
  })
  const under = withoutSteppingBack(edges.inner)
  const hanging = shape.drape ? under : hangStraight(under, upper)
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const worn = rowsAcross(
    withSeam(withoutSteppingBack(edges.outer), hanging, side * SLEEVE_OVERLAP),
    (point) => alongLimb(arm, point),
    SLEEVE_ROWS,
  )
  const axis = shape.drape?.arms?.[side < 0 ? 0 : 1] ?? [
    pointBetween(tube.outer[0]!, tube.inner[0]!, 0.5),
    pointBetween(tube.outer.at(-1)!, tube.inner.at(-1)!, 0.5),
  ]
  const cut = rowsAcross(
    withSeam(
      withoutSteppingBack(tube.outer),
      withoutSteppingBack(tube.inner),
      (side * SLEEVE_OVERLAP) / scale,
    ),
    (point) => alongLimb(axis, point),
    SLEEVE_ROWS,
  )
  return side < 0
    ? meshBetween(
        { left: worn.outer, right: worn.under },
        { left: cut.outer, right: cut.under },
        scale,
      )
    : meshBetween(
        { left: worn.under, right: worn.outer },
        { left: cut.under, right: cut.outer },
        scale,
      )
}

/** The edges of a sleeve with its seam, drawn over the torso's part by some pixels, so that no line shows between. */
function withSeam(outer: readonly Point[], inner: readonly Point[], over: number): SleeveEdges {
  const tip = outer[0]!
  const seam = [tip, inner[0]!].map(({ x, y }) => ({ x: x - over, y }))
  return { outer: [seam[0]!, ...outer], under: [...seam, ...inner] }
}

function upperOf({ arms }: Wearer, side: -1 | 1): [Point, Point] {
  const [shoulder, elbow] = arms[side < 0 ? 0 : 1]
  return [shoulder, elbow]
}

/**
 * The edges of a sleeve on an arm, from the armhole to its end.
 * @param widen half the width of the sleeve by how far the arm with what is worn reaches, the share of the way, and
 *   whether it is what is worn that reaches so far, and on the side away from the torso
 */
export function sleeveEdges(
  wearer: Wearer,
  { side, tip, armpit, end, reach: torsoHalf }: Omit<SleeveFit, 'scale'>,
  widen: (reach: number, place: { t: number; isCloth: boolean; isOuter: boolean }) => number = (
    reach,
  ) => reach,
): SleeveOutline {
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const { shoulders } = wearer.torso
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  const [inner, outer]: [Point[], Point[]] = [[armpit], [tip]]
  const steps = Math.max(8, Math.round(end / 4))
  const reaches = Array.from({ length: steps + 1 }, (_, n) =>
    armHalfWidths(wearer, crossSectionAt(arm, (n / steps) * end, side)),
  )
  const nearby = Math.max(2, Math.round(SLEEVE_READ.around * steps))
  const outward = despike(
    reaches.map(({ outer: reach }) => reach),
    nearby,
  )
  const clothAt = reaches.map(({ outer: reach }, n) => {
    const { at: middle, out } = crossSectionAt(arm, (n / steps) * end, side)
    const d = SLEEVE_READ.edge * reach
    const edge = { x: middle.x + d * out.x, y: middle.y + d * out.y }
    return maskLevelAt(wearer.regions['upper-garment'], edge) >= IN_MASK
  })
  let least = 0
  for (let n = 0; n <= steps; n++) {
    const along = (n / steps) * end
    const cut = crossSectionAt(arm, along, side)
    const place = {
      t: n / steps,
      isCloth: clothAt.slice(Math.max(0, n - nearby), n + nearby + 1).includes(true),
    }
    const own = widen(outward[n]!, { ...place, isOuter: true })
    const over = Math.max(own, least)
    // What has to be wide over a cuff that was worn hangs from there, without a step.
    least = over - (SLEEVE_NARROWS * end) / steps
    const open = reaches[n]!.inner
    const under =
      open === undefined
        ? joined(cut, over, wearer.torso, side, torsoHalf)
        : widen(
            Math.min(
              open,
              Math.max(SLEEVE_MEETS * outward[n]!, SLEEVE_THICK * shoulders - outward[n]!),
            ),
            { ...place, isOuter: false },
          )
    const low = outside(cut, under, wearer.torso, { side, armpit })
    const high = { x: cut.at.x + over * cut.out.x, y: cut.at.y + over * cut.out.y }
    // The edges begin at the armhole: what lies before it is the torso's, and what is round is the shoulder's.
    if (along > Math.min(SLEEVE_CAP.end * shoulders, SLEEVE_CAP.short * end)) outer.push(high)
    const isFree = isBeyond(armpit, low, arm, SLEEVE_INNER.beyond * shoulders)
    if (along > SLEEVE_INNER.from * whole && isFree) inner.push(low)
  }
  const cap = outer[1] ? shoulderCap(wearer, side, outer[0]!, outer[1]) : []
  return { inner, outer: rounded(rounded([outer[0]!, ...cap, ...outer.slice(1)])) }
}

/**
 * The upper edge of a sleeve between the shoulder's tip and where it hangs: over the muscle of the shoulder, as far
 * beyond the straight line as the person's outline lies there.
 */
function shoulderCap({ body, torso }: Wearer, side: -1 | 1, tip: Point, first: Point): Point[] {
  const chord = distance(tip, first)
  if (chord < SLEEVE_CAP.least * torso.shoulders) return []
  const out = {
    x: (side * (first.y - tip.y)) / chord,
    y: (-side * (first.x - tip.x)) / chord,
  }
  const far = SLEEVE_CAP.most * chord
  /** How far beyond the line the person reaches; undefined where their outline is not near. */
  const reachAt = (share: number): number | undefined => {
    const base = pointBetween(tip, first, share)
    const at = (d: number): Point => ({ x: base.x + d * out.x, y: base.y + d * out.y })
    const end = distanceToMaskEnd(body.mask, at, { from: -far, most: far })
    return end === -far ? undefined : end
  }
  const ease = CLOTH_EASE * torso.shoulders
  // A wide sleeve stands off where it hangs.
  const off = Math.max(0, -ease - (reachAt(1) ?? 0))
  const bulge = SLEEVE_CAP.at.map((share) => {
    const own = (reachAt(share) ?? 4 * SLEEVE_CAP.usual * chord * share * (1 - share)) + ease
    return Math.min(far, Math.max(-SLEEVE_CAP.within * chord, own + off * share))
  })
  return SLEEVE_CAP.at.map((share, n) => {
    const [before, own, after] = [bulge[n - 1] ?? 0, bulge[n]!, bulge[n + 1] ?? 0]
    const d = (before + 2 * own + after) / 4
    const base = pointBetween(tip, first, share)
    return { x: base.x + d * out.x, y: base.y + d * out.y }
  })
}

/** Where nothing shows between arm and torso, their parts meet: half the width of the sleeve towards the torso. */
function joined(
  { at: middle, out }: CrossSection,
  half: number,
  torso: TorsoAxes,
  side: -1 | 1,
  torsoHalf: (v: number) => number,
): number {
  const most = Math.max(SLEEVE_MEETS * half, SLEEVE_THICK * torso.shoulders - half)
  for (let d = half; d < most; d++) {
    const { u, v } = pixelToTorso(torso, { x: middle.x - d * out.x, y: middle.y - d * out.y })
    if (side * u < torsoHalf(v)) return d + SLEEVE_OVERLAP
  }
  return half
}

/** The inner edge at a place along an arm, not farther into the torso than the armpit. */
function outside(
  { at: middle, out }: CrossSection,
  reach: number,
  torso: TorsoAxes,
  { side, armpit }: { side: -1 | 1; armpit: Point },
): Point {
  const least = side * pixelToTorso(torso, armpit).u - SLEEVE_INSIDE * torso.shoulders
  const at = (d: number): Point => ({ x: middle.x - d * out.x, y: middle.y - d * out.y })
  const [from, to] = [side * pixelToTorso(torso, middle).u, side * pixelToTorso(torso, at(reach)).u]
  if (to >= least || from <= to) return at(reach)
  // The bones of an arm before the trunk lie farther in than its armpit.
  return at(reach * Math.max(-SLEEVE_BEFORE, (from - least) / (from - to)))
}

/** Whether a point lies farther along an arm than another one. */
function isBeyond(before: Point, point: Point, arm: Limb, least: number): boolean {
  return alongArm(arm, point) - alongArm(arm, before) > least
}

function at(line: readonly Point[], share: number): Point {
  return line[Math.round(share * (line.length - 1))]!
}

/** A polyline with its corners cut (Chaikin 1974). */
function rounded(line: readonly Point[]): Point[] {
  const cut = line.slice(1).flatMap((to, n) => {
    const from = line[n]!
    return [pointBetween(from, to, 1 / 4), pointBetween(from, to, 3 / 4)]
  })
  return [line[0]!, ...cut, line.at(-1)!]
}
