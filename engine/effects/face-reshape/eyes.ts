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
import { EYE_ANGLE, EYE_DISC, EYE_DISTANCE, EYE_HEIGHT, EYE_SIZE, EYE_WIDTH } from './tuning.ts'

/** A disc around the eye with its lids and lashes, whose falloff ends before the other eye and in the brow. */
function discOf(
  { centre, halfWidth, browDistance }: Eye,
  inner: number = EYE_DISC.inner,
): SoftDisc {
  const outer = halfWidth * EYE_DISC.outer
  return {
    centre,
    inner: halfWidth * inner,
    outer,
    outerUp: Math.min(outer, browDistance * EYE_DISC.brow),
  }
}

function forBothEyes(face: NormalisedFace, warp: (eye: Eye) => LocalWarp): LocalWarp[] {
  return [warp(face.eyes.left), warp(face.eyes.right)]
}

/** Each eye smaller or larger, its iris round. */
export const eyeSize: FeatureWarp = (amount, face) =>
  forBothEyes(face, (eye) => {
    const sided = eye.side === 1 ? amount.left : amount.right
    const by = sided * (sided > 0 ? EYE_SIZE.larger : EYE_SIZE.smaller)
    return scaleDisc(discOf(eye), { u: by, v: by })
  })

/** The eyes closer together or further apart, with their brows. */
export const eyeDistance: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, ({ centre, side, halfWidth }) =>
    shiftBox(
      {
        centre,
        inner: { u: halfWidth, v: halfWidth },
        outer: { u: halfWidth * EYE_DISTANCE.outer.u, v: halfWidth * EYE_DISTANCE.outer.v },
        innerUp: halfWidth * EYE_DISTANCE.innerUp,
        outerUp: halfWidth * EYE_DISTANCE.outerUp,
      },
      { u: side * EYE_DISTANCE.by * left, v: 0 },
    ),
  )

/** The outer corners lower or higher. */
export const eyeAngle: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, (eye) =>
    rotateDisc(discOf(eye, EYE_ANGLE.inner), -eye.side * EYE_ANGLE.by * left),
  )

/**
 * The opening between the lids lower or higher. The iris is widened as much, so that it stays round. (A real lid would
 * uncover more of the iris, but the picture does not show that part.)
 */
export const eyeHeight: FeatureWarp = ({ left }, face) =>
  forBothEyes(face, (eye) => {
    const by = left * (left > 0 ? EYE_HEIGHT.higher : EYE_HEIGHT.lower)
    const lids = scaleDisc(discOf(eye), { u: 0, v: by })
    const iris = scaleDisc(
      {
        centre: eye.iris,
        inner: eye.irisRadius * EYE_HEIGHT.iris.inner,
        outer: eye.halfWidth * EYE_HEIGHT.iris.outer,
      },
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
    const { inner, outer } = EYE_WIDTH
    const displace: Displace = (u, v, sum) => {
      const across = u - iris.u
      const beyond = Math.sign(across) * Math.max(0, Math.abs(across) - irisRadius)
      const share =
        falloff(halfWidth * inner.u, halfWidth * outer.u, u - centre.u) *
        falloff(halfWidth * inner.v, halfWidth * outer.v, v - centre.v)
      sum.u += left * EYE_WIDTH.by * beyond * share
    }
    return withSupportAround(displace, centre, halfWidth * outer.u, halfWidth * outer.v)
  })
