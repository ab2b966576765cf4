import type { Box, Picture } from '../raster/picture.ts'
import type { Body } from './body.ts'
import type { Candidate } from './candidate.ts'
import { FACE_DETECTOR } from './face-detector.ts'
import { lookAtFace } from './faces/look-at-face.ts'
import { isHeadOf } from './find-by-head.ts'
import { findInTiles } from './find-in-tiles.ts'
import { buildPyramid } from './pyramid.ts'
import type { Nets } from './vision.ts'

/** Faces that are not the chosen person's, as boxes from the brows to the chin. */
export type OtherFaces = {
  /** Of bodies that are known. */
  neighbours: Box[]
  /** Of nobody known. */
  strangers: Box[]
}

/**
 * Looks for other people's faces around a body. One look at the area costs some eight milliseconds; closer looks are
 * taken only where the first one shows that the body is not alone.
 * @param area the part of the picture that matters
 */
export async function findOtherFaces(
  picture: Picture,
  area: Box,
  body: Body,
  bodies: readonly Body[],
  vision: Pick<Nets, 'faceDetection' | 'faceMesh'>,
  checkpoint: () => Promise<void>,
): Promise<OtherFaces> {
  const pyramid = buildPyramid(picture)
  const look = (pixels: number, known: readonly Candidate[]) =>
    findInTiles(FACE_DETECTOR, pyramid, vision.faceDetection, checkpoint, { pixels, area, known })
  const heads = await look(192, [])
  if (heads.length + bodies.length > 2) heads.push(...(await look(384, heads)))
  const found: OtherFaces = { neighbours: [], strangers: [] }
  for (const head of heads) {
    const owner = bodies.find((one) => isHeadOf(head, one))
    if (owner === body) continue
    if (owner) {
      found.neighbours.push(head.box)
      continue
    }
    await checkpoint()
    if (await lookAtFace(head, pyramid, vision.faceMesh)) found.strangers.push(head.box)
  }
  return found
}
