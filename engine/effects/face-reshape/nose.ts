import type { FacePoint } from '../../face/warp/face-frame.ts'
import { scaleBox, scaleDisc, shiftBox, withSupport } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { falloff, smoothstep } from '../../geometry/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { FeatureWarp } from './features.ts'

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
    halfWidth: Math.max(0.12, (left.u - right.u) / 2),
    roomAbove: Math.max(0.25, wings.v - lids),
    lips: Math.min(...LIP_PEAKS.map((i) => landmarks[i]!.v)),
  }
}

/** The bridge narrower or wider, from between the eyes to the tip, along the slant of a turned nose. */
export const noseBridgeWidth: FeatureWarp = ({ left }, face) => {
  const { top, tip, halfWidth } = noseOf(face)
  const length = Math.max(0.2, tip.v - top.v)
  const corners = [face.eyes.left, face.eyes.right].map(
    ({ centre, halfWidth: wide }) => Math.abs(centre.u - top.u) - wide * 0.95,
  )
  const corner = Math.max(0.12, Math.min(...corners))
  const slant = tip.u - top.u
  const wide = Math.max(corner, 1.15 * halfWidth)
  const support = {
    left: Math.min(top.u, tip.u) - Math.abs(slant) * 0.2 - wide,
    right: Math.max(top.u, tip.u) + Math.abs(slant) * 0.2 + wide,
    top: top.v - 0.2 * length,
    bottom: top.v + 1.05 * length,
  }
  return [
    withSupport(support, (u, v, sum) => {
      const t = (v - top.v) / length
      const share = smoothstep(-0.2, 0.15, t) * (1 - smoothstep(0.7, 1.05, t))
      if (share === 0) return
      const across = u - (top.u + slant * t)
      const end = corner + (1.15 * halfWidth - corner) * smoothstep(0, 0.8, t)
      sum.u += left * 0.55 * across * share * falloff(0.2 * halfWidth, end, across)
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
        outer: { u: halfWidth + 0.32, v: Math.max(base.v + 0.18, lips) - wings.v },
        innerUp: 0.04,
        outerUp: roomAbove,
      },
      { u: 0, v: -0.1 * left },
    ),
  ]
}

/** The whole nose below the eyes smaller or larger. */
export const noseSize: FeatureWarp = ({ left }, face) => {
  const { wings, halfWidth, roomAbove, lips } = noseOf(face)
  const middle = wings.v - 0.08
  return [
    scaleBox(
      {
        centre: { u: wings.u, v: middle },
        inner: { u: halfWidth * 0.8, v: 0.16 },
        outer: { u: halfWidth + 0.4, v: Math.max(0.32, lips - middle) },
        innerUp: 0.1,
        outerUp: roomAbove - 0.03,
      },
      { u: 0.24 * left, v: 0.2 * left },
    ),
  ]
}

/** The tip smaller or larger. */
export const noseTip: FeatureWarp = ({ left }, face) => {
  const { tip, halfWidth, lips } = noseOf(face)
  const by = 0.34 * left
  const outer = Math.min(halfWidth * 1.35, Math.max(halfWidth * 0.7, lips - tip.v))
  return [scaleDisc({ centre: tip, inner: halfWidth * 0.3, outer }, { u: by, v: by })]
}

/** The tip narrower or wider. */
export const noseTipWidth: FeatureWarp = ({ left }, face) => {
  const { tip, halfWidth, lips } = noseOf(face)
  return [
    scaleBox(
      {
        centre: tip,
        inner: { u: halfWidth * 0.35, v: halfWidth * 0.4 },
        outer: { u: halfWidth * 1.3, v: Math.max(halfWidth * 0.7, lips - tip.v) },
        outerUp: halfWidth * 1.3,
      },
      { u: 0.4 * left, v: 0 },
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
        inner: { u: halfWidth, v: 0.08 },
        outer: { u: halfWidth + 0.34, v: 0.32 },
      },
      { u: 0.26 * left, v: 0 },
    ),
  ]
}
