import type { Box, Picture } from '../../raster/picture.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import { FACE_DETECTOR } from '../faces/face-detector.ts'
import { verifyFace } from '../faces/verify-face.ts'
import { buildPyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import type { Body } from './body.ts'
import { isFaceOf } from './find-poses-by-face.ts'

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
  const look = (pixels: number, known: readonly Detection[]) =>
    detectInTiles(FACE_DETECTOR, pyramid, vision.faceDetection, checkpoint, { pixels, area, known })
  const heads = await look(192, [])
  if (heads.length + bodies.length > 2) heads.push(...(await look(384, heads)))
  const found: OtherFaces = { neighbours: [], strangers: [] }
  for (const head of heads) {
    const owner = bodies.find((one) => isFaceOf(head, one))
    if (owner === body) continue
    if (owner) {
      found.neighbours.push(head.box)
      continue
    }
    await checkpoint()
    if (await verifyFace(head, pyramid, vision.faceMesh)) found.strangers.push(head.box)
  }
  return found
}
