import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { planeDifference } from '../../raster/colour/lab-difference.ts'
import { blur } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { NOSTRILS } from './tuning.ts'

/**
 * Makes nostrils no darker for their skin than the target's are: how dark they look is up to the light and to where
 * the camera is.
 * @param l of the relit donor at the fine size, which is changed
 * @param target its L*, and that of the light on it
 */
export function matchNostrils(
  l: Float32Array,
  target: { l: Float32Array; light: Float32Array },
  region: FaceRegionGeometry,
): void {
  const inside = allocZeroPlane(l.length)
  paintPolygon(inside, region, landmarkPath(region, NOSTRILS.ring))
  const [own, wanted] = [l, target.l].map((plane) =>
    medianWithin(planeDifference(plane, target.light), inside, NOSTRILS.quantile),
  )
  if (own! >= wanted! || own! >= 0) return
  const share = Math.max(NOSTRILS.least, Math.min(0, wanted!) / own!)
  const soft = blur(inside, region, NOSTRILS.feather * region.faceWidth)
  lighten({ l, light: target.light, soft }, { share })
}

const lighten = formula(
  { planes: ['l', 'light', 'soft'], scalars: ['share'] },
  `
  where soft > 0.01
  darker = min(0, l - light)
  l = l - min(1, 2 * soft) * (1 - share) * darker
`,
)
