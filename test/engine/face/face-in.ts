import type { Picture } from '../../../engine/raster/picture.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { warmVision } from '../warm-vision.ts'

const FOUND = new WeakMap<Picture, Promise<Face>>()

/** The one face of a picture, found by the engine, once for each picture: it must not be changed. */
export function faceIn(picture: Picture): Promise<Face> {
  const found = FOUND.get(picture) ?? find(picture)
  FOUND.set(picture, found)
  return found
}

async function find(picture: Picture): Promise<Face> {
  const [face, ...others] = await detectFaces(picture, await warmVision())
  if (!face || others.length > 0) throw new Error(`${others.length + (face ? 1 : 0)} faces found`)
  return face
}
