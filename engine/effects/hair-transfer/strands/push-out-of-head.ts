import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Vector } from '../head/scalp.ts'
import {
  HEAD_CLEARANCE_FREE,
  HEAD_CLEARANCE_NECK,
  HEAD_CLEARANCE_PUSHED,
  SCALP_SKULL,
} from '../tuning.ts'
import type { Hairstyle } from './hairstyle.ts'

/**
 * Keeps hair outside the head: above the skull by `off`, beside the face and the neck, before the shoulders where it
 * comes from before the ears.
 * @param side to which side of the parting the hair falls, 1 the picture's right
 */
export function pushOutOfHead(
  place: Vector,
  off: number,
  comb: Hairstyle['comb'],
  side: number,
): Vector {
  const above = aboveSkull(place, off)
  if (comb === 'knot' || comb === 'up') return above
  return beforeShoulders(besideNeck(comb === 'forward' ? above : besideFace(above, off, side), off))
}

function aboveSkull(place: Vector, off: number): Vector {
  const { centre, half } = SCALP_SKULL
  // Below the ears there is no skull, only jaw and neck.
  if (place[1] < -0.2) return place
  const u = (place[0] - centre[0]) / (half[0] + off)
  const v = (place[1] - centre[1]) / (half[1] + off)
  const w = (place[2] - centre[2]) / (half[2] + off)
  const far = Math.hypot(u, v, w)
  if (far >= 1 || far === 0) return place
  return [
    centre[0] + (u / far) * (half[0] + off),
    centre[1] + (v / far) * (half[1] + off),
    centre[2] + (w / far) * (half[2] + off),
  ]
}

/**
 * Lays short hair flat: draws what stands off the skull by more than `off` back towards it.
 * @param flat how much of it at the top and at the sides, 0–1
 */
export function flattenToSkull(
  place: Vector,
  off: number,
  flat: { top: number; sides: number },
): Vector {
  const { centre, half } = SCALP_SKULL
  const [u, v, w] = place
  if (v < -0.2) return place
  const way = [
    (u - centre[0]) / (half[0] + off),
    (v - centre[1]) / (half[1] + off),
    (w - centre[2]) / (half[2] + off),
  ] as const
  const far = Math.hypot(...way)
  if (far <= 1) return place
  const top = smoothstep(0.35, 0.78, v)
  const by = 1 - (flat.sides + (flat.top - flat.sides) * top) * (1 - 1 / far)
  return [
    centre[0] + by * (u - centre[0]),
    centre[1] + by * (v - centre[1]),
    centre[2] + by * (w - centre[2]),
  ]
}

function besideFace([u, v, w]: Vector, off: number, side: number): Vector {
  // A jaw reaches farther back than the face above it.
  const deep = 0.2 * (1 - smoothstep(-0.15, 0.1, v))
  const front = smoothstep(-0.4 - deep, -0.2 - deep, w) * (1 - smoothstep(0.5, 0.62, v))
  if (front === 0) return [u, v, w]
  const { middle, above, below } = HEAD_CLEARANCE_FREE
  const high = (v - middle) / (v > middle ? above : below)
  const half = (HEAD_CLEARANCE_FREE.half + 0.9 * off) * freeAt(high)
  const inside = half - side * u
  return inside <= 0 ? [u, v, w] : [u + side * front * HEAD_CLEARANCE_PUSHED * inside, v, w]
}

/** The share of the free half width: round below the eyes, and narrowing towards the parting above them. */
function freeAt(high: number): number {
  return high > 0 ? Math.max(0, 1 - high ** 1.6) : Math.sqrt(Math.max(0, 1 - high * high))
}

function besideNeck([u, v, w]: Vector, off: number): Vector {
  if (v > -0.3 || w < -0.62) return [u, v, w]
  const inside = (HEAD_CLEARANCE_NECK + 0.5 * off) * (1 - smoothstep(-0.5, -0.3, v)) - Math.abs(u)
  if (inside <= 0) return [u, v, w]
  // Behind the neck hair stays behind it; beside it, beside it.
  return w < -0.38
    ? [u, v, w + HEAD_CLEARANCE_PUSHED * (-0.66 - w)]
    : [u + Math.sign(u || 1) * HEAD_CLEARANCE_PUSHED * inside, v, w]
}

/** Lays hair from before the ears in front of the jaw and the shoulders. */
function beforeShoulders([u, v, w]: Vector): Vector {
  const chest = -0.34 + 0.3 * (1 - smoothstep(-0.9, -0.1, v))
  return v > -0.1 || w < -0.45 || w >= chest ? [u, v, w] : [u, v, w + 0.5 * (chest - w)]
}
