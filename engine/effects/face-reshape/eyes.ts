import { fade } from '../../face/warp/ease.ts'
import {
  type Displace,
  type LocalWarp,
  rotateDisc,
  type SoftDisc,
  scaleDisc,
  shiftBox,
  unionOfSupports,
  withSupport,
  withSupportAround,
} from '../../face/warp/local-warp.ts'
import type { Eye, NormalisedFace } from '../../face/warp/normalised-face.ts'
import type { FeatureWarp } from './feature-warp.ts'

/** The eye with lids and lashes, dying out before the other eye and in the brow. */
function discOf({ centre, half, brow }: Eye, inner = 0.6): SoftDisc {
  const outer = half * 2.15
  return { centre, inner: half * inner, outer, outerUp: Math.min(outer, brow * 1.3) }
}

function forBothEyes(map: NormalisedFace, move: (eye: Eye) => LocalWarp): LocalWarp[] {
  return [move(map.eyes.left), move(map.eyes.right)]
}

/** Each eye smaller or larger, its iris round. */
export const eyeSize: FeatureWarp = (amount, map) =>
  forBothEyes(map, (eye) => {
    const asked = eye.side === 1 ? amount.left : amount.right
    const by = asked * (asked > 0 ? 0.3 : 0.24)
    return scaleDisc(discOf(eye), { u: by, v: by })
  })

/** The eyes closer together or further apart, with their brows. */
export const eyeDistance: FeatureWarp = ({ left }, map) =>
  forBothEyes(map, ({ centre, side, half }) =>
    shiftBox(
      {
        centre,
        inner: { u: half, v: half },
        outer: { u: half * 2.15, v: half * 2.4 },
        innerUp: half * 1.6,
        outerUp: half * 3.6,
      },
      { u: side * 0.075 * left, v: 0 },
    ),
  )

/** The outer corners lower or higher. */
export const eyeAngle: FeatureWarp = ({ left }, map) =>
  forBothEyes(map, (eye) => rotateDisc(discOf(eye, 0.85), -eye.side * 0.22 * left))

/**
 * The opening between the lids lower or higher. The iris is widened alike, so that it stays round: a lid that opens
 * would bare more of it, which no picture holds.
 */
export const eyeHeight: FeatureWarp = ({ left }, map) =>
  forBothEyes(map, (eye) => {
    const by = left * (left > 0 ? 0.3 : 0.26)
    const lids = scaleDisc(discOf(eye), { u: 0, v: by })
    const iris = scaleDisc(
      { centre: eye.iris, inner: eye.irisRadius * 0.9, outer: eye.half * 1.1 },
      { u: by, v: 0 },
    )
    return withSupport(unionOfSupports([lids.ends, iris.ends]), (u, v, sum) => {
      lids(u, v, sum)
      iris(u, v, sum)
    })
  })

/** The eyes shorter or longer from corner to corner; the irises keep their shape. */
export const eyeWidth: FeatureWarp = ({ left }, map) =>
  forBothEyes(map, ({ centre, iris, irisRadius, half }) => {
    const step: Displace = (u, v, sum) => {
      const across = u - iris.u
      const beyond = Math.sign(across) * Math.max(0, Math.abs(across) - irisRadius)
      const share =
        fade(u - centre.u, half * 0.9, half * 2.15) * fade(v - centre.v, half * 0.7, half * 1.8)
      sum.u += left * 0.3 * beyond * share
    }
    return withSupportAround(step, centre, half * 2.15, half * 1.8)
  })
