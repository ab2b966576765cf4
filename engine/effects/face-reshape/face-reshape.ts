import type { FaceFeatures } from '../../../catalog/face-reshape.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/face.ts'
import { CHANGES } from './changes.ts'
import { amounts } from './features.ts'
import { mapFace } from './warp/face-map.ts'
import { warpFace } from './warp/warp-face.ts'

/**
 * Changes the proportions of one face and of no other. All keys are carried out in one warp of the face's
 * surroundings; pixels outside {@link faceArea} keep their bytes, and with nothing asked the result is the picture
 * itself.
 *
 * Throws `parameter` for a key or value there is no change for.
 */
export function faceReshape(
  picture: Picture,
  face: Face,
  others: readonly Face[],
  features: FaceFeatures,
): Picture {
  const asked = amounts(features)
  if (asked.size === 0) return picture
  const map = mapFace(face)
  const moves = [...asked].flatMap(([name, amount]) => CHANGES[name](amount, map))
  return warpFace(picture, map, others, moves)
}
