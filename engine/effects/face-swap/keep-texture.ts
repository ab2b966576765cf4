import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { planeDifference } from '../../raster/colour/lab-difference.ts'
import { blur } from '../../raster/filter/blur.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { STUBBLE } from './tuning.ts'

/**
 * Keeps the target's stubble, which goes on over jaw and neck, and then the pores of its skin, without which a donor's
 * smooth or enlarged skin looks waxy: where its skin is rougher than the donor's, first around mouth and chin and then
 * in the whole face, its finest detail is added.
 * @param l of the relit donor at the fine size, which is changed
 * @param target L* of the target at that size
 * @param skin that both faces show, 0–1
 */
export function keepTexture(
  l: Float32Array,
  target: Float32Array,
  skin: Float32Array,
  region: FaceRegionGeometry,
): void {
  const zone = allocZeroPlane(l.length)
  paintPolygon(zone, region, landmarkPath(region, STUBBLE.ring))
  const mouth = allocZeroPlane(l.length)
  paintPolygon(mouth, region, landmarkPath(region, FACE.lipsOuter))
  const near = blur(mouth, region, STUBBLE.mouth * region.faceWidth)
  const weight = blur(zone, region, STUBBLE.feather * region.faceWidth)
  restrict({ weight, near, skin })
  for (const within of [weight, skin]) addMissing(l, target, within, region)
}

/** Adds the target's finest detail where it is stronger, so that both together are as strong as the target's. */
function addMissing(
  l: Float32Array,
  target: Float32Array,
  weight: Float32Array,
  region: FaceRegionGeometry,
): void {
  const sigma = STUBBLE.coarse * region.faceWidth
  const none = allocZeroPlane(l.length)
  const [own, kept] = [l, target].map((plane) => planeDifference(plane, blur(plane, region, sigma)))
  const [has, wanted] = [own, kept].map(
    (plane) => weightedDifference(plane!, none, weight).meanSquare,
  )
  if (wanted! <= STUBBLE.rougher ** 2 * has!) return
  const gain = Math.sqrt(1 - has! / wanted!)
  addStubble({ l, kept: kept!, weight }, { gain, most: STUBBLE.most * Math.sqrt(wanted!) })
}

const restrict = formula(
  { planes: ['weight', 'near', 'skin'] },
  'weight = weight * skin * (1 - min(1, 4 * near))',
)

const addStubble = formula(
  { planes: ['l', 'kept', 'weight'], scalars: ['gain', 'most'] },
  'l = l + weight * gain * min(most, max(0 - most, kept))',
)
