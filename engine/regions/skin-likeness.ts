import type { LabPlanes } from '../raster/lab-planes.ts'

/** How far a pixel's colour is from that of somebody's skin in any light, about in CIELAB units. */
export type SkinDistance = (pixel: number) => number

/** Beyond these shares of the typical lightness skin is too dark or too light to be told. */
const LIGHTNESS = { least: 0.3, most: 1.35 } as const

/** A pixel that cannot be skin. */
const FAR = 60

/**
 * The distance from the median colour of some pixels of skin. The same skin in more or less light has a* and b* in
 * proportion to L* + 16, so colour is compared at the lightness of the skin itself.
 */
export function skinDistance(lab: LabPlanes, pixels: readonly number[]): SkinDistance {
  if (pixels.length === 0) return () => FAR
  const [l0, a0, b0] = [lab.l, lab.a, lab.b].map((plane) => median(pixels.map((i) => plane[i]!)))
  return (i) => {
    const l = lab.l[i]!
    if (l < LIGHTNESS.least * l0! || l > Math.max(LIGHTNESS.most * l0!, l0! + 12)) return FAR
    const by = (l0! + 16) / (l + 16)
    return Math.hypot(lab.a[i]! * by - a0!, 0.8 * (lab.b[i]! * by - b0!))
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
