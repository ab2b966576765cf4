import type { LabColour } from '../../../raster/colour/lab.ts'

/** How far apart two colours are in CIELAB; light counts less, as it changes along one cloth. */
export function clothColourDistance(one: LabColour, other: LabColour): number {
  return Math.hypot(0.45 * (one.l - other.l), one.a - other.a, one.b - other.b)
}
