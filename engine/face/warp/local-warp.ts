import { falloff } from '../../geometry/smoothstep.ts'
import type { FacePoint } from './face-frame.ts'

/** Adds to `sum` by how much the point at (u, v) is displaced, in face units. */
export type Displace = (u: number, v: number, sum: FacePoint) => void

/**
 * A smooth displacement of one part of a face, in the manner of the local scalings, translations and rotations of
 * Gustafsson ("Interactive image warping", Helsinki University of Technology, 1993). Outside its support it is 0.
 */
export type LocalWarp = Displace & { support: Support }

/** A rectangle in face units. */
export type Support = { left: number; right: number; top: number; bottom: number }

/** Declares that a displacement is 0 outside a rectangle. */
export function withSupport(support: Support, displace: Displace): LocalWarp {
  return Object.assign(displace, { support })
}

/** Declares how far from its centre a displacement reaches to each side, upwards and downwards. */
export function withSupportAround(
  displace: Displace,
  { u, v }: FacePoint,
  side: number,
  up: number,
  down = up,
): LocalWarp {
  return withSupport({ left: u - side, right: u + side, top: v - up, bottom: v + down }, displace)
}

/** The smallest rectangle around some supports. */
export function unionOfSupports(all: readonly Support[]): Support {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    right: Math.max(...all.map(({ right }) => right)),
    top: Math.min(...all.map(({ top }) => top)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  }
}

/** A soft-edged rectangle of a face: weight 1 up to `inner`, 0 from `outer` on, as distances from `centre`. */
export type SoftBox = {
  centre: FacePoint
  inner: FacePoint
  outer: FacePoint
  /** The same upwards, where it differs from downwards. */
  innerUp?: number
  outerUp?: number
}

/** The weight of a box at (u, v), 0–1. */
export function boxWeight(box: SoftBox, u: number, v: number): number {
  const across = falloff(box.inner.u, box.outer.u, u - box.centre.u)
  if (across === 0) return 0
  const down = v - box.centre.v
  const inner = down < 0 ? (box.innerUp ?? box.inner.v) : box.inner.v
  const outer = down < 0 ? (box.outerUp ?? box.outer.v) : box.outer.v
  return across * falloff(inner, outer, down)
}

/** Scales a box about its centre: `by` 0.1 makes it a tenth larger along that axis. */
export function scaleBox(box: SoftBox, by: FacePoint): LocalWarp {
  return withBoxSupport(box, (u, v, sum) => {
    const weight = boxWeight(box, u, v)
    if (weight === 0) return
    sum.u += by.u * (u - box.centre.u) * weight
    sum.v += by.v * (v - box.centre.v) * weight
  })
}

function withBoxSupport({ centre, inner, outer, ...above }: SoftBox, step: Displace): LocalWarp {
  const { innerUp = inner.v, outerUp = outer.v } = above
  const up = Math.max(innerUp, outerUp)
  return withSupportAround(step, centre, Math.max(inner.u, outer.u), up, Math.max(inner.v, outer.v))
}

/** Shifts a box, by face units. */
export function shiftBox(box: SoftBox, by: FacePoint): LocalWarp {
  return withBoxSupport(box, (u, v, sum) => {
    const weight = boxWeight(box, u, v)
    sum.u += by.u * weight
    sum.v += by.v * weight
  })
}

/** A soft-edged disc of a face, by radii; `outerUp` flattens its upper half. */
export type SoftDisc = { centre: FacePoint; inner: number; outer: number; outerUp?: number }

function discWeight({ inner, outer, outerUp = outer }: SoftDisc, du: number, dv: number): number {
  return falloff(inner, outer, Math.hypot(du, dv < 0 ? (dv * outer) / outerUp : dv))
}

/** Scales a disc about its centre: `by` 0.1 makes it a tenth larger along that axis. */
export function scaleDisc(disc: SoftDisc, by: FacePoint): LocalWarp {
  return withDiscSupport(disc, (u, v, sum) => {
    const du = u - disc.centre.u
    const dv = v - disc.centre.v
    const weight = discWeight(disc, du, dv)
    sum.u += by.u * du * weight
    sum.v += by.v * dv * weight
  })
}

function withDiscSupport(
  { centre, inner, outer, outerUp = outer }: SoftDisc,
  displace: Displace,
): LocalWarp {
  const reach = Math.max(inner, outer)
  return withSupportAround(displace, centre, reach, (reach * outerUp) / outer, reach)
}

/** Rotates a disc about its centre by radians, clockwise as the picture shows it. */
export function rotateDisc(disc: SoftDisc, angle: number): LocalWarp {
  const cos = Math.cos(angle) - 1
  const sin = Math.sin(angle)
  return withDiscSupport(disc, (u, v, sum) => {
    const du = u - disc.centre.u
    const dv = v - disc.centre.v
    const weight = discWeight(disc, du, dv)
    sum.u += (cos * du - sin * dv) * weight
    sum.v += (sin * du + cos * dv) * weight
  })
}
