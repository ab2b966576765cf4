import { ease, fade } from '../../face/warp/ease.ts'
import type { FacePoint } from '../../face/warp/face-frame.ts'
import {
  type Displace,
  type LocalWarp,
  scaleBox,
  withSupport,
  withSupportAround,
} from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { FeatureWarp } from './feature-warp.ts'

type Mouth = {
  centre: FacePoint
  /** Half the distance of the corners. */
  half: number
  /** From the centre to the upper and lower edge of the lips. */
  above: number
  below: number
  /** Room up to the nose and down to the chin. */
  roomAbove: number
  roomBelow: number
}

function mouthOf({ places }: NormalisedFace): Mouth {
  const left = places[FACE.leftMouthCorner]!
  const right = places[FACE.rightMouthCorner]!
  const top = places[FACE.upperLipTop]!
  const bottom = places[FACE.lowerLipBottom]!
  const centre = { u: (left.u + right.u) / 2, v: (top.v + bottom.v) / 2 }
  return {
    centre,
    half: Math.max(0.15, Math.abs(left.u - right.u) / 2),
    above: Math.max(0.03, centre.v - top.v),
    below: Math.max(0.03, bottom.v - centre.v),
    roomAbove: Math.max(0.1, top.v - places[FACE.noseBase]!.v),
    roomBelow: Math.max(0.2, places[FACE.chin]!.v - bottom.v),
  }
}

function scaleMouth(map: NormalisedFace, by: FacePoint): LocalWarp {
  const { centre, half, above, below, roomAbove, roomBelow } = mouthOf(map)
  return scaleBox(
    {
      centre,
      inner: { u: half * 0.85, v: below * 0.9 },
      outer: { u: half * 1.65, v: below + roomBelow * 0.75 },
      innerUp: above * 0.9,
      outerUp: above + roomAbove * 1.25,
    },
    by,
  )
}

/** The mouth as a whole smaller or larger. */
export const lipSize: FeatureWarp = ({ left }, map) => [
  scaleMouth(map, { u: 0.16 * left, v: 0.22 * left }),
]

/** The corners of the mouth closer together or further apart. */
export const lipWidth: FeatureWarp = ({ left }, map) => [scaleMouth(map, { u: 0.18 * left, v: 0 })]

/** The peaks of the upper lip lower or higher, the dip between them staying. */
export const lipPeak: FeatureWarp = ({ left }, map) => {
  const { half, roomAbove } = mouthOf(map)
  const { upperLipTop, upperLipBottom } = FACE
  const dip = map.places[upperLipTop]!
  const inside = map.places[upperLipBottom]!
  const height = Math.max(0.03, inside.v - dip.v)
  const rise = Math.min(0.06, Math.max(0.03, height * 0.5))
  const side = Math.max(0.06, half * 0.42)
  return PEAK_LANDMARKS.map((index) => {
    const peak = map.places[index]!
    const step: Displace = (u, v, sum) => {
      const down = v - peak.v
      const share =
        down < 0
          ? fade(down, height * 0.2, roomAbove * 1.1)
          : fade(down, height * 0.2, height * 1.1)
      sum.v -= rise * left * share * fade(u - peak.u, 0, side)
    }
    return withSupportAround(
      step,
      peak,
      side,
      Math.max(height * 0.2, roomAbove * 1.1),
      height * 1.1,
    )
  })
}

const PEAK_LANDMARKS = [37, 267] as const

/** The upper lip thinner or fuller; the line between the lips stays. */
export const lipHeightTop: FeatureWarp = ({ left }, map) => [
  lipHeight(map, UPPER_LIP, left, mouthOf(map).roomAbove * 1.05),
]

/** The lower lip thinner or fuller. */
export const lipHeightBottom: FeatureWarp = ({ left }, map) => [
  lipHeight(map, LOWER_LIP, left, mouthOf(map).roomBelow * 0.6),
]

/** The edges of a lip from the person's right corner to the left one. */
type LipContour = { outer: readonly number[]; inner: readonly number[] }

const UPPER_LIP: LipContour = {
  outer: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  inner: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
}
const LOWER_LIP: LipContour = {
  outer: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  inner: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
}

/** Moves a lip's outer edge by a share of its thickness there; the move dies within `room` outside the lip. */
function lipHeight(
  { places }: NormalisedFace,
  lip: LipContour,
  amount: number,
  room: number,
): LocalWarp {
  const outer = lip.outer.map((i) => places[i]!)
  const inner = lip.inner.map((i) => places[i]!)
  const thickest = Math.max(0.03, ...outer.map(({ v }, k) => Math.abs(v - inner[k]!.v)))
  const us = outer.map(({ u }) => u)
  const vs = [...outer, ...inner].map(({ v }) => v)
  // Where the lip is thinnest its edge is taken to lie a little further out.
  const far = room + 0.2 * thickest
  const ends = {
    left: Math.min(...us),
    right: Math.max(...us),
    top: Math.min(...vs) - far,
    bottom: Math.max(...vs) + far,
  }
  return withSupport(ends, (u, v, sum) => {
    const edge = heightAt(outer, u)
    const line = heightAt(inner, u)
    if (edge === undefined || line === undefined) return
    const thick = edge - line
    const t = (v - line) / (Math.sign(thick) * Math.max(Math.abs(thick), thickest * 0.2))
    const size = Math.max(Math.abs(thick), thickest * 0.2)
    const share = t <= 1 ? ease(t, 0, 1) : fade((t - 1) * size, 0, room)
    sum.v += thick * (amount > 0 ? 0.6 : 0.5) * amount * share
  })
}

function heightAt(edge: FacePoint[], u: number): number | undefined {
  for (let k = 0; k + 1 < edge.length; k++) {
    const a = edge[k]!
    const b = edge[k + 1]!
    if (u >= a.u && u < b.u) return a.v + ((b.v - a.v) * (u - a.u)) / (b.u - a.u)
  }
  return undefined
}
