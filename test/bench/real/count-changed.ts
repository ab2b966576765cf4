import { featureRings } from '../../../engine/face/feature-rings.ts'
import { isInsideRing } from '../../../engine/geometry/polygon.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'

/**
 * How many pixels inside brows, eyes, nose and mouth of the faces differ between two pictures of one size; undefined
 * where their sizes differ.
 */
export function countChanged(
  before: Picture,
  after: Picture,
  faces: readonly Face[],
): number | undefined {
  if (before.width !== after.width || before.height !== after.height) return undefined
  const changed = new Set<number>()
  for (const ring of faces.flatMap(featureRings)) {
    const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
    const right = Math.min(before.width - 1, Math.ceil(Math.max(...xs)))
    const bottom = Math.min(before.height - 1, Math.ceil(Math.max(...ys)))
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= right; x++) {
        const at = y * before.width + x
        const differs = [0, 1, 2].some((c) => before.data[4 * at + c] !== after.data[4 * at + c])
        if (differs && isInsideRing(ring, x + 0.5, y + 0.5)) changed.add(at)
      }
    }
  }
  return changed.size
}
