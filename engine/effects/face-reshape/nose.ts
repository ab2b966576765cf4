import { ease } from '../../face/warp/ease.ts'
import type { FacePoint } from '../../face/warp/face-frame.ts'
import { scaleBox, scaleDisc, shiftBox, withSupport } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { FeatureWarp } from './feature-warp.ts'

type Nose = {
  /** Where the bridge begins, between the eyes. */
  top: FacePoint
  tip: FacePoint
  base: FacePoint
  /** The middle of the wings. */
  wings: FacePoint
  /** Half the width over the wings. */
  half: number
  /** From the wings up to the lower lids. */
  roomAbove: number
  /** The upper edge of the lips, which stay where they are. */
  lips: number
}

/** The highest places of the upper lip. */
const LIP_PEAKS = [37, FACE.upperLipTop, 267]

function noseOf({ places, eyes }: NormalisedFace): Nose {
  const left = places[FACE.leftNoseWing]!
  const right = places[FACE.rightNoseWing]!
  const wings = { u: (left.u + right.u) / 2, v: (left.v + right.v) / 2 }
  const lids = Math.max(...[eyes.left, eyes.right].map(({ centre, open }) => centre.v + open))
  return {
    top: places[FACE.noseTop]!,
    tip: places[FACE.noseTip]!,
    base: places[FACE.noseBase]!,
    wings,
    half: Math.max(0.12, (left.u - right.u) / 2),
    roomAbove: Math.max(0.25, wings.v - lids),
    lips: Math.min(...LIP_PEAKS.map((i) => places[i]!.v)),
  }
}

/** The bridge narrower or wider, from between the eyes to the tip. */
export const noseBridgeWidth: FeatureWarp = ({ left }, map) => {
  const { top, tip, half } = noseOf(map)
  const length = Math.max(0.2, tip.v - top.v)
  const corners = [map.eyes.left, map.eyes.right].map(
    ({ centre, half: wide }) => Math.abs(centre.u - top.u) - wide * 0.95,
  )
  const corner = Math.max(0.12, Math.min(...corners))
  const slant = tip.u - top.u
  const wide = Math.max(corner, 1.15 * half)
  const ends = {
    left: Math.min(top.u, tip.u) - Math.abs(slant) * 0.2 - wide,
    right: Math.max(top.u, tip.u) + Math.abs(slant) * 0.2 + wide,
    top: top.v - 0.2 * length,
    bottom: top.v + 1.05 * length,
  }
  return [
    withSupport(ends, (u, v, sum) => {
      const t = (v - top.v) / length
      const share = ease(t, -0.2, 0.15) * (1 - ease(t, 0.7, 1.05))
      if (share === 0) return
      const across = u - (top.u + slant * t)
      const end = corner + (1.15 * half - corner) * ease(t, 0, 0.8)
      sum.u += left * 0.55 * across * share * (1 - ease(Math.abs(across), 0.2 * half, end))
    }),
  ]
}

/** The nose shorter, its tip and wings lifted (positive), or longer. */
export const noseLift: FeatureWarp = ({ left }, map) => {
  const { wings, base, half, roomAbove, lips } = noseOf(map)
  return [
    shiftBox(
      {
        centre: wings,
        inner: { u: half, v: base.v - wings.v },
        outer: { u: half + 0.32, v: Math.max(base.v + 0.18, lips) - wings.v },
        innerUp: 0.04,
        outerUp: roomAbove,
      },
      { u: 0, v: -0.1 * left },
    ),
  ]
}

/** The whole nose below the eyes smaller or larger. */
export const noseSize: FeatureWarp = ({ left }, map) => {
  const { wings, half, roomAbove, lips } = noseOf(map)
  const middle = wings.v - 0.08
  return [
    scaleBox(
      {
        centre: { u: wings.u, v: middle },
        inner: { u: half * 0.8, v: 0.16 },
        outer: { u: half + 0.4, v: Math.max(0.32, lips - middle) },
        innerUp: 0.1,
        outerUp: roomAbove - 0.03,
      },
      { u: 0.24 * left, v: 0.2 * left },
    ),
  ]
}

/** The tip smaller or larger. */
export const noseTip: FeatureWarp = ({ left }, map) => {
  const { tip, half, lips } = noseOf(map)
  const by = 0.34 * left
  const outer = Math.min(half * 1.35, Math.max(half * 0.7, lips - tip.v))
  return [scaleDisc({ centre: tip, inner: half * 0.3, outer }, { u: by, v: by })]
}

/** The tip narrower or wider. */
export const noseTipWidth: FeatureWarp = ({ left }, map) => {
  const { tip, half, lips } = noseOf(map)
  return [
    scaleBox(
      {
        centre: tip,
        inner: { u: half * 0.35, v: half * 0.4 },
        outer: { u: half * 1.3, v: Math.max(half * 0.7, lips - tip.v) },
        outerUp: half * 1.3,
      },
      { u: 0.4 * left, v: 0 },
    ),
  ]
}

/** The wings closer together or wider. */
export const noseWing: FeatureWarp = ({ left }, map) => {
  const { wings, half } = noseOf(map)
  return [
    scaleBox(
      {
        centre: wings,
        inner: { u: half, v: 0.08 },
        outer: { u: half + 0.34, v: 0.32 },
      },
      { u: 0.26 * left, v: 0 },
    ),
  ]
}
