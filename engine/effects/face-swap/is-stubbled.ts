import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { patternWithin } from './occlusion.ts'
import { OCCLUSION_BEARD, STUBBLED } from './tuning.ts'

/**
 * Whether short hairs cover a chin: they draw a pattern on it and make it darker than the cheeks. Either alone is a
 * crease, a pore or a shadow.
 */
export function isStubbled(region: FaceRegion): boolean {
  const { ring } = OCCLUSION_BEARD
  if (patternWithin(region, ring) < STUBBLED.texture) return false
  const cheeks = STUBBLED.cheeks.reduce((sum, cheek) => sum + lightWithin(region, cheek), 0)
  return lightWithin(region, ring) < (STUBBLED.light * cheeks) / STUBBLED.cheeks.length
}

/** The mean L* + 16 in a ring of landmarks. */
function lightWithin(region: FaceRegion, ring: readonly number[]): number {
  let [sum, all] = [0, 1e-6]
  visitPolygon(region, landmarkPath(region, ring), (i, share) => {
    sum += share * (region.lab.l[i]! + 16)
    all += share
  })
  return sum / all
}
