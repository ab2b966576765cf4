import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import type { Point } from '../../geometry/point.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS } from './openings.ts'

/** What is seen of the two irises of a face between its lids, the person's left one first, 0–1. */
export function irisMasks(region: FaceRegionGeometry): [left: Float32Array, right: Float32Array] {
  const filled = (ring: readonly Point[]): Float32Array => {
    const mask = allocZeroPlane(region.width * region.height)
    paintPolygon(mask, region, ring)
    return mask
  }
  const [left, right] = [FACE.leftIris, FACE.rightIris].map(([, ...edge], nth) => {
    const iris = filled(landmarkPath(region, edge))
    restrict({ iris, opening: filled(landmarkPath(region, EYE_OPENINGS[nth]!.rim)) })
    return iris
  })
  return [left!, right!]
}

const restrict = formula({ planes: ['iris', 'opening'] }, 'iris = iris * opening')

/** The median colour within each of two masks. */
export function irisColours(
  { l, a, b }: LabPlanes,
  masks: readonly [Float32Array, Float32Array],
): [left: LabColour, right: LabColour] {
  const colourWithin = (mask: Float32Array): LabColour => ({
    l: medianWithin(l, mask),
    a: medianWithin(a, mask),
    b: medianWithin(b, mask),
  })
  return [colourWithin(masks[0]), colourWithin(masks[1])]
}
