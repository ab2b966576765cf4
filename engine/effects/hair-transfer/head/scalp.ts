import { medianOrZero } from '../../../geometry/quantile.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import {
  SCALP_BEFORE_END,
  SCALP_BESIDE_FACE,
  SCALP_EARS,
  SCALP_HAIRLINE,
  SCALP_NAPE,
  SCALP_SKULL,
  SCALP_TRIMMED,
  SCALP_UNUSUAL,
} from '../tuning.ts'
import { hairlineAlong } from './hairline-along.ts'
import type { Head } from './head.ts'

/** A place or direction on a head in widths of the face: to the right of the picture, up, and towards the camera. */
export type Vector = readonly [number, number, number]

/** How far the hairline lies from between the eyes in each direction, degrees from straight up. */
export type Hairline = (degrees: number) => number

/** The hairline of a person: their own where it shows, else a usual one. */
export function hairlineOf(head: Head): Hairline {
  const angles = [-60, -45, -30, -15, 0, 15, 30, 45, 60]
  const off = angles.map((angle) => {
    const found = hairlineAlong(head, angle)
    const usual = usualHairline(angle)
    if (!found || found.isFringe) return 0
    return Math.min(SCALP_UNUSUAL.higher, Math.max(-SCALP_UNUSUAL.lower, found.far - usual))
  })
  const smooth = off.map((_, n) => medianOrZero(off.slice(Math.max(0, n - 1), n + 2)))
  return (degrees) => {
    const at = Math.min(8 - SCALP_BEFORE_END, Math.max(0, (degrees + 60) / 15))
    const n = Math.floor(at)
    const own = smooth[n]! * (1 - at + n) + smooth[n + 1]! * (at - n)
    return usualHairline(degrees) + own * (1 - smoothstep(62, 85, Math.abs(degrees)))
  }
}

function usualHairline(degrees: number): number {
  const at = Math.min(6 - SCALP_BEFORE_END, Math.abs(degrees) / 15)
  const n = Math.floor(at)
  return SCALP_HAIRLINE[n]! * (1 - at + n) + SCALP_HAIRLINE[n + 1]! * (at - n)
}

/**
 * How far inside the scalp a place on the skull lies, in widths of the face; below 0 no hair grows.
 * @param long whether hair grows down to the nape and before the ears
 */
export function insideScalp([u, v, w]: Vector, hairline: Hairline, long: boolean): number {
  // Short hair around the ears is trimmed.
  if (w < SCALP_EARS) {
    if (!long) {
      const { low, steep, half } = SCALP_TRIMMED
      return v + low + steep * Math.max(0, half - Math.abs(u))
    }
    return Math.min(
      v + SCALP_NAPE.low,
      v < SCALP_NAPE.below ? SCALP_EARS - SCALP_NAPE.back * (SCALP_NAPE.below - v) - w : 1,
    )
  }
  const degrees = (Math.atan2(u, v) * 180) / Math.PI
  return Math.min(
    Math.sqrt(u * u + v * v) - hairline(degrees),
    v + (long ? SCALP_BESIDE_FACE.long : SCALP_BESIDE_FACE.short),
  )
}

/** The place on the skull in a direction of length 1, and the direction of growth there. */
export function onSkull([x, y, z]: Vector): { at: Vector; normal: Vector } {
  const { centre, half } = SCALP_SKULL
  const at = [centre[0] + half[0] * x, centre[1] + half[1] * y, centre[2] + half[2] * z] as const
  return { at, normal: unitVector3([x / half[0], y / half[1], z / half[2]]) }
}

/** How far from its middle a place on the skull is as it is seen, squared: 1 at its outline. */
export function squaredSkullRadius(u: number, v: number): number {
  const { centre, half } = SCALP_SKULL
  return ((u - centre[0]) / half[0]) ** 2 + ((v - centre[1]) / half[1]) ** 2
}

export function unitVector3([x, y, z]: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z) || 1
  return [x / length, y / length, z / length]
}

export function addScaled(a: Vector, b: Vector, by = 1): Vector {
  return [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]]
}

export function dotProduct(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
