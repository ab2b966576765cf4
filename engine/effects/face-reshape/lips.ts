import type { FacePoint } from '../../face/warp/face-frame.ts'
import {
  type Displace,
  type LocalWarp,
  scaleBox,
  withSupport,
  withSupportAround,
} from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { falloff, smoothstep } from '../../geometry/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { FeatureWarp } from './features.ts'
import {
  LEAST_MOUTH,
  LIP_CORNER,
  LIP_HEIGHT,
  LIP_PEAK,
  LIP_SIZE,
  LIP_WIDTH,
  MOUTH_SCALED,
} from './tuning.ts'

type Mouth = {
  centre: FacePoint
  /** Half the distance of the corners. */
  halfWidth: number
  /** Half the distance of the outer edges of the lips. */
  halfHeight: number
  /** Room up to the nose and down to the chin. */
  roomAbove: number
  roomBelow: number
}

function mouthOf({ landmarks }: NormalisedFace): Mouth {
  const left = landmarks[FACE.leftMouthCorner]!
  const right = landmarks[FACE.rightMouthCorner]!
  const top = landmarks[FACE.upperLipTop]!
  const bottom = landmarks[FACE.lowerLipBottom]!
  const centre = { u: (left.u + right.u) / 2, v: (top.v + bottom.v) / 2 }
  return {
    centre,
    halfWidth: (left.u - right.u) / 2,
    halfHeight: (bottom.v - top.v) / 2,
    roomAbove: Math.max(LEAST_MOUTH.roomAbove, top.v - landmarks[FACE.noseBase]!.v),
    roomBelow: Math.max(LEAST_MOUTH.roomBelow, landmarks[FACE.chin]!.v - bottom.v),
  }
}

function scaleMouth(face: NormalisedFace, by: FacePoint): LocalWarp {
  const { centre, halfWidth, halfHeight, roomAbove, roomBelow } = mouthOf(face)
  const { inner, outer } = MOUTH_SCALED
  return scaleBox(
    {
      centre,
      inner: { u: halfWidth * inner.u, v: halfHeight * inner.v },
      outer: { u: halfWidth * outer.u, v: halfHeight + roomBelow * outer.roomBelow },
      innerUp: halfHeight * inner.v,
      outerUp: halfHeight + roomAbove * outer.roomAbove,
    },
    by,
  )
}

/** The mouth as a whole smaller or larger. */
export const lipSize: FeatureWarp = ({ left }, face) => [
  scaleMouth(face, { u: LIP_SIZE.u * left, v: LIP_SIZE.v * left }),
]

/** The corners of the mouth closer together or further apart. */
export const lipWidth: FeatureWarp = ({ left }, face) => [
  scaleMouth(face, { u: LIP_WIDTH * left, v: 0 }),
]

/** The two peaks of the upper lip lower or higher; the dip between them stays. */
export const lipPeak: FeatureWarp = ({ left }, face) => {
  const { halfWidth, roomAbove } = mouthOf(face)
  const { upperLipTop, upperLipBottom } = FACE
  const { least, most, ofHeight } = LIP_PEAK.rise
  const dip = face.landmarks[upperLipTop]!
  const inside = face.landmarks[upperLipBottom]!
  const height = inside.v - dip.v
  const rise = Math.min(most, Math.max(least, height * ofHeight))
  const side = halfWidth * LIP_PEAK.side
  const [whole, up] = [height * LIP_PEAK.whole, roomAbove * LIP_PEAK.fades.up]
  return PEAK_LANDMARKS.map((index) => {
    const peak = face.landmarks[index]!
    const displace: Displace = (u, v, sum) => {
      const down = v - peak.v
      const share =
        down < 0 ? falloff(whole, up, down) : falloff(whole, height * LIP_PEAK.fades.down, down)
      sum.v -= rise * left * share * falloff(0, side, u - peak.u)
    }
    return withSupportAround(
      displace,
      peak,
      side,
      Math.max(whole, up),
      height * LIP_PEAK.fades.down,
    )
  })
}

const PEAK_LANDMARKS = [37, 267] as const

/** The upper lip thinner or fuller; the line between the lips stays. */
export const lipHeightTop: FeatureWarp = ({ left }, face) => [
  lipHeight(face, UPPER_LIP, left, mouthOf(face).roomAbove * LIP_HEIGHT.roomAbove),
]

/** The lower lip thinner or fuller. */
export const lipHeightBottom: FeatureWarp = ({ left }, face) => [
  lipHeight(face, LOWER_LIP, left, mouthOf(face).roomBelow * LIP_HEIGHT.roomBelow),
]

/** The edges of a lip as landmarks, from the person's right corner to the left one. */
type LipContour = { outer: readonly number[]; inner: readonly number[] }

const UPPER_LIP: LipContour = {
  outer: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  inner: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
}
const LOWER_LIP: LipContour = {
  outer: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  inner: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
}

/** Moves a lip's outer edge by a share of its thickness there. Outside the lip the move falls off within `room`. */
function lipHeight(
  { landmarks }: NormalisedFace,
  lip: LipContour,
  amount: number,
  room: number,
): LocalWarp {
  const outer = lip.outer.map((i) => landmarks[i]!)
  const inner = lip.inner.map((i) => landmarks[i]!)
  const thickest = Math.max(...outer.map(({ v }, k) => Math.abs(v - inner[k]!.v)))
  const us = outer.map(({ u }) => u)
  const vs = [...outer, ...inner].map(({ v }) => v)
  // Towards the corners the lip is treated as a little thicker than it is (see `size` below).
  const far = room + LIP_CORNER * thickest
  const support = {
    left: Math.min(...us),
    right: Math.max(...us),
    top: Math.min(...vs) - far,
    bottom: Math.max(...vs) + far,
  }
  return withSupport(support, (u, v, sum) => {
    const edge = lipHeightAt(outer, u)
    const line = lipHeightAt(inner, u)
    if (edge === undefined || line === undefined) return
    const thick = edge - line
    const size = Math.max(Math.abs(thick), thickest * LIP_CORNER)
    const t = (v - line) / (Math.sign(thick) * size)
    const share = t <= 1 ? smoothstep(0, 1, t) : falloff(0, room, (t - 1) * size)
    sum.v += thick * (amount > 0 ? LIP_HEIGHT.thicker : LIP_HEIGHT.thinner) * amount * share
  })
}

/** `v` of an edge at a `u`, linear between its landmarks; undefined beside it. */
function lipHeightAt(edge: FacePoint[], u: number): number | undefined {
  for (let k = 0; k + 1 < edge.length; k++) {
    const a = edge[k]!
    const b = edge[k + 1]!
    if (u >= a.u && u < b.u) return a.v + ((b.v - a.v) * (u - a.u)) / (b.u - a.u)
  }
  return undefined
}
