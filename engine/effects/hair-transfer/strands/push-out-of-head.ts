import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Vector } from '../head/scalp.ts'
import {
  BEFORE_SHOULDERS,
  BESIDE_FACE,
  HEAD_CLEARANCE_FREE,
  HEAD_CLEARANCE_NECK,
  HEAD_CLEARANCE_PUSHED,
  SCALP_SKULL,
  SKULL_LOW,
  SKULL_TOP,
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
  if (place[1] < SKULL_LOW) return place
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
  if (v < SKULL_LOW) return place
  const way = [
    (u - centre[0]) / (half[0] + off),
    (v - centre[1]) / (half[1] + off),
    (w - centre[2]) / (half[2] + off),
  ] as const
  const far = Math.hypot(...way)
  if (far <= 1) return place
  const top = smoothstep(SKULL_TOP.from, SKULL_TOP.to, v)
  const by = 1 - (flat.sides + (flat.top - flat.sides) * top) * (1 - 1 / far)
  return [
    centre[0] + by * (u - centre[0]),
    centre[1] + by * (v - centre[1]),
    centre[2] + by * (w - centre[2]),
  ]
}

function besideFace([u, v, w]: Vector, off: number, side: number): Vector {
  // A jaw reaches farther back than the face above it.
  const { jaw, deep, high: top } = BESIDE_FACE
  const back = jaw.deeper * (1 - smoothstep(jaw.from, jaw.to, v))
  const front =
    smoothstep(deep.from - back, deep.to - back, w) * (1 - smoothstep(top.from, top.to, v))
  if (front === 0) return [u, v, w]
  const { middle, above, below } = HEAD_CLEARANCE_FREE
  const high = (v - middle) / (v > middle ? above : below)
  const half = (HEAD_CLEARANCE_FREE.half + HEAD_CLEARANCE_FREE.off * off) * freeAt(high)
  const inside = half - side * u
  return inside <= 0 ? [u, v, w] : [u + side * front * HEAD_CLEARANCE_PUSHED * inside, v, w]
}

/** The share of the free half width: round below the eyes, and narrowing towards the parting above them. */
function freeAt(high: number): number {
  return high > 0
    ? Math.max(0, 1 - high ** HEAD_CLEARANCE_FREE.narrowing)
    : Math.sqrt(Math.max(0, 1 - high * high))
}

function besideNeck([u, v, w]: Vector, off: number): Vector {
  const { half, high, low, behind, beside, nape } = HEAD_CLEARANCE_NECK
  if (v > high || w < behind) return [u, v, w]
  const inside = (half + 0.5 * off) * (1 - smoothstep(low, high, v)) - Math.abs(u)
  if (inside <= 0) return [u, v, w]
  // Behind the neck hair stays behind it; beside it, beside it.
  return w < beside
    ? [u, v, w + HEAD_CLEARANCE_PUSHED * (nape - w)]
    : [u + Math.sign(u || 1) * HEAD_CLEARANCE_PUSHED * inside, v, w]
}

/** Lays hair from before the ears in front of the jaw and the shoulders. */
function beforeShoulders([u, v, w]: Vector): Vector {
  const { neck, out, low, high, behind } = BEFORE_SHOULDERS
  const chest = neck + out * (1 - smoothstep(low, high, v))
  return v > high || w < behind || w >= chest ? [u, v, w] : [u, v, w + 0.5 * (chest - w)]
}
