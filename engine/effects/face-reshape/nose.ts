import { FACE } from '../../vision/face.ts'
import type { Change } from './change.ts'
import { ease } from './warp/ease.ts'
import type { FaceMap } from './warp/face-map.ts'
import type { Place } from './warp/frame.ts'
import { scaleBox, scaleDisc, shiftBox } from './warp/move.ts'

type Nose = {
  /** Where the bridge begins, between the eyes. */
  top: Place
  tip: Place
  base: Place
  /** The middle of the wings. */
  wings: Place
  /** Half the width over the wings. */
  half: number
}

function noseOf({ places }: FaceMap): Nose {
  const left = places[FACE.leftNoseWing]!
  const right = places[FACE.rightNoseWing]!
  return {
    top: places[FACE.noseTop]!,
    tip: places[FACE.noseTip]!,
    base: places[FACE.noseBase]!,
    wings: { u: (left.u + right.u) / 2, v: (left.v + right.v) / 2 },
    half: Math.max(0.12, (left.u - right.u) / 2),
  }
}

/** The bridge narrower or wider, from between the eyes to the tip. */
export const noseBridgeWidth: Change = ({ left }, map) => {
  const { top, tip, half } = noseOf(map)
  const length = Math.max(0.2, tip.v - top.v)
  return [
    (u, v, sum) => {
      const t = (v - top.v) / length
      const share = ease(t, -0.2, 0.15) * (1 - ease(t, 0.7, 1.05))
      if (share === 0) return
      const across = u - (top.u + (tip.u - top.u) * t)
      const off = Math.abs(across) / half
      sum.u += left * 0.42 * across * share * (1 - ease(off, 0.25, 1.15))
    },
  ]
}

/** The nose shorter, its tip and wings lifted (positive), or longer. */
export const noseLift: Change = ({ left }, map) => {
  const { wings, base, half, top } = noseOf(map)
  const length = Math.max(0.2, base.v - top.v)
  return [
    shiftBox(
      {
        centre: wings,
        inner: { u: half, v: base.v - wings.v },
        outer: { u: half + 0.32, v: base.v - wings.v + 0.24 },
        innerUp: 0.1,
        outerUp: length * 0.85,
      },
      { u: 0, v: -0.1 * left },
    ),
  ]
}

/** The whole nose below the eyes smaller or larger. */
export const noseSize: Change = ({ left }, map) => {
  const { wings, base, half, top } = noseOf(map)
  const length = Math.max(0.2, base.v - top.v)
  return [
    scaleBox(
      {
        centre: { u: wings.u, v: wings.v - 0.08 },
        inner: { u: half * 0.8, v: 0.16 },
        outer: { u: half + 0.4, v: 0.48 },
        innerUp: length * 0.3,
        outerUp: length,
      },
      { u: 0.24 * left, v: 0.2 * left },
    ),
  ]
}

/** The tip smaller or larger. */
export const noseTip: Change = ({ left }, map) => {
  const { tip, half } = noseOf(map)
  const by = 0.34 * left
  return [scaleDisc({ centre: tip, inner: half * 0.3, outer: half * 1.35 }, { u: by, v: by })]
}

/** The tip narrower or wider. */
export const noseTipWidth: Change = ({ left }, map) => {
  const { tip, half } = noseOf(map)
  return [
    scaleBox(
      {
        centre: tip,
        inner: { u: half * 0.35, v: half * 0.4 },
        outer: { u: half * 1.3, v: half * 1.3 },
      },
      { u: 0.4 * left, v: 0 },
    ),
  ]
}

/** The wings closer together or wider. */
export const noseWing: Change = ({ left }, map) => {
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
