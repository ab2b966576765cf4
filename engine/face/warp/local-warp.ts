import { fade } from './ease.ts'
import type { FacePoint } from './face-frame.ts'

/** Where a change puts what stands at (u, v): adds its step, in face units, to `sum`. */
export type Displace = (u: number, v: number, sum: FacePoint) => void

/** A smooth step that ends: away from the part it belongs to it adds nothing. */
export type LocalWarp = Displace & {
  /** Beyond it the move is not asked. */
  ends: Support
}

/** A rectangle in face units. */
export type Support = { left: number; right: number; top: number; bottom: number }

/** A step that adds nothing outside a rectangle. */
export function withSupport(ends: Support, step: Displace): LocalWarp {
  return Object.assign(step, { ends })
}

/** A step that ends so far from its centre to each side, upwards and downwards. */
export function withSupportAround(
  step: Displace,
  { u, v }: FacePoint,
  side: number,
  up: number,
  down = up,
): LocalWarp {
  return withSupport({ left: u - side, right: u + side, top: v - up, bottom: v + down }, step)
}

/** The smallest rectangle around some others. */
export function unionOfSupports(all: readonly Support[]): Support {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    right: Math.max(...all.map(({ right }) => right)),
    top: Math.min(...all.map(({ top }) => top)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  }
}

/** A soft-edged area of a face: 1 within `inner`, 0 beyond `outer`, measured from `centre` in face units. */
export type SoftBox = {
  centre: FacePoint
  inner: FacePoint
  outer: FacePoint
  /** Where the area ends upwards, if not as far as downwards. */
  innerUp?: number
  outerUp?: number
}

/** How much of (u, v) belongs to a rectangular area, 0–1. */
export function boxWeight(area: SoftBox, u: number, v: number): number {
  const across = fade(u - area.centre.u, area.inner.u, area.outer.u)
  if (across === 0) return 0
  const down = v - area.centre.v
  const inner = down < 0 ? (area.innerUp ?? area.inner.v) : area.inner.v
  const outer = down < 0 ? (area.outerUp ?? area.outer.v) : area.outer.v
  return across * fade(down, inner, outer)
}

/** Scales an area about its centre: `by` 0.1 makes it a tenth larger, per direction. */
export function scaleBox(area: SoftBox, by: FacePoint): LocalWarp {
  return withBoxSupport(area, (u, v, sum) => {
    const share = boxWeight(area, u, v)
    if (share === 0) return
    sum.u += by.u * (u - area.centre.u) * share
    sum.v += by.v * (v - area.centre.v) * share
  })
}

function withBoxSupport({ centre, inner, outer, ...above }: SoftBox, step: Displace): LocalWarp {
  const { innerUp = inner.v, outerUp = outer.v } = above
  const up = Math.max(innerUp, outerUp)
  return withSupportAround(step, centre, Math.max(inner.u, outer.u), up, Math.max(inner.v, outer.v))
}

/** Moves an area as a whole. */
export function shiftBox(area: SoftBox, by: FacePoint): LocalWarp {
  return withBoxSupport(area, (u, v, sum) => {
    const share = boxWeight(area, u, v)
    sum.u += by.u * share
    sum.v += by.v * share
  })
}

/** A round area of a face; `outerUp` flattens its upper half. */
export type SoftDisc = { centre: FacePoint; inner: number; outer: number; outerUp?: number }

function discWeight({ inner, outer, outerUp = outer }: SoftDisc, du: number, dv: number): number {
  return fade(Math.hypot(du, dv < 0 ? (dv * outer) / outerUp : dv), inner, outer)
}

/** Scales a disc about its centre. */
export function scaleDisc(disc: SoftDisc, by: FacePoint): LocalWarp {
  return withDiscSupport(disc, (u, v, sum) => {
    const du = u - disc.centre.u
    const dv = v - disc.centre.v
    const part = discWeight(disc, du, dv)
    sum.u += by.u * du * part
    sum.v += by.v * dv * part
  })
}

function withDiscSupport(
  { centre, inner, outer, outerUp = outer }: SoftDisc,
  step: Displace,
): LocalWarp {
  const end = Math.max(inner, outer)
  return withSupportAround(step, centre, end, (end * outerUp) / outer, end)
}

/** Turns a disc about its centre, clockwise as the picture shows it; `angle` in radians. */
export function rotateDisc(disc: SoftDisc, angle: number): LocalWarp {
  const cos = Math.cos(angle) - 1
  const sin = Math.sin(angle)
  return withDiscSupport(disc, (u, v, sum) => {
    const du = u - disc.centre.u
    const dv = v - disc.centre.v
    const part = discWeight(disc, du, dv)
    sum.u += (cos * du - sin * dv) * part
    sum.v += (sin * du + cos * dv) * part
  })
}
