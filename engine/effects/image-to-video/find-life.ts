import type { Picture } from '../../raster/picture.ts'
import { findRegionsWithModels } from '../../regions/person/find-regions-with-models.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Vision } from '../../vision/vision.ts'
import type { People } from './find-people.ts'
import { type Eye, openEyes } from './open-eyes.ts'
import { type SwayField, swayField } from './sway-field.ts'
import { MOST_SWAYING } from './tuning.ts'

/** What moves by itself in a picture: hair and cloth, and the lids of eyes. */
export type Life = { sway?: SwayField | undefined; eyes: Eye[] }

/** Finds what can sway, and the eyes that can blink, of people who stand out from their background. */
export async function findLife(
  picture: Picture,
  { bodies, matte }: People,
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<Life> {
  const faces = await detectFaces(picture, vision, checkpoint)
  const eyes = faces.flatMap((face) => openEyes(picture, face))
  if (!matte) return { eyes }
  const tallest = bodies.toSorted((a, b) => b.box.height - a.box.height).slice(0, MOST_SWAYING)
  const regions = []
  for (const body of tallest) {
    await checkpoint()
    regions.push(await findRegionsWithModels(picture, body, faceOf(body, faces), vision))
  }
  return { eyes, sway: swayField(regions, matte) }
}

/** The face in which a body's nose lies. */
function faceOf({ landmarks }: Body, faces: readonly Face[]): Face | undefined {
  const { x, y } = landmarks[BODY.nose]!
  return faces.find(
    ({ box: { left, top, width, height } }) =>
      x > left && x < left + width && y > top && y < top + height,
  )
}
