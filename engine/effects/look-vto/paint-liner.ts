import type { ZoneOf } from '../../../catalog/looks/look.ts'
import type { Point } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { type LidLine, lidLine } from './lid-line.ts'
import type { Part } from './part.ts'
import {
  LINER_EDGE,
  LINER_PROFILE,
  LINER_THICKNESS,
  LINER_UNDER,
  LINER_WING,
  LOWER_LINER,
} from './tuning.ts'

/** The share of a line along the upper lid that covers each pixel, 0–1. */
export function linerMask(part: Part, eye: EyeLandmarks, zone: ZoneOf<'liner'>): Float32Array {
  const line = lidLine(part, eye, 1)
  const { points, normals, width } = line
  const thickness =
    width *
    (LINER_THICKNESS.least + zone.thickness * (LINER_THICKNESS.most - LINER_THICKNESS.least))
  const wing = zone.wing * LINER_WING.length * width
  const profile = (t: number): number =>
    // Thin at the inner corner, full at a third from the outer one.
    (1 - smoothstep(LINER_PROFILE.full, LINER_PROFILE.ends, t)) *
      (wing > 0
        ? 1
        : LINER_PROFILE.outer + (1 - LINER_PROFILE.outer) * smoothstep(0, LINER_PROFILE.rises, t)) +
    LINER_PROFILE.least
  const last = points.length - 1
  const edge = points.map(({ x, y }, nth) => {
    const by = thickness * profile(nth / last)
    return { x: x + normals[nth]!.x * by, y: y + normals[nth]!.y * by }
  })
  const plane = allocZeroPlane(part.width * part.height)
  // A line that began at the edge of the lid itself would leave skin between them where the mesh is a little off.
  const under = points.map(({ x, y }, nth) => ({
    x: x - normals[nth]!.x * LINER_UNDER * thickness,
    y: y - normals[nth]!.y * LINER_UNDER * thickness,
  }))
  paintPolygon(plane, part, [...under, ...edge.toReversed()])
  if (wing > 0) paintPolygon(plane, part, wingRing(part, line, edge, wing))
  return soften(plane, part, width, zone.smudge)
}

/** From the outer corner to the tip, and back to where the line is at its fullest. */
function wingRing(
  { up }: Part,
  { points, outwards }: LidLine,
  edge: readonly Point[],
  length: number,
): Point[] {
  const corner = points[0]!
  const slope = Math.hypot(1, LINER_WING.rise)
  const tip = {
    x: corner.x + ((outwards.x + up.x * LINER_WING.rise) * length) / slope,
    y: corner.y + ((outwards.y + up.y * LINER_WING.rise) * length) / slope,
  }
  const joint = edge[Math.round(LINER_WING.joint * (edge.length - 1))]!
  return [
    corner,
    tip,
    joint,
    ...points.slice(1, Math.round(LINER_WING.joint * points.length)).toReversed(),
  ]
}

/** The share of a line along the lower lid that covers each pixel, 0–1. It fades towards the inner corner. */
export function lowerLinerMask(
  part: Part,
  eye: EyeLandmarks,
  zone: ZoneOf<'lower-liner'>,
): Float32Array {
  const { points, normals, width } = lidLine(part, eye, -1)
  const last = points.length - 1
  const offset = (by: (t: number) => number): Point[] =>
    points.map(({ x, y }, nth) => ({
      x: x + normals[nth]!.x * by(nth / last) * width,
      y: y + normals[nth]!.y * by(nth / last) * width,
    }))
  const full = (t: number): number => 1 - smoothstep(LOWER_LINER.full, LOWER_LINER.ends, t)
  const plane = allocZeroPlane(part.width * part.height)
  paintPolygon(plane, part, [
    ...offset(() => LOWER_LINER.below),
    ...offset(
      (t) =>
        LOWER_LINER.below + (LOWER_LINER.thickness + LOWER_LINER.smudged * zone.smudge) * full(t),
    ).reverse(),
  ])
  return soften(plane, part, width, LOWER_LINER.soft + (1 - LOWER_LINER.soft) * zone.smudge)
}

function soften(plane: Float32Array, part: Part, width: number, smudge: number): Float32Array {
  return blur(
    plane,
    part,
    width * (LINER_EDGE.sharp + smudge * (LINER_EDGE.smudged - LINER_EDGE.sharp)),
  )
}
