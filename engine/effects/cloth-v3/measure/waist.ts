import { medianOrZero, quantileOrZero } from '../../../geometry/quantile.ts'
import {
  IN_MASK,
  WAIST,
  WAIST_ACROSS,
  WAIST_BAND,
  WAIST_EDGE,
  WAIST_PLACES,
  WAIST_PRINT,
  WAIST_READ,
} from '../tuning.ts'
import { couldBeOneDye, labColourAt, wornHemHeight } from './body-edges.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { leastSquaresSlope } from './least-squares-slope.ts'
import { torsoToPixel } from './torso-axes.ts'
import { maskLevelAt, type Wearer } from './wearer.ts'

/**
 * Where the waist of what is worn lies on the torso's axis, and whether it shows: a top may hang over it, to `hem`. Its
 * edge is lower by `slope` per pixel to the right, and higher by `bow` per square pixel beside the middle.
 */
export type Waist = { v: number; slope: number; bow: number; shows: boolean; hem: number }

/** The uppermost place of the lower garment. */
export function waistOf(wearer: Wearer): Waist {
  const { torso, regions } = wearer
  for (let v = WAIST.from * torso.length; v < WAIST.covered * torso.length; v++) {
    const worn = WAIST_ACROSS.filter((share) => {
      const point = torsoToPixel(torso, share * torso.shoulders, v)
      return maskLevelAt(regions['lower-garment'], point) >= IN_MASK
    })
    if (worn.length >= WAIST_PLACES) {
      const line = edgeNear(wearer, v)
      const top = bandTop(wearer, v, line.slope)
      const { slope, bow } = line
      return { v: top - line.over, slope, bow, shows: true, hem: top }
    }
  }
  return {
    v: WAIST.usual * torso.length,
    slope: 0,
    bow: 0,
    shows: false,
    hem: wornHemHeight(wearer),
  }
}

/**
 * The upper edge of a waistband: rows above the regions' edge are of it as well that have its colours, and are nearer
 * to these than to those of the top.
 */
function bandTop({ picture, torso, regions }: Wearer, edge: number, slope: number): number {
  const colourOf = (share: number, v: number) => {
    const u = share * torso.shoulders
    return labColourAt(picture, torsoToPixel(torso, u, v + slope * u))
  }
  const below = WAIST_ACROSS.map((share) =>
    colourOf(share, edge + WAIST_READ.below * torso.shoulders),
  )
  const above = WAIST_ACROSS.map((share) =>
    colourOf(share, edge - WAIST_READ.above * torso.shoulders),
  )
  let top = edge
  while (top > edge - WAIST_BAND * torso.shoulders) {
    const like = WAIST_ACROSS.filter((share, n) => {
      const colour = colourOf(share, top - 1)
      const [own, other] = [below[n], above[n]]
      if (!(colour && own && other && couldBeOneDye(colour, own))) return false
      return clothColourDistance(colour, own) < clothColourDistance(colour, other)
    })
    if (like.length < 3) break
    top--
  }
  // All of that in one colour is a top as well.
  const plain = top > edge - WAIST_BAND * torso.shoulders ? top : edge
  return Math.min(plain, printedTop({ regions, torso, picture }, edge, slope))
}

/**
 * The upper edge of a printed waistband below a top of one colour: rows above the regions' edge are of the band as far
 * as part of them is unlike the top, since what is alike in a print passes for it.
 */
function printedTop(
  { picture, torso, regions }: Pick<Wearer, 'picture' | 'torso' | 'regions'>,
  edge: number,
  slope: number,
): number {
  const { columns, unlike, share, plain } = WAIST_PRINT
  const across = Array.from(
    { length: columns },
    (_, n) => WAIST_ACROSS[0]! * (1 - (2 * n) / (columns - 1)) * torso.shoulders,
  )
  const rowAt = (v: number) =>
    across.flatMap((u) => {
      const place = torsoToPixel(torso, u, v + slope * u)
      const colour = labColourAt(picture, place)
      return colour && maskLevelAt(regions['body-skin'], place) < IN_MASK ? [colour] : []
    })
  const above = rowAt(edge - WAIST_READ.above * torso.shoulders)
  if (above.length < columns / 2) return edge
  const top = {
    l: medianOrZero(above.map(({ l }) => l)),
    a: medianOrZero(above.map(({ a }) => a)),
    b: medianOrZero(above.map(({ b }) => b)),
  }
  if (
    quantileOrZero(
      above.map((own) => clothColourDistance(own, top)),
      WAIST_PRINT.most,
    ) > plain
  )
    return edge
  const isBand = (v: number): boolean =>
    rowAt(v).filter((own) => clothColourDistance(own, top) > unlike).length >= share * columns
  let v = edge
  while (v > edge - WAIST_BAND * torso.shoulders && isBand(v - 1)) v--
  return v > edge - WAIST_BAND * torso.shoulders ? v : edge
}

/** How much lower the edge of a waist is beside its middle. */
export function waistDropAt({ slope, bow }: Pick<Waist, 'slope' | 'bow'>, u: number): number {
  return slope * u - bow * u ** 2
}

/**
 * How the edge of a waist runs near a height, by least squares, and how far it rises over that line, but for one column
 * of ten.
 */
function edgeNear(
  { torso, regions }: Wearer,
  near: number,
): Pick<Waist, 'slope' | 'bow'> & { over: number } {
  const { shoulders } = torso
  const room = WAIST_EDGE.room * shoulders
  const edges = Array.from({ length: WAIST_EDGE.columns }, (_, n) => {
    const u = WAIST_EDGE.reach * shoulders * ((2 * n) / (WAIST_EDGE.columns - 1) - 1)
    for (let v = near - room; v < near + room; v += 0.5) {
      if (maskLevelAt(regions['lower-garment'], torsoToPixel(torso, u, v)) >= IN_MASK)
        return { u, v }
    }
    return undefined
  }).filter((edge) => edge !== undefined)
  if (edges.length < WAIST_EDGE.columns / 2) return { slope: 0, bow: 0, over: 0 }
  const heights = edges.map(({ v }) => v)
  const slope = leastSquaresSlope(edges, heights)
  const bow = -leastSquaresSlope(
    edges.map(({ u }) => ({ u: u ** 2 })),
    heights.map((v, n) => v - slope * edges[n]!.u),
  )
  const line = {
    slope: Math.min(WAIST_EDGE.slope, Math.max(-WAIST_EDGE.slope, slope)),
    bow: Math.min(WAIST_EDGE.bow / (shoulders / 4), Math.max(0, bow)),
  }
  const levels = edges.map(({ u, v }) => v - waistDropAt(line, u))
  const over = medianOrZero(levels) - quantileOrZero(levels, WAIST_EDGE.highest)
  return { ...line, over: Math.min(WAIST_EDGE.over * shoulders, over) }
}
