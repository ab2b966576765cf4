import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import { resamplePolyline } from '../../../geometry/polyline.ts'
import { sleeveEdges } from '../fit/fit-sleeve.ts'
import { shoulderHeight, shoulderTips } from '../fit/fit-yoke.ts'
import { armpitsAt, measureSides } from '../fit/torso-edges.ts'
import { type Garment, pairOf, type Sides, type SleeveOutline, type TopShape } from '../garment.ts'
import {
  labColourAt,
  torsoHalfWidth,
  wornHemHeight,
  wornHemLine,
  wornSleeveLength,
} from '../measure/body-edges.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { despike } from '../measure/despike.ts'
import { isOneCloth } from '../measure/lower-body.ts'
import { neckWidth } from '../measure/measure-neck.ts'
import { standingHeight } from '../measure/standing-height.ts'
import { pixelToTorso, torsoToPixel } from '../measure/torso-axes.ts'
import { type Limb, maskLevelAt, type Wearer } from '../measure/wearer.ts'
import { requireArms } from '../refuse/require-arms.ts'
import { directionsOf, requireFreeArms } from '../refuse/require-like-pose.ts'
import {
  HAIR_HIDES,
  IN_MASK,
  TORSO_EDGES_ARMPIT,
  WORN_TOP_COLLAR,
  WORN_TOP_COLUMN,
  WORN_TOP_EDGE,
  WORN_TOP_HEM,
  WORN_TOP_HIDDEN,
  WORN_TOP_NECK,
  WORN_TOP_SKIN,
  WORN_TOP_SLEEVE,
  WORN_TOP_SURE,
} from '../tuning.ts'
import { cutWorn } from './cut-worn.ts'

/**
 * Reads the top that somebody wears as a garment: its edges are measured along torso and arms.
 * @throws Fault `pose` or `reference` where its edges do not show
 */
export function readWornTop(wearer: Wearer): Garment {
  requireArms(wearer)
  const { torso, confidence, picture } = wearer
  if (confidence['upper-garment'] < WORN_TOP_SURE)
    throw unreadable('no top can be told from what is around it')
  if (isOneCloth(wearer))
    throw unreadable('it is a dress or a jumpsuit, or has one colour above and below the waist')
  const neckline = wornNeckline(wearer)
  const tips = shoulderPoints(wearer)
  const reach = measureSides(wearer, undefined)
  const armpits = armpitsAt(torso, reach, TORSO_EDGES_ARMPIT * torso.shoulders)
  const end = wornHemHeight(wearer)
  const last = Math.max(
    ...[-1, 1].map(
      (side) => torsoToPixel(torso, side * torsoHalfWidth(wearer, side as 1, end).reach, end).y,
    ),
  )
  if (end < WORN_TOP_HEM.least * torso.length || last > picture.height - WORN_TOP_HEM.inside)
    throw unreadable('its hem does not show')
  const start = pixelToTorso(torso, armpits[0]).v
  const hemLine = wornHemLine(wearer)
  // The sides end where the hem does: the regions' edge may lie above the one that colours tell.
  const lows = [hemLine.at(0)?.v ?? end, hemLine.at(-1)?.v ?? end]
  const side = (n: 0 | 1): Point[] =>
    Array.from({ length: 30 }, (_, row) => {
      const v = start + (row / 29) * (lows[n]! - start)
      return row === 0 ? armpits[n] : torsoToPixel(torso, (n === 0 ? -1 : 1) * reach[n](v), v)
    })
  const sides = [side(0), side(1)] as const
  const ends = pairOf(
    (n) => wornSleeveLength(wearer, n === 0 ? -1 : 1) / lengthOfLimb(wearer.arms[n]),
  )
  if (Math.min(...ends) < WORN_TOP_SLEEVE !== Math.max(...ends) < WORN_TOP_SLEEVE)
    throw unreadable('its two halves differ')
  requireFreeArms(wearer, ends)
  const hasSleeves = Math.min(...ends) >= WORN_TOP_SLEEVE
  const sleeves = pairOf(
    (n): SleeveOutline =>
      sleeveEdges(wearer, {
        side: n === 0 ? -1 : 1,
        tip: tips[n],
        armpit: armpits[n],
        reach: reach[n],
        end: ends[n] * lengthOfLimb(wearer.arms[n]),
      }),
  )
  const [left, right] = [sides[0].at(-1)!, sides[1].at(-1)!]
  const line = hemLine.map(({ u, v }) => torsoToPixel(torso, u, v))
  const hem = [left, ...line.filter(({ x }) => x > left.x + 1 && x < right.x - 1), right]
  const shape: TopShape = {
    drape: {
      shoulders: torso.shoulders,
      length: torso.length,
      standing: standingHeight(wearer),
      on: 'arms',
      ends,
      arms: wearer.arms,
      neck: neckWidth(wearer),
      over: torsoToPixel(torso, 0, shoulderHeight(wearer)).y,
      directions: pairOf((n) => directionsOf(wearer.arms[n], torso)),
    },
    tips,
    armpits,
    sides,
    hem,
    neckline,
    nape: neckline,
    neck: [neckline[0]!, neckline.at(-1)!],
    ...(hasSleeves && { sleeves }),
  }
  const outline = [...[tips[0], ...neckline, tips[1]], ...[...sides[1], ...sides[0].toReversed()]]
  const tubes = hasSleeves
    ? sleeves.map(({ inner, outer }) => [...outer, ...inner.toReversed()])
    : []
  const product = cutWorn(wearer, 'upper-garment', [outline, ...tubes])
  return { product, kind: 'top', shape }
}

function shoulderPoints(wearer: Wearer): Sides<Point> {
  const { across, over } = shoulderTips(wearer)
  return pairOf((n) => torsoToPixel(wearer.torso, across[n]!, over[n]!))
}

/**
 * The upper edge of the top that is worn, from left to right, between where it leaves the neck at each side.
 * @throws Fault `reference` where hair hides it, or nothing tells it from the neck
 */
export function wornNeckline(wearer: Wearer): Point[] {
  const { torso } = wearer
  const { shoulders } = torso
  const edge = (side: -1 | 1): { u: number; v: number }[] => {
    const points: { u: number; v: number }[] = []
    let [hidden, background] = [0, 0]
    for (let u = 0; u < WORN_TOP_NECK.most * shoulders; u++) {
      const v = upperEdge(wearer, side * u)
      if (v === undefined) throw unreadable('its neck cannot be made out')
      const over = torsoToPixel(torso, side * u, v - WORN_TOP_EDGE.over * shoulders)
      if (maskLevelAt(wearer.regions.hair, over) >= HAIR_HIDES) hidden++
      background = maskLevelAt(wearer.body.mask, over) < IN_MASK ? background + 1 : 0
      if (background >= WORN_TOP_EDGE.background && u > WORN_TOP_NECK.least * shoulders) {
        if (hidden > WORN_TOP_HIDDEN * u) throw unreadable('hair hides its neck')
        return upToTop(points, wearer, side)
      }
      points.push({ u: side * u, v })
    }
    throw unreadable(hidden > 0 ? 'hair hides its neck' : 'its neck cannot be made out')
  }
  const line = [...edge(-1).toReversed(), ...edge(1).slice(1)]
  const heights = despike(
    line.map(({ v }) => v),
    Math.max(1, Math.round(WORN_TOP_EDGE.even * shoulders)),
  )
  const points = line.map(({ u }, i) => torsoToPixel(torso, u, heights[i]!))
  return resamplePolyline(points, WORN_TOP_EDGE.points)
}

/** A neck's edge goes on to where the collar is highest: there it meets the shoulder. */
function upToTop(
  points: readonly { u: number; v: number }[],
  wearer: Wearer,
  side: -1 | 1,
): { u: number; v: number }[] {
  const line = [...points]
  const most = Math.abs(points.at(-1)!.u) + WORN_TOP_COLLAR * wearer.torso.shoulders
  for (let u = Math.abs(points.at(-1)!.u) + 1; u < most; u++) {
    const v = upperEdge(wearer, side * u)
    if (v === undefined) break
    line.push({ u: side * u, v })
  }
  const top = line.reduce(
    (best, { v }, n) => (v < line[best]!.v - WORN_TOP_EDGE.higher ? n : best),
    0,
  )
  return line.slice(0, top + 1)
}

/** Where the top begins at a place across the torso. */
function upperEdge(wearer: Wearer, u: number): number | undefined {
  const { torso, regions } = wearer
  const { shoulders } = torso
  let [edge, other]: [number | undefined, number] = [undefined, 0]
  const [reach, gap] = [WORN_TOP_COLUMN.reach * shoulders, WORN_TOP_COLUMN.gap * shoulders]
  for (let v = reach; v > -reach && other < gap; v -= 0.5) {
    const isCloth = maskLevelAt(regions['upper-garment'], torsoToPixel(torso, u, v)) >= IN_MASK
    other = isCloth ? 0 : other + 0.5
    if (isCloth) edge = v
  }
  return edge === undefined ? undefined : endOfSkin(wearer, u, edge)
}

/**
 * Where skin ends above a collar, going down from the regions' edge: in the corner of a neckline they take skin for
 * cloth.
 */
function endOfSkin({ picture, torso, regions }: Wearer, u: number, edge: number): number {
  const place = (v: number): Point => torsoToPixel(torso, u, v)
  const [above, below] = [
    edge - WORN_TOP_SKIN.above * torso.shoulders,
    edge + WORN_TOP_SKIN.below * torso.shoulders,
  ]
  const [skin, cloth] = [labColourAt(picture, place(above)), labColourAt(picture, place(below))]
  if (!skin || !cloth || maskLevelAt(regions['body-skin'], place(above)) < IN_MASK) return edge
  const apart = clothColourDistance(skin, cloth)
  if (apart < WORN_TOP_SKIN.apart) return edge
  for (let v = edge; v < below; v += 0.5) {
    const found = labColourAt(picture, place(v))
    if (found && clothColourDistance(found, skin) > WORN_TOP_SKIN.share * apart) return v
  }
  return edge
}

function lengthOfLimb([first, second, third]: Limb): number {
  return distance(first, second) + distance(second, third)
}

function unreadable(why: string): Fault {
  return new Fault(
    'reference',
    `The garment that is worn in the reference cannot be taken over: ${why}. Somebody who faces the camera, arms off ` +
      'the body and hair behind the shoulders, shows it; or the garment alone, spread out on a plain ground.',
    { role: 'ref' },
  )
}
