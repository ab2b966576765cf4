import type { LabColour } from '../../../raster/colour/lab.ts'
import { CLOTH_LIGHTNESS } from '../tuning.ts'

/** How far apart two colours are in CIELAB; light counts less, as it changes along one cloth. */
export function clothColourDistance(one: LabColour, other: LabColour): number {
  return Math.hypot(CLOTH_LIGHTNESS * (one.l - other.l), one.a - other.a, one.b - other.b)
}
