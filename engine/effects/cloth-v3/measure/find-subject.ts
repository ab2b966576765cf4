import { Fault } from '../../../../catalog/failures/fault.ts'
import { cropToBody } from '../../../body/crop-to-body.ts'
import type { Box } from '../../../geometry/box.ts'
import type { Size } from '../../../geometry/size.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { PersonRegions } from '../../../regions/person/find-regions.ts'
import { findRegionsWithModels } from '../../../regions/person/find-regions-with-models.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'
import { detectBodies } from '../../../vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../../vision/bodies/trim-to-selfie-mask.ts'
import { detectFaces } from '../../../vision/faces/detect-faces.ts'
import type { Face } from '../../../vision/faces/face.ts'
import type { Vision } from '../../../vision/vision.ts'
import { SUBJECT_FACE, SUBJECT_NOSE, SUBJECT_SOMEBODY } from '../tuning.ts'
import { trimToWall } from './trim-to-wall.ts'
import type { Subject } from './wearer.ts'

/** The one person of a picture and the part of it they are in. */
export type FoundSubject = Subject & { area: Box; regions: PersonRegions }

/**
 * Finds the one person of a picture.
 * @throws Fault `target` for a picture without people, `several` for one of more than one
 */
export async function findSubject(
  picture: Picture,
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<FoundSubject> {
  const bodies = await detectBodies(picture, vision, checkpoint)
  const faces = await detectFaces(picture, vision, checkpoint)
  const found = await trimToSelfieMask(picture, requireOne(bodies, faces, picture), vision)
  const body = trimToWall(picture, found)
  const { others: _, ...crop } = cropToBody(picture, body, [])
  const face = faceOf(body, faces)
  const moved = face && moveFace(face, crop.area)
  const regions = await findRegionsWithModels(crop.picture, crop.body, moved, vision)
  return { ...crop, face: moved, regions }
}

/**
 * The body of a picture with one person. A face larger than that body's would be, tells of somebody whose own body is
 * cut off or hidden: a passer-by must not be dressed for them.
 * @throws Fault `target` for a picture without people, `several` for one of more than one
 */
export function requireOne(bodies: readonly Body[], faces: readonly Face[], picture: Size): Body {
  const [body] = bodies.toSorted((a, b) => b.box.height - a.box.height)
  if (!body) throw new Fault('target', 'Nobody was found in the picture.', { role: 'src' })
  const others = bodies.filter(({ box }) => box.height > SUBJECT_SOMEBODY * body.box.height)
  const own = faceOf(body, faces)
  const high = own?.box.height ?? SUBJECT_FACE * body.box.height
  const strangers = faces.filter(
    (face) => face !== own && face.box.height > SUBJECT_SOMEBODY * high,
  )
  const people = Math.max(others.length, strangers.length + 1)
  if (people > 1) {
    throw new Fault(
      'several',
      `${people} people were found in the picture of ${picture.width} × ${picture.height}; one person can be dressed.`,
      { role: 'src' },
    )
  }
  return body
}

/** The face of a body. */
function faceOf({ landmarks }: Body, faces: readonly Face[]): Face | undefined {
  const nose = landmarks[BODY.nose]!
  return faces.find(
    ({ box: { left, top, width, height } }) =>
      nose.x > left - SUBJECT_NOSE * width &&
      nose.x < left + (1 + SUBJECT_NOSE) * width &&
      nose.y > top - SUBJECT_NOSE * height &&
      nose.y < top + (1 + SUBJECT_NOSE) * height,
  )
}

function moveFace(face: Face, { left, top }: { left: number; top: number }): Face {
  return {
    ...face,
    box: { ...face.box, left: face.box.left - left, top: face.box.top - top },
    landmarks: face.landmarks.map((point) => ({ ...point, x: point.x - left, y: point.y - top })),
  }
}
