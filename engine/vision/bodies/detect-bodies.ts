import type { Picture } from '../../raster/picture.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { leftToRight } from '../left-to-right.ts'
import { maskBoundingBox, maskOverlap } from '../masks.ts'
import { SAME_BODY_OVERLAP } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import type { Body } from './body.ts'
import { couldBePhantom } from './could-be-phantom.ts'
import { findFacelessPose } from './find-faceless-pose.ts'
import { findPoses } from './find-poses.ts'
import { findHeads, findPosesByFace, isFaceOf } from './find-poses-by-face.ts'
import { personMask } from './person-mask.ts'
import { separatePoses } from './separate-poses.ts'

/** The networks that bodies need. */
export type BodyNets = Pick<Nets, 'poseDetection' | 'poseLandmark' | 'faceDetection'>

/**
 * Finds the people of a picture: reliably one to three who stand apart, crowds only in part.
 *
 * The order is stable, because an index into it names a person: from left to right by the centres of the boxes, and
 * of two with the same centre the upper one first.
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 */
export async function detectBodies(
  picture: Picture,
  vision: BodyNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Body[]> {
  const pyramid = buildPyramid(picture)
  const bodies: Body[] = []
  const detected = await findPoses(pyramid, vision, checkpoint)
  const shown = [...detected, ...(await findPosesByFace(detected, pyramid, vision, checkpoint))]
  const found = shown.length > 0 ? shown : await findFacelessPose(pyramid, vision, checkpoint)
  const separated = await separatePoses(found, pyramid, vision.poseLandmark, checkpoint)
  for (const { pose, detection } of separated) {
    await checkpoint()
    const mask = personMask(pose, pyramid)
    const box = maskBoundingBox(mask)
    if (!box) continue
    const body = { box, score: detection.score, landmarks: pose.landmarks, mask }
    if (!bodies.some((known) => maskOverlap(known, body) > SAME_BODY_OVERLAP)) bodies.push(body)
  }
  const doubtful = bodies.filter((body) => couldBePhantom(body, bodies))
  const heads = doubtful.length > 0 ? await findHeads(pyramid, vision, checkpoint) : []
  return bodies
    .filter((body) => !doubtful.includes(body) || heads.some((head) => isFaceOf(head, body)))
    .toSorted(leftToRight)
}
