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
import { falloff } from '../../geometry/smoothstep.ts'
import type { FeatureWarp } from './features.ts'

/** A disc around the eye with its lids and lashes, whose falloff ends before the other eye and in the brow. */
function discOf({ centre, halfWidth, browDistance }: Eye, inner = 0.6): SoftDisc {
  const outer = halfWidth * 2.15
  return { centre, inner: halfWidth * inner, outer, outerUp: Math.min(outer, browDistance * 1.3) }
}

function forBothEyes(face: NormalisedFace, warp: (eye: Eye) => LocalWarp): LocalWarp[] {
  return [warp(face.eyes.left), warp(face.eyes.right)]
}

/** Each eye smaller or larger, its iris round. */
export const eyeSize: FeatureWarp = (amount, face) =>
  forBothEyes(face, (eye) => {
    const sided = eye.side === 1 ? amount.left : amount.right
    const by = sided * (sided > 0 ? 0.3 : 0.24)
    return scaleDisc(discOf(eye), { u: by, v: by })
  })

/** The eyes closer together or further apart, with their brows. */
export const eyeDistance: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, ({ centre, side, halfWidth }) =>
    shiftBox(
      {
        centre,
        inner: { u: halfWidth, v: halfWidth },
        outer: { u: halfWidth * 2.15, v: halfWidth * 2.4 },
        innerUp: halfWidth * 1.6,
        outerUp: halfWidth * 3.6,
      },
      { u: side * 0.075 * left, v: 0 },
    ),
  )

/** The outer corners lower or higher. */
export const eyeAngle: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, (eye) => rotateDisc(discOf(eye, 0.85), -eye.side * 0.22 * left))

/**
 * The opening between the lids lower or higher. The iris is widened as much, so that it stays round. (A real lid would
 * uncover more of the iris, but the picture does not show that part.)
 */
export const eyeHeight: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, (eye) => {
    const by = left * (left > 0 ? 0.3 : 0.26)
    const lids = scaleDisc(discOf(eye), { u: 0, v: by })
    const iris = scaleDisc(
      { centre: eye.iris, inner: eye.irisRadius * 0.9, outer: eye.halfWidth * 1.1 },
      { u: by, v: 0 },
    )
    return withSupport(unionOfSupports([lids.support, iris.support]), (u, v, sum) => {
      lids(u, v, sum)
      iris(u, v, sum)
    })
  })

/** The eyes shorter or longer from corner to corner; the irises keep their shape. */
export const eyeWidth: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, ({ centre, iris, irisRadius, halfWidth }) => {
    const displace: Displace = (u, v, sum) => {
      const across = u - iris.u
      const beyond = Math.sign(across) * Math.max(0, Math.abs(across) - irisRadius)
      const share =
        falloff(halfWidth * 0.9, halfWidth * 2.15, u - centre.u) *
        falloff(halfWidth * 0.7, halfWidth * 1.8, v - centre.v)
      sum.u += left * 0.3 * beyond * share
    }
    return withSupportAround(displace, centre, halfWidth * 2.15, halfWidth * 1.8)
  })
