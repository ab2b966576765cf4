import { FACE } from '../../vision/faces/face.ts'
import {
  type AngleTable,
  activeDirections,
  sectorOf,
  tabulate,
  valueAtSector,
} from './angle-table.ts'
import { ease, fade } from './ease.ts'
import type { FacePoint } from './face-frame.ts'
import { type LocalWarp, type Support, withSupport } from './local-warp.ts'
import type { NormalisedFace } from './normalised-face.ts'

/** The outline of a face around its middle. */
export type Outline = {
  centre: FacePoint
  ring: FacePoint[]
  angles: number[]
  radius: AngleTable
  /** The least and the most of `radius`: most places stand clear of both, and need no direction. */
  least: number
  most: number
}

/** Where a place stands to an outline: the direction, how far from the middle, and how far the edge is there. */
type PolarPosition = { sector: number; distance: number; edge: number }

export function outlineOf(map: NormalisedFace): Outline {
  const ring = FACE.oval.map((i) => map.places[i]!)
  const sum = ring.reduce((a, b) => ({ u: a.u + b.u, v: a.v + b.v }))
  const centre = { u: sum.u / ring.length, v: sum.v / ring.length }
  const angles = ring.map(({ u, v }) => Math.atan2(v - centre.v, u - centre.u))
  const reach = ring.map(({ u, v }) => Math.hypot(u - centre.u, v - centre.v))
  const radius = tabulate(angles, reach)
  return { centre, ring, angles, radius, least: Math.min(...radius), most: Math.max(...radius) }
}

export function polarPositionOf({ centre, radius }: Outline, u: number, v: number): PolarPosition {
  const sector = sectorOf(Math.atan2(v - centre.v, u - centre.u))
  return {
    sector,
    distance: Math.hypot(u - centre.u, v - centre.v),
    edge: valueAtSector(radius, sector),
  }
}

/** How a step at the outline dies away from it. */
export type Falloff = {
  /** Where it starts on the way from the face's middle (0) to the outline (1). */
  from: number
  /** How far outside the outline it ends, face units. */
  band: number
}

/** A point of the outline. */
export type OutlinePoint = {
  /** How far it is from the middle of the hairline (0) down one side to the chin (1), counted in landmarks. */
  t: number
  /** Distance to the midline, face units. */
  half: number
  /** 1 on the person's left half, -1 on the right one. */
  side: 1 | -1
}

/** How far outside the outline the ears reach, face units, and where along it they are. */
const EARS = { width: 0.24, from: 0.3, to: 0.42, until: 0.52, end: 0.64 }

/**
 * Moves the outline of a face by a step for each point; the move dies inwards and, soon, outwards. Ears that show go
 * along whole: beside them it starts to die only at their outer edge.
 */
export function outlineWarp(
  map: NormalisedFace,
  { from, band }: Falloff,
  step: (at: OutlinePoint) => FacePoint,
): LocalWarp {
  const outline = outlineOf(map)
  const { ring, angles } = outline
  const steps = ring.map((place, k) => {
    const side = k <= ring.length / 2 ? 1 : -1
    const half = Math.max(0, (place.u - map.midline(place.v)) * side)
    return step({ t: (side === 1 ? k : ring.length - k) / (ring.length / 2), half, side })
  })
  const across = tabulate(
    angles,
    steps.map(({ u }) => u),
  )
  const down = tabulate(
    angles,
    steps.map(({ v }) => v),
  )
  const ears = tabulate(
    angles,
    ring.map((_, k) => {
      const onLeft = k <= ring.length / 2
      const t = (onLeft ? k : ring.length - k) / (ring.length / 2)
      const shown = onLeft ? map.ears.left : map.ears.right
      return shown * EARS.width * ease(t, EARS.from, EARS.to) * (1 - ease(t, EARS.until, EARS.end))
    }),
  )
  const start = from * outline.least
  const end = outline.most + Math.max(...ears) + band
  const reached = activeDirections([across, down]).flatMap(({ nth, angle }) => {
    const edge = outline.radius[nth]!
    return [from * edge, edge + ears[nth]! + band].map((distance) => ({ angle, distance }))
  })
  const ends = supportOf(outline.centre, reached)
  return withSupport(ends, (u, v, sum) => {
    const away = Math.hypot(u - outline.centre.u, v - outline.centre.v)
    if (away <= start || away >= end) return
    const { sector, distance, edge } = polarPositionOf(outline, u, v)
    const ear = valueAtSector(ears, sector)
    const share =
      distance < edge ? ease(distance / edge, from, 1) : fade(distance - edge, ear, ear + band)
    if (share === 0) return
    sum.u += valueAtSector(across, sector) * share
    sum.v += valueAtSector(down, sector) * share
  })
}

/** Between two directions of a table an arc reaches so much further than its ends, face units. */
const ARC_MARGIN = 0.001

/** The rectangle around some places by their direction and distance from a centre; nothing where there are none. */
function supportOf(
  centre: FacePoint,
  reached: readonly { angle: number; distance: number }[],
): Support {
  const us = reached.map(({ angle, distance }) => centre.u + distance * Math.cos(angle))
  const vs = reached.map(({ angle, distance }) => centre.v + distance * Math.sin(angle))
  return {
    left: Math.min(...us) - ARC_MARGIN,
    right: Math.max(...us) + ARC_MARGIN,
    top: Math.min(...vs) - ARC_MARGIN,
    bottom: Math.max(...vs) + ARC_MARGIN,
  }
}
