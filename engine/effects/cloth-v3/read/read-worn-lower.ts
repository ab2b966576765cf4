import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import { wornLegEdges } from '../fit/fit-trousers.ts'
import { type Garment, type LowerShape, pairOf } from '../garment.ts'
import { crossSectionAt } from '../measure/body-edges.ts'
import { despike } from '../measure/despike.ts'
import { type LowerBody, measureLowerBody } from '../measure/lower-body.ts'
import { standingHeight } from '../measure/standing-height.ts'
import { pixelToTorso, torsoToPixel } from '../measure/torso-axes.ts'
import { maskLevelAt, type Wearer } from '../measure/wearer.ts'
import { requireLegs } from '../refuse/require-legs.ts'
import { directionsOf } from '../refuse/require-like-pose.ts'
import {
  IN_MASK,
  WORN_LOWER_BEND,
  WORN_LOWER_CORNER,
  WORN_LOWER_EVEN,
  WORN_LOWER_POINTS,
} from '../tuning.ts'
import { cutWorn } from './cut-worn.ts'

/**
 * Reads the trousers, shorts or skirt that somebody wears as a garment: from the waist, or the hem of a top that hangs
 * over it, down to where it ends on the legs.
 * @throws Fault `pose` or `reference` where its edges do not show
 */
export function readWornLower(wearer: Wearer): Garment {
  requireLegs(wearer, { parted: true })
  const lower = measureLowerBody(wearer)
  if (lower.isOneCloth) {
    throw unreadable('it is a dress or a jumpsuit, or has one colour above and below the waist')
  }
  if (Math.min(...lower.ends) === 0) throw unreadable('none can be told from what is around it')
  const { torso, picture } = wearer
  const ends = pairOf((n) => {
    const [hip, knee, ankle] = wearer.legs[n]
    return lower.ends[n] / (distance(hip, knee) + distance(knee, ankle))
  })
  if (Math.abs(ends[0] - ends[1]) > WORN_LOWER_EVEN) throw unreadable('its two halves differ')
  const { waist } = lower
  const start = waist.shows ? waist.v : waist.hem
  const corners = pairOf((n) => {
    const u = (n === 0 ? -1 : 1) * lower.reach[n](start)
    return torsoToPixel(torso, u, start + waist.slope * u)
  })
  const common = {
    drape: {
      shoulders: torso.shoulders,
      length: torso.length,
      standing: standingHeight(wearer),
      on: 'legs' as const,
      ends,
      directions: pairOf((n) => directionsOf(wearer.legs[n], torso)),
    },
    startsAtHem: !waist.shows,
    waist: corners,
    waistline: [...corners],
  }
  const edges = lower.isSkirt
    ? skirtEdges(wearer, lower, start)
    : trouserEdges(wearer, lower, start)
  const sides = pairOf((n) => [corners[n], ...edges.sides[n].slice(1)])
  const shape = { ...common, ...edges, sides }
  const low = [...shape.sides[0], ...shape.sides[1]].some(({ y }) => y > picture.height - 3)
  if (low) throw unreadable('its hem does not show')
  const product = cutWorn(wearer, 'lower-garment', outlinesOf(shape))
  return { product, kind: lower.isSkirt ? 'skirt' : 'trousers', shape }
}

type Edges = Pick<LowerShape, 'sides' | 'hem' | 'legs'>

function trouserEdges(wearer: Wearer, lower: LowerBody, start: number): Edges {
  const [left, right] = pairOf((n) => wornLegEdges(wearer, lower, n, start))
  return {
    sides: [left.outer, right.outer],
    hem: [
      left.outer.at(-1)!,
      left.inner.at(-1)!,
      lower.crotch,
      right.inner.at(-1)!,
      right.outer.at(-1)!,
    ],
    legs: { crotch: lower.crotch, inner: [left.inner, right.inner] },
  }
}

function skirtEdges(wearer: Wearer, { ends, reach }: LowerBody, start: number): Edges {
  const { torso, legs, regions } = wearer
  const heights = pairOf(
    (n) => pixelToTorso(torso, crossSectionAt(legs[n], ends[n], n === 0 ? -1 : 1).at).v,
  )
  const end = Math.max(...heights)
  const lowest = (u: number): number => {
    for (
      let v = end + WORN_LOWER_BEND * torso.shoulders;
      v > end - WORN_LOWER_BEND * torso.shoulders;
      v -= 0.5
    ) {
      if (maskLevelAt(regions['lower-garment'], torsoToPixel(torso, u, v)) >= IN_MASK) return v
    }
    return end
  }
  // At its very corners a hem is round: they lie as high as it does just beside them.
  const corners = pairOf((n) => lowest((n === 0 ? -1 : 1) * WORN_LOWER_CORNER * reach[n](end)))
  const sides = pairOf((n): Point[] =>
    Array.from({ length: WORN_LOWER_POINTS }, (_, row) => {
      const v = start + (row / (WORN_LOWER_POINTS - 1)) * (corners[n] - start)
      return torsoToPixel(torso, (n === 0 ? -1 : 1) * reach[n](v), v)
    }),
  )
  const across = Array.from({ length: WORN_LOWER_POINTS - 2 }, (_, n) => {
    const share = (n + 1) / (WORN_LOWER_POINTS - 1)
    return -reach[0](end) + share * (reach[0](end) + reach[1](end))
  })
  const line = despike(across.map(lowest), 4)
  const inner = across.map((u, n) => torsoToPixel(torso, u, line[n]!))
  return { sides, hem: [sides[0].at(-1)!, ...inner, sides[1].at(-1)!] }
}

function outlinesOf({ sides, hem, legs }: Edges & Pick<LowerShape, 'waist'>): Point[][] {
  if (!legs) return [[...sides[1], ...hem.toReversed(), ...sides[0].toReversed()]]
  const middle = {
    x: (sides[0][0]!.x + sides[1][0]!.x) / 2,
    y: (sides[0][0]!.y + sides[1][0]!.y) / 2,
  }
  return [0, 1].map((n) => [...sides[n]!, ...legs.inner[n]!.toReversed(), middle])
}

function unreadable(why: string): Fault {
  return new Fault(
    'reference',
    `The lower garment that is worn in the reference cannot be taken over: ${why}. Somebody who stands, facing the ` +
      'camera, legs side by side, shows it; or the garment alone, spread out on a plain ground.',
    { role: 'ref' },
  )
}
