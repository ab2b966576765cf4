import { couldBeOneDye, labColourAt, wornHemHeight } from './body-edges.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { leastSquaresSlope } from './least-squares-slope.ts'
import { maskLevelAt, torsoToPixel, type Wearer } from './wearer.ts'

/**
 * Where the waist of what is worn lies on the torso's axis, and whether it shows: a top may hang over it, to `hem`. Its
 * edge is lower by `slope` per pixel to the right, and higher by `bow` per square pixel beside the middle.
 */
export type Waist = { v: number; slope: number; bow: number; shows: boolean; hem: number }

/** Where a waist sits that nothing shows, and from where on a top hangs over it, in lengths of the torso. */
const WAIST = { usual: 0.8, covered: 0.92 } as const

/** From this value on a pixel belongs to a mask. */
const IN = 128

/**
 * The most that a waist slopes, and that it bows by the time it is half a width of the shoulders off its middle; how
 * far across it is measured, in how many columns, how far up and down its edge is looked for there, and how far that
 * may rise over its line, in widths of the shoulders.
 */
const EDGE = { slope: 0.06, bow: 0.2, reach: 0.34, columns: 21, room: 0.16, over: 0.03 } as const

/**
 * Where across the body its waist is looked for, how far above the regions' edge, and how far below and above it the
 * colours of both garments are read, in widths of the shoulders.
 */
const ACROSS = [-0.24, -0.12, 0, 0.12, 0.24]
const BAND = 0.18
const READ = { below: 0.02, above: 0.26 } as const

/** The uppermost place of the lower garment. */
export function waistOf(wearer: Wearer): Waist {
  const { torso, regions } = wearer
  for (let v = 0.5 * torso.length; v < WAIST.covered * torso.length; v++) {
    const worn = ACROSS.filter((share) => {
      const point = torsoToPixel(torso, share * torso.shoulders, v)
      return maskLevelAt(regions['lower-garment'], point) >= IN
    })
    if (worn.length >= 3) {
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
function bandTop({ picture, torso }: Wearer, edge: number, slope: number): number {
  const colourOf = (share: number, v: number) => {
    const u = share * torso.shoulders
    return labColourAt(picture, torsoToPixel(torso, u, v + slope * u))
  }
  const below = ACROSS.map((share) => colourOf(share, edge + READ.below * torso.shoulders))
  const above = ACROSS.map((share) => colourOf(share, edge - READ.above * torso.shoulders))
  let top = edge
  while (top > edge - BAND * torso.shoulders) {
    const like = ACROSS.filter((share, n) => {
      const colour = colourOf(share, top - 1)
      const [own, other] = [below[n], above[n]]
      if (!(colour && own && other && couldBeOneDye(colour, own))) return false
      return clothColourDistance(colour, own) < clothColourDistance(colour, other)
    })
    if (like.length < 3) break
    top--
  }
  // All of that in one colour is a top as well.
  return top > edge - BAND * torso.shoulders ? top : edge
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
  const room = EDGE.room * shoulders
  const edges = Array.from({ length: EDGE.columns }, (_, n) => {
    const u = EDGE.reach * shoulders * ((2 * n) / (EDGE.columns - 1) - 1)
    for (let v = near - room; v < near + room; v += 0.5) {
      if (maskLevelAt(regions['lower-garment'], torsoToPixel(torso, u, v)) >= IN) return { u, v }
    }
    return undefined
  }).filter((edge) => edge !== undefined)
  if (edges.length < EDGE.columns / 2) return { slope: 0, bow: 0, over: 0 }
  const heights = edges.map(({ v }) => v)
  const slope = leastSquaresSlope(edges, heights)
  const bow = -leastSquaresSlope(
    edges.map(({ u }) => ({ u: u ** 2 })),
    heights.map((v, n) => v - slope * edges[n]!.u),
  )
  const line = {
    slope: Math.min(EDGE.slope, Math.max(-EDGE.slope, slope)),
    bow: Math.min(EDGE.bow / (0.25 * shoulders), Math.max(0, bow)),
  }
  const levels = edges.map(({ u, v }) => v - waistDropAt(line, u)).toSorted((a, b) => a - b)
  const over = levels[levels.length >> 1]! - levels[Math.floor(0.1 * levels.length)]!
  return { ...line, over: Math.min(EDGE.over * shoulders, over) }
}
