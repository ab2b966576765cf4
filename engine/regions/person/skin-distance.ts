import type { LabPlanes } from '../../raster/colour/lab-planes.ts'

/** How far a pixel's colour is from that of somebody's skin in any light, about in CIELAB units. */
export type SkinDistance = (pixel: number) => number

/**
 * Between these shares of the typical lightness skin is as likely in any light; beyond them each unit of L* is as much
 * of distance, and in blacks no hue is told any more.
 */
const LIGHTNESS = { least: 0.3, below: 0.4, most: 1.35, above: 0.12, black: 3 } as const

/** What a unit of more saturation than the face's counts: light from skin to skin makes shaded limbs redder. */
const MORE_SATURATED = 0.5

/** Colours are compared at this lightness at least: below it the differences of a dark face's colours are too small. */
const COMPARED_AT = 50

/** Above this saturation colours differ in proportion to it. */
const SATURATED = 33

/** A pixel that cannot be skin. */
const FAR = 60

/**
 * The distance from the median colour of some pixels of skin. The same skin in more or less light has a* and b* in
 * proportion to L* + 16, so colour is compared at one lightness.
 */
export function skinDistance(lab: LabPlanes, pixels: readonly number[]): SkinDistance {
  if (pixels.length === 0) return () => FAR
  const [l0, a0, b0] = [lab.l, lab.a, lab.b].map((plane) => median(pixels.map((i) => plane[i]!)))
  const lightness = Math.max(l0!, COMPARED_AT) + 16
  const [a1, b1] = [a0!, b0!].map((value) => (value * lightness) / (l0! + 16))
  const chroma = Math.hypot(a1!, b1!)
  if (chroma === 0) return () => FAR
  const [ua, ub] = [a1! / chroma, b1! / chroma]
  const share = SATURATED / Math.max(SATURATED, chroma)
  const [least, most] = [LIGHTNESS.least * l0!, Math.max(LIGHTNESS.most * l0!, l0! + 12)]
  return (i) => {
    const l = lab.l[i]!
    if (l < LIGHTNESS.black) return FAR
    const by = lightness / (l + 16)
    const [a, b] = [lab.a[i]! * by, lab.b[i]! * by]
    const along = a * ua + b * ub - chroma
    const hue = Math.hypot(along * (along > 0 ? MORE_SATURATED : 1), b * ua - a * ub)
    return (
      share * hue +
      LIGHTNESS.below * Math.max(0, least - l) +
      LIGHTNESS.above * Math.max(0, l - most)
    )
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
