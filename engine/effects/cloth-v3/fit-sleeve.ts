import { Fault } from '../../../catalog/fault.ts'
import type { Point } from '../../raster/picture.ts'
import { armReach, type Cut, cutAt } from './body-edges.ts'
import type { TopShape, Tube } from './garment.ts'
import { type Mesh, meshBetween } from './mesh.ts'
import { distance, lengthOf, onwards, resample } from './polyline.ts'
import { onTorso, type Torso, valueAt, type Wearer } from './wearer.ts'
import { EASE, smoothed } from './widths.ts'

/** How far a short sleeve is stretched to cover what was worn, and a long one either way to end at the wrist. */
const STRETCH = { most: 1.25, long: [0.75, 1.4] } as const

/** A sleeve longer than this share of the torso's length is a long one: it ends at the wrist. */
const LONG = 0.6

/** Rows of the mesh. */
const ROWS = 24

type SleeveFit = { side: -1 | 1; tip: Point; armpit: Point; scale: number }

/** Fits a sleeve to an arm, from the armhole to where it ends. */
export function fitSleeve(tube: Tube, shape: TopShape, wearer: Wearer, fit: SleeveFit): Mesh {
  const { side, tip, armpit, scale } = fit
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const { shoulders } = wearer.torso
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  const end = sleeveEnd(tube, shape, wearer, side, scale)
  const rows = ROWS
  const flat = {
    inner: resample(onwards(tube.inner), rows),
    outer: resample(onwards(tube.outer), rows),
  }
  const [inner, outer]: [Point[], Point[]] = [[armpit], [tip]]
  const steps = Math.max(8, Math.round(end / 4))
  const reaches = Array.from({ length: steps + 1 }, (_, n) =>
    armReach(wearer, cutAt(arm, (n / steps) * end, side)),
  )
  const outward = smoothed(
    reaches.map(({ outer: reach }) => reach),
    Math.max(2, Math.round(0.12 * steps)),
  )
  for (let n = 0; n <= steps; n++) {
    const along = (n / steps) * end
    const cut = cutAt(arm, along, side)
    const t = n / steps
    const flatHalf = (scale * distance(at(flat.inner, t), at(flat.outer, t))) / 2
    const over = widened(outward[n]!, flatHalf, shoulders)
    const open = reaches[n]!.inner
    const under = widened(
      open === undefined ? outward[n]! : Math.min(open, 2.4 * outward[n]!),
      flatHalf,
      shoulders,
    )
    const low = outside(cut, under, wearer.torso, { side, armpit })
    const high = { x: cut.at.x + over * cut.out.x, y: cut.at.y + over * cut.out.y }
    // The edges begin at the armhole: what lies before it is the torso's.
    if (along > 0.1 * shoulders) outer.push(high)
    if (along > 0.12 * whole && isBeyond(armpit, low, arm, 0.04 * shoulders)) inner.push(low)
  }
  const low = resample(onwards(inner), rows)
  const high = resample(onwards(outer), rows)
  return side < 0
    ? meshBetween({ left: high, right: low }, { left: flat.outer, right: flat.inner }, scale)
    : meshBetween({ left: low, right: high }, { left: flat.inner, right: flat.outer }, scale)
}

/** The inner edge at a place along an arm, not farther into the torso than the armpit. */
function outside(
  { at: middle, out }: Cut,
  reach: number,
  torso: Torso,
  { side, armpit }: { side: -1 | 1; armpit: Point },
): Point {
  const least = side * onTorso(torso, armpit).u - 0.02 * torso.shoulders
  const at = (d: number): Point => ({ x: middle.x - d * out.x, y: middle.y - d * out.y })
  const [from, to] = [side * onTorso(torso, middle).u, side * onTorso(torso, at(reach)).u]
  if (to >= least || from <= least) return at(reach)
  return at(reach * ((from - least) / (from - to)))
}

/** Whether a point lies farther along an arm than another one. */
function isBeyond(
  before: Point,
  point: Point,
  [from, elbow]: readonly Point[],
  least: number,
): boolean {
  const length = distance(from!, elbow!) || 1
  const [dx, dy] = [(elbow!.x - from!.x) / length, (elbow!.y - from!.y) / length]
  return (point.x - before.x) * dx + (point.y - before.y) * dy > least
}

function at(line: readonly Point[], share: number): Point {
  return line[Math.round(share * (line.length - 1))]!
}

/** Half the width of a sleeve on an arm: over what is measured, and wider where the garment is. */
function widened(measured: number, flatHalf: number, shoulders: number): number {
  const fits = measured + EASE * shoulders
  return Math.max(fits, Math.min(0.5 * 0.86 * flatHalf + 0.5 * fits, 1.35 * fits))
}

/** How far along the arm a sleeve reaches: its own length, or to the wrist, and over what was worn. */
export function sleeveEnd(
  tube: Tube,
  shape: TopShape,
  wearer: Wearer,
  side: -1 | 1,
  scale: number,
): number {
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  const { shoulders } = wearer.torso
  const length = lengthOf(resample(onwards(tube.outer), 12))
  const own = scale * length - 0.06 * shoulders
  const hem = shape.hem[shape.hem.length >> 1]!.y - shape.neck[0].y
  // A dress is longer than a torso.
  const torsoLength = Math.min(hem, 1.75 * distance(...shape.armpits))
  if (length > LONG * torsoLength) {
    const stretch = whole / own
    return stretch < STRETCH.long[0] || stretch > STRETCH.long[1] ? Math.min(own, whole) : whole
  }
  const needed = wornSleeve(wearer, side) + 0.03 * shoulders
  if (needed > STRETCH.most * own) {
    throw new Fault(
      'mismatch',
      'The sleeves that are worn are longer than those of the reference: only a generator can invent the arms below. ' +
        'A garment with sleeves at least as long can be worn.',
    )
  }
  return Math.min(whole, Math.max(own, needed))
}

/** How far along an arm the sleeve reaches that is worn; 0 where there is none. */
function wornSleeve(wearer: Wearer, side: -1 | 1): number {
  const arm = wearer.arms[side < 0 ? 0 : 1]
  const whole = distance(arm[0], arm[1]) + distance(arm[1], arm[2])
  let [last, bare] = [0, 0]
  for (let d = 0.1 * whole; d < whole; d++) {
    const { at: point } = cutAt(arm, d, side)
    const isCloth = valueAt(wearer.regions['upper-garment'], point) >= 128
    bare = isCloth ? 0 : bare + 1
    if (isCloth) last = d
    if (bare > 0.12 * whole) break
  }
  return last
}
