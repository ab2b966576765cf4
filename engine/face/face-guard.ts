import { isInsideRing } from '../geometry/polygon.ts'
import type { Size } from '../geometry/size.ts'
import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/faces/face.ts'
import { featureRings } from './feature-rings.ts'

/** Parts of a face by which people are known. Left and right are the person's. */
const FEATURES = ['left brow', 'right brow', 'left eye', 'right eye', 'nose', 'mouth'] as const

/** The features of a face of which more than a share of the pixels is touched, in words. */
export function touchedFeatures(
  face: Pick<Face, 'landmarks'>,
  size: Size,
  isTouched: (at: number) => boolean,
  share: number,
): string[] {
  return featureRings(face).flatMap((ring, n) => {
    let [all, touched] = [0, 0]
    visitRing(ring, size, (at) => {
      all++
      if (isTouched(at)) touched++
    })
    return touched > share * all ? [FEATURES[n]!] : []
  })
}

/** Gives the pixels of a face’s features back what they were. Both pictures have one size; `after` is changed. */
export function restoreFeatures(
  before: Picture,
  after: Picture,
  face: Pick<Face, 'landmarks'>,
): void {
  visitFeatures(face, before, (at) => {
    after.data.set(before.data.subarray(4 * at, 4 * at + 4), 4 * at)
  })
}

/** Visits the pixels of a face's brows, eyes, nose and mouth. */
export function visitFeatures(
  face: Pick<Face, 'landmarks'>,
  size: Size,
  visit: (at: number) => void,
): void {
  for (const ring of featureRings(face)) visitRing(ring, size, visit)
}

/** Visits the pixels of a picture whose middle lies within a ring. */
function visitRing(
  ring: ReturnType<typeof featureRings>[number],
  { width, height }: Size,
  visit: (at: number) => void,
): void {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)]
  const right = Math.min(width - 1, Math.ceil(Math.max(...xs)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= right; x++) {
      if (isInsideRing(ring, x + 0.5, y + 0.5)) visit(y * width + x)
    }
  }
}
