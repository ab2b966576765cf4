import type { FacePoint } from '../../face/warp/face-frame.ts'
import { scaleBox, scaleDisc, shiftBox, withSupport } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { falloff, smoothstep } from '../../geometry/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { FeatureWarp } from './features.ts'
import {
  LEAST_NOSE,
  NOSE_BRIDGE,
  NOSE_LIFT,
  NOSE_SIZE,
  NOSE_TIP,
  NOSE_TIP_WIDTH,
  NOSE_WING,
} from './tuning.ts'

type Nose = {
  /** Where the bridge begins, between the eyes. */
  top: FacePoint
  tip: FacePoint
  base: FacePoint
  /** The middle of the wings. */
  wings: FacePoint
  /** Half the width over the wings. */
  halfWidth: number
  /** From the wings up to the lower lids. */
  roomAbove: number
  /** The upper edge of the lips, which stay where they are. */
  lips: number
}

/** The highest points of the upper lip. */
const LIP_PEAKS = [37, FACE.upperLipTop, 267]

function noseOf({ landmarks, eyes }: NormalisedFace): Nose {
  const left = landmarks[FACE.leftNoseWing]!
  const right = landmarks[FACE.rightNoseWing]!
  const wings = { u: (left.u + right.u) / 2, v: (left.v + right.v) / 2 }
  const lids = Math.max(
    ...[eyes.left, eyes.right].map(({ centre, halfOpening }) => centre.v + halfOpening),
  )
  return {
    top: landmarks[FACE.noseTop]!,
    tip: landmarks[FACE.noseTip]!,
    base: landmarks[FACE.noseBase]!,
    wings,
    halfWidth: (left.u - right.u) / 2,
    roomAbove: Math.max(LEAST_NOSE.roomAbove, wings.v - lids),
    lips: Math.min(...LIP_PEAKS.map((i) => landmarks[i]!.v)),
  }
}

/** The bridge narrower or wider, from between the eyes to the tip, along the slant of a turned nose. */
export const noseBridgeWidth: FeatureWarp = ({ left }, face) => {
  const { top, tip, halfWidth } = noseOf(face)
  const { rises, ends, inner, outer } = NOSE_BRIDGE
  const length = tip.v - top.v
  const corners = [face.eyes.left, face.eyes.right].map(
    ({ centre, halfWidth: wide }) => Math.abs(centre.u - top.u) - wide * NOSE_BRIDGE.eye,
  )
  const corner = Math.max(LEAST_NOSE.corner, Math.min(...corners))
  const slant = tip.u - top.u
  const low = outer * halfWidth
  const wide = Math.max(corner, low)
  const support = {
    left: Math.min(top.u, tip.u) - Math.abs(slant) * -rises[0] - wide,
    right: Math.max(top.u, tip.u) + Math.abs(slant) * -rises[0] + wide,
    top: top.v + rises[0] * length,
    bottom: top.v + ends[1] * length,
  }
  return [
    withSupport(support, (u, v, sum) => {
      const t = (v - top.v) / length
      const share = smoothstep(...rises, t) * (1 - smoothstep(...ends, t))
      if (share === 0) return
      const across = u - (top.u + slant * t)
      const end = corner + (low - corner) * smoothstep(0, NOSE_BRIDGE.widens, t)
      sum.u += left * NOSE_BRIDGE.by * across * share * falloff(inner * halfWidth, end, across)
    }),
  ]
}

/** The nose shorter, its tip and wings lifted (positive), or longer. */
export const noseLift: FeatureWarp = ({ left }, face) => {
  const { wings, base, halfWidth, roomAbove, lips } = noseOf(face)
  return [
    shiftBox(
      {
        centre: wings,
        inner: { u: halfWidth, v: base.v - wings.v },
        outer: {
          u: halfWidth + NOSE_LIFT.outer.u,
          v: Math.max(base.v + NOSE_LIFT.outer.v, lips) - wings.v,
        },
        innerUp: NOSE_LIFT.innerUp,
        outerUp: roomAbove,
      },
      { u: 0, v: NOSE_LIFT.by * left },
    ),
  ]
}

/** The whole nose below the eyes smaller or larger. */
export const noseSize: FeatureWarp = ({ left }, face) => {
  const { wings, halfWidth, roomAbove, lips } = noseOf(face)
  const { inner, outer } = NOSE_SIZE
  const middle = wings.v - NOSE_SIZE.middle
  return [
    scaleBox(
      {
        centre: { u: wings.u, v: middle },
        inner: { u: halfWidth * inner.u, v: inner.v },
        outer: { u: halfWidth + outer.u, v: Math.max(outer.v, lips - middle) },
        innerUp: inner.up,
        outerUp: roomAbove - outer.belowLids,
      },
      { u: NOSE_SIZE.by.u * left, v: NOSE_SIZE.by.v * left },
    ),
  ]
}

/** The tip smaller or larger. */
export const noseTip: FeatureWarp = ({ left }, face) => {
  const { tip, halfWidth, lips } = noseOf(face)
  const by = NOSE_TIP.by * left
  const outer = Math.min(
    halfWidth * NOSE_TIP.outer,
    Math.max(halfWidth * NOSE_TIP.least, lips - tip.v),
  )
  return [scaleDisc({ centre: tip, inner: halfWidth * NOSE_TIP.inner, outer }, { u: by, v: by })]
}

/** The tip narrower or wider. */
export const noseTipWidth: FeatureWarp = ({ left }, face) => {
  const { inner, outer } = NOSE_TIP_WIDTH
  const { tip, halfWidth, lips } = noseOf(face)
  return [
    scaleBox(
      {
        centre: tip,
        inner: { u: halfWidth * inner.u, v: halfWidth * inner.v },
        outer: { u: halfWidth * outer.u, v: Math.max(halfWidth * outer.least, lips - tip.v) },
        outerUp: halfWidth * outer.up,
      },
      { u: NOSE_TIP_WIDTH.by * left, v: 0 },
    ),
  ]
}

/** The wings closer together or wider. */
export const noseWing: FeatureWarp = ({ left }, face) => {
  const { wings, halfWidth } = noseOf(face)
  return [
    scaleBox(
      {
        centre: wings,
        inner: { u: halfWidth, v: NOSE_WING.inner },
        outer: { u: halfWidth + NOSE_WING.outer.u, v: NOSE_WING.outer.v },
      },
      { u: NOSE_WING.by * left, v: 0 },
    ),
  ]
}
