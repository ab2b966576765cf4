import { medianOrZero } from '../../geometry/quantile.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import {
  COMPARED_AT,
  MORE_SATURATED,
  SKIN_DISTANCE_FAR,
  SKIN_DISTANCE_LIGHTNESS,
  SKIN_DISTANCE_SATURATED,
} from '../tuning.ts'

/** How far a pixel's colour is from that of somebody's skin in any light, about in CIELAB units. */
export type SkinDistance = (pixel: number) => number

/**
 * The distance from the median colour of some pixels of skin. The same skin in more or less light has a* and b* in
 * proportion to L* + 16, so colour is compared at one lightness.
 */
export function skinDistance(lab: LabPlanes, pixels: readonly number[]): SkinDistance {
  if (pixels.length === 0) return () => SKIN_DISTANCE_FAR
  const [l0, a0, b0] = [lab.l, lab.a, lab.b].map((plane) =>
    medianOrZero(pixels.map((i) => plane[i]!)),
  )
  const lightness = Math.max(l0!, COMPARED_AT) + 16
  const [a1, b1] = [a0!, b0!].map((value) => (value * lightness) / (l0! + 16))
  const chroma = Math.hypot(a1!, b1!)
  if (chroma === 0) return () => SKIN_DISTANCE_FAR
  const [ua, ub] = [a1! / chroma, b1! / chroma]
  const share = SKIN_DISTANCE_SATURATED / Math.max(SKIN_DISTANCE_SATURATED, chroma)
  const [least, most] = [
    SKIN_DISTANCE_LIGHTNESS.least * l0!,
    Math.max(SKIN_DISTANCE_LIGHTNESS.most * l0!, l0! + 12),
  ]
  return (i) => {
    const l = lab.l[i]!
    if (l < SKIN_DISTANCE_LIGHTNESS.black) return SKIN_DISTANCE_FAR
    const by = lightness / (l + 16)
    const [a, b] = [lab.a[i]! * by, lab.b[i]! * by]
    const along = a * ua + b * ub - chroma
    const hue = Math.hypot(along * (along > 0 ? MORE_SATURATED : 1), b * ua - a * ub)
    return (
      share * hue +
      SKIN_DISTANCE_LIGHTNESS.below * Math.max(0, least - l) +
      SKIN_DISTANCE_LIGHTNESS.above * Math.max(0, l - most)
    )
  }
}
