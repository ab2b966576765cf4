import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'

/** The two irises of a face, the person's left one first, as masks between the landmarks of their edges, 0–1. */
export function irisMasks(region: FaceRegionGeometry): [left: Float32Array, right: Float32Array] {
  const maskOf = (iris: readonly number[]): Float32Array => {
    const mask = allocZeroPlane(region.width * region.height)
    const [, ...edge] = landmarkPath(region, iris)
    paintPolygon(mask, region, edge)
    return mask
  }
  return [maskOf(FACE.leftIris), maskOf(FACE.rightIris)]
}

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
