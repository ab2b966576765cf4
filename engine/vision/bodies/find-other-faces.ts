import type { Box } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import { FACE_DETECTOR } from '../faces/face-detector.ts'
import { verifyFace } from '../faces/verify-face.ts'
import { buildPyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import type { Body } from './body.ts'
import { isFaceOf } from './find-poses-by-face.ts'

/** The faces of other people than the chosen person, as boxes from the brows to the chin, in source pixels. */
export type OtherFaces = {
  /** Faces of other bodies that were found. */
  neighbours: Box[]
  /** Faces of people whose body was not found. */
  strangers: Box[]
}

/**
 * Finds the faces of other people around a body. The first pass over the area takes some eight milliseconds. The
 * second, at twice the resolution, runs only where the first shows that the body is not alone.
 * @param area the part of the picture that is searched, in source pixels
 * @param bodies all bodies of the picture, `body` among them
 * @param checkpoint called between steps; what it throws ends the search
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
  const runPass = (pixels: number, known: readonly Detection[]) =>
    detectInTiles(FACE_DETECTOR, pyramid, vision.faceDetection, checkpoint, { pixels, area, known })
  const heads = await runPass(192, [])
  if (heads.length + bodies.length > 2) heads.push(...(await runPass(384, heads)))
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
