import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { planeDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { NOSTRILS, SOFT_LEAST } from './tuning.ts'

/**
 * Makes the underside of the nose no darker for its skin than the target's is: how dark it looks is up to the light and
 * to where the camera is. Its shadow is of the colour of skin: of a nearly black one no colour is left to be relit.
 * @param lab the relit donor at the fine size, which is changed
 * @param target the target's L*, and the light on it
 */
export function matchNostrils(
  lab: LabPlanes,
  target: { l: Float32Array; light: LabPlanes },
  region: FaceRegionGeometry,
): void {
  const inside = allocZeroPlane(lab.l.length)
  paintPolygon(inside, region, landmarkPath(region, NOSTRILS.ring))
  const [own, wanted] = [lab.l, target.l].map((plane) => planeDifference(plane, target.light.l))
  const shares = NOSTRILS.quantiles.map((quantile) => {
    const [is, was] = [own, wanted].map((plane) => medianWithin(plane!, inside, quantile))
    return is! < 0 ? Math.min(1, Math.min(0, was!) / is!) : 1
  })
  const share = Math.max(NOSTRILS.least, Math.min(...shares))
  if (share === 1) return
  const soft = blur(inside, region, NOSTRILS.feather * region.faceWidth)
  const { l: light, a: skinA, b: skinB } = target.light
  lighten({ ...lab, light, skinA, skinB, soft }, { share })
}

const lighten = formula(
  { planes: ['l', 'a', 'b', 'light', 'skinA', 'skinB', 'soft'], scalars: ['share'] },
  `
  where soft > ${SOFT_LEAST}
  darker = min(0, l - light)
  taken = min(1, 2 * soft) * (1 - share)
  shade = taken * min(1, (0 - darker) / ${NOSTRILS.shade})
  l = l - taken * darker
  lit = (l + 16) / (light + 16)
  a = a + shade * (lit * skinA - a)
  b = b + shade * (lit * skinB - b)
`,
)
