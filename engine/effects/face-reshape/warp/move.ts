import { fade } from './ease.ts'
import type { Place } from './frame.ts'

/** Where a change puts what stands at (u, v): adds its step, in face units, to `sum`. */
export type Step = (u: number, v: number, sum: Place) => void

/** A smooth step that ends: away from the part it belongs to it adds nothing. */
export type Move = Step & {
  /** Beyond it the move is not asked. */
  ends: Ends
}

/** A rectangle in face units. */
export type Ends = { left: number; right: number; top: number; bottom: number }

/** A step that adds nothing outside a rectangle. */
export function endingAt(ends: Ends, step: Step): Move {
  return Object.assign(step, { ends })
}

/** A step that ends so far from its centre to each side, upwards and downwards. */
export function ending(step: Step, { u, v }: Place, side: number, up: number, down = up): Move {
  return endingAt({ left: u - side, right: u + side, top: v - up, bottom: v + down }, step)
}

/** The smallest rectangle around some others. */
export function around(all: readonly Ends[]): Ends {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    right: Math.max(...all.map(({ right }) => right)),
    top: Math.min(...all.map(({ top }) => top)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  }
}

/** A soft-edged area of a face: 1 within `inner`, 0 beyond `outer`, measured from `centre` in face units. */
export type Area = {
  centre: Place
  inner: Place
  outer: Place
  /** Where the area ends upwards, if not as far as downwards. */
  innerUp?: number
  outerUp?: number
}

/** How much of (u, v) belongs to a rectangular area, 0–1. */
export function within(area: Area, u: number, v: number): number {
  const across = fade(u - area.centre.u, area.inner.u, area.outer.u)
  if (across === 0) return 0
  const down = v - area.centre.v
  const inner = down < 0 ? (area.innerUp ?? area.inner.v) : area.inner.v
  const outer = down < 0 ? (area.outerUp ?? area.outer.v) : area.outer.v
  return across * fade(down, inner, outer)
}

/** Scales an area about its centre: `by` 0.1 makes it a tenth larger, per direction. */
export function scaleBox(area: Area, by: Place): Move {
  return endingWith(area, (u, v, sum) => {
    const share = within(area, u, v)
    if (share === 0) return
    sum.u += by.u * (u - area.centre.u) * share
    sum.v += by.v * (v - area.centre.v) * share
  })
}

function endingWith({ centre, inner, outer, ...above }: Area, step: Step): Move {
  const { innerUp = inner.v, outerUp = outer.v } = above
  const up = Math.max(innerUp, outerUp)
  return ending(step, centre, Math.max(inner.u, outer.u), up, Math.max(inner.v, outer.v))
}

/** Moves an area as a whole. */
export function shiftBox(area: Area, by: Place): Move {
  return endingWith(area, (u, v, sum) => {
    const share = within(area, u, v)
    sum.u += by.u * share
    sum.v += by.v * share
  })
}

/** A round area of a face; `outerUp` flattens its upper half. */
export type Disc = { centre: Place; inner: number; outer: number; outerUp?: number }

function share({ inner, outer, outerUp = outer }: Disc, du: number, dv: number): number {
  return fade(Math.hypot(du, dv < 0 ? (dv * outer) / outerUp : dv), inner, outer)
}

/** Scales a disc about its centre. */
export function scaleDisc(disc: Disc, by: Place): Move {
  return endingAround(disc, (u, v, sum) => {
    const du = u - disc.centre.u
    const dv = v - disc.centre.v
    const part = share(disc, du, dv)
    sum.u += by.u * du * part
    sum.v += by.v * dv * part
  })
}

function endingAround({ centre, inner, outer, outerUp = outer }: Disc, step: Step): Move {
  const end = Math.max(inner, outer)
  return ending(step, centre, end, (end * outerUp) / outer, end)
}

/** Turns a disc about its centre, clockwise as the picture shows it; `angle` in radians. */
export function turnDisc(disc: Disc, angle: number): Move {
  const cos = Math.cos(angle) - 1
  const sin = Math.sin(angle)
  return endingAround(disc, (u, v, sum) => {
    const du = u - disc.centre.u
    const dv = v - disc.centre.v
    const part = share(disc, du, dv)
    sum.u += (cos * du - sin * dv) * part
    sum.v += (sin * du + cos * dv) * part
  })
}
