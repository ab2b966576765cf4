import { meanPoint, midpoint, type Point } from '../../geometry/point.ts'
import { PROPORTIONS } from './tuning.ts'

/**
 * How a feature moves as a whole: what is at p goes by `shift` and by `bend` times p - middle, whose rows say how much
 * it is turned and stretched. Lengths are widths of the face, see face-plane.ts.
 */
export type Motion = {
  /** The landmarks around the feature. */
  ring: readonly number[]
  middle: Point
  shift: Point
  bend: Matrix
}

type Matrix = readonly [number, number, number, number]

/**
 * The motion of the least squares between two places of a feature's landmarks. It is damped, as a thin feature does not
 * tell how much it is stretched across.
 */
export function fitMotion(
  from: readonly Point[],
  to: readonly Point[],
  ring: readonly number[],
): Motion {
  const middle = meanPoint(ring.map((i) => from[i]!))
  const goal = meanPoint(ring.map((i) => to[i]!))
  const shift = { x: goal.x - middle.x, y: goal.y - middle.y }
  const damped = ring.length * PROPORTIONS.damping ** 2
  let [xx, xy, yy] = [damped, 0, damped]
  let [a, b, c, d] = [0, 0, 0, 0]
  for (const i of ring) {
    const [x, y] = [from[i]!.x - middle.x, from[i]!.y - middle.y]
    const [u, v] = [to[i]!.x - from[i]!.x - shift.x, to[i]!.y - from[i]!.y - shift.y]
    xx += x * x
    xy += x * y
    yy += y * y
    a += u * x
    b += u * y
    c += v * x
    d += v * y
  }
  const products: Matrix = [a * yy - b * xy, b * xx - a * xy, c * yy - d * xy, d * xx - c * xy]
  return { ring, middle, shift, bend: scaled(products, 1 / (xx * yy - xy * xy)) }
}

/** The motions of two features that mirror each other: each the mean of its own and the other one's, mirrored. */
export function alike(one: Motion, other: Motion): [Motion, Motion] {
  return [halfway(one, mirrored(other)), halfway(other, mirrored(one))]
}

function mirrored({ shift, bend: [a, b, c, d], ...rest }: Motion): Motion {
  return { ...rest, shift: { x: -shift.x, y: shift.y }, bend: [a, -b, -c, d] }
}

function halfway(one: Motion, other: Motion): Motion {
  const [a, b, c, d] = one.bend.map((value, k) => (value + other.bend[k]!) / 2)
  return { ...one, shift: midpoint(one.shift, other.shift), bend: [a!, b!, c!, d!] }
}

/** The nearest motion that leaves round things round. */
export function roundKept(motion: Motion): Motion {
  const [a, b, c, d] = motion.bend
  const [scale, angle] = [(a + d) / 2, (c - b) / 2]
  return { ...motion, bend: [scale, -angle, angle, scale] }
}

/** A motion that goes less than the most, and turns and stretches by this share of less than the most. */
export function withinBounds(motion: Motion, share: number): Motion {
  const { shift, bend } = motion
  const far = shareBelow(PROPORTIONS.shift, Math.hypot(shift.x, shift.y))
  const much = shareBelow(PROPORTIONS.bend, Math.hypot(...bend) / Math.SQRT2)
  return {
    ...motion,
    shift: { x: far * shift.x, y: far * shift.y },
    bend: scaled(bend, share * much),
  }
}

/** The share of an amount that stays below the most; of little it is nearly all. */
function shareBelow(most: number, amount: number): number {
  return amount === 0 ? 0 : (most * Math.tanh(amount / most)) / amount
}

function scaled([a, b, c, d]: Matrix, by: number): Matrix {
  return [by * a, by * b, by * c, by * d]
}
