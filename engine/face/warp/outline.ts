import { falloff, smoothstep } from '../../geometry/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import { ARC_MARGIN, EARS } from '../tuning.ts'
import {
  type AngleTable,
  activeDirections,
  sectorOf,
  tabulate,
  valueAtSector,
} from './angle-table.ts'
import type { FacePoint } from './face-frame.ts'
import { type LocalWarp, type Support, withSupport } from './local-warp.ts'
import type { NormalisedFace } from './normalised-face.ts'

/** The outline of a face in polar coordinates around its centre, in face units. */
export type Outline = {
  centre: FacePoint
  /** The landmarks of the outline, from the middle of the hairline down the person's left side and up the right one. */
  ring: FacePoint[]
  /** The direction of each landmark of the ring, radians. */
  angles: number[]
  radius: AngleTable
  /** Bounds of `radius`: most points lie clearly within or beyond both, and need no direction. */
  minRadius: number
  maxRadius: number
}

/** A point in an outline's polar coordinates, and the outline's radius in that direction. */
type PolarPosition = { sector: number; distance: number; edge: number }

export function outlineOf({ landmarks }: NormalisedFace): Outline {
  const ring = FACE.oval.map((i) => landmarks[i]!)
  const sum = ring.reduce((a, b) => ({ u: a.u + b.u, v: a.v + b.v }))
  const centre = { u: sum.u / ring.length, v: sum.v / ring.length }
  const angles = ring.map(({ u, v }) => Math.atan2(v - centre.v, u - centre.u))
  const distances = ring.map(({ u, v }) => Math.hypot(u - centre.u, v - centre.v))
  const radius = tabulate(angles, distances)
  const [minRadius, maxRadius] = [Math.min(...radius), Math.max(...radius)]
  return { centre, ring, angles, radius, minRadius, maxRadius }
}

export function polarPositionOf({ centre, radius }: Outline, u: number, v: number): PolarPosition {
  const sector = sectorOf(Math.atan2(v - centre.v, u - centre.u))
  return {
    sector,
    distance: Math.hypot(u - centre.u, v - centre.v),
    edge: valueAtSector(radius, sector),
  }
}

/** How a displacement of the outline falls off inwards and outwards. */
export type OutlineFalloff = {
  /** Where it starts on the way from the centre (0) to the outline (1). */
  from: number
  /** How far outside the outline it ends, face units. */
  band: number
}

/** A point of the outline. */
export type OutlinePoint = {
  /** How far it is from the middle of the hairline (0) down one side to the chin (1), counted in landmarks. */
  t: number
  /** Distance to the midline, face units. */
  midlineDistance: number
  /** 1 on the person's left half, -1 on the right one. */
  side: 1 | -1
}

/**
 * Displaces the outline of a face by a step for each of its points. The displacement falls off inwards to `from` and
 * outwards over `band`. Ears that show move as a whole: beside them it falls off from their outer edge on.
 */
export function outlineWarp(
  face: NormalisedFace,
  { from, band }: OutlineFalloff,
  step: (at: OutlinePoint) => FacePoint,
): LocalWarp {
  const outline = outlineOf(face)
  const { ring, angles } = outline
  const steps = ring.map(({ u, v }, k) => {
    const side = k <= ring.length / 2 ? 1 : -1
    const midlineDistance = Math.max(0, (u - face.midline(v)) * side)
    return step({
      t: (side === 1 ? k : ring.length - k) / (ring.length / 2),
      midlineDistance,
      side,
    })
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
      const shown = onLeft ? face.ears.left : face.ears.right
      return (
        shown *
        EARS.width *
        smoothstep(EARS.from, EARS.to, t) *
        (1 - smoothstep(EARS.until, EARS.end, t))
      )
    }),
  )
  const start = from * outline.minRadius
  const end = outline.maxRadius + Math.max(...ears) + band
  const reached = activeDirections([across, down]).flatMap(({ nth, angle }) => {
    const edge = outline.radius[nth]!
    return [from * edge, edge + ears[nth]! + band].map((distance) => ({ angle, distance }))
  })
  const support = supportOf(outline.centre, reached)
  return withSupport(support, (u, v, sum) => {
    const away = Math.hypot(u - outline.centre.u, v - outline.centre.v)
    if (away <= start || away >= end) return
    const { sector, distance, edge } = polarPositionOf(outline, u, v)
    const ear = valueAtSector(ears, sector)
    const share =
      distance < edge
        ? smoothstep(from, 1, distance / edge)
        : falloff(ear, ear + band, distance - edge)
    if (share === 0) return
    sum.u += valueAtSector(across, sector) * share
    sum.v += valueAtSector(down, sector) * share
  })
}

/** The rectangle around some points, given by direction and distance from a centre; empty where there are none. */
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
