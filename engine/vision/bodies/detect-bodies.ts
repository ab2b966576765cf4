import type { Picture } from '../../raster/picture.ts'
import { leftToRight } from '../boxes.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { maskBoundingBox, maskOverlap } from '../masks.ts'
import type { Nets } from '../vision.ts'
import type { Body } from './body.ts'
import { findPoses } from './find-poses.ts'
import { findPosesByFace } from './find-poses-by-face.ts'
import { personMask } from './person-mask.ts'
import { separatePoses } from './separate-poses.ts'

/** The networks that bodies need. */
export type BodyNets = Pick<Nets, 'poseDetection' | 'poseLandmark' | 'faceDetection'>

/** Two masks that share this much of the smaller are one person seen twice. */
const SAME = 0.8

/**
 * Finds the people of a picture: one to three who stand apart from each other reliably, crowds only in part.
 *
 * The order is stable, an index into it names a person: from left to right by the centre of their boxes, of two
 * with the same centre the upper first.
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 */
export async function detectBodies(
  picture: Picture,
  vision: BodyNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Body[]> {
  const pyramid = buildPyramid(picture)
  const bodies: Body[] = []
  const seen = await findPoses(pyramid, vision, checkpoint)
  const found = [...seen, ...(await findPosesByFace(seen, pyramid, vision, checkpoint))]
  const apart = await separatePoses(found, pyramid, vision.poseLandmark, checkpoint)
  for (const { pose, candidate } of apart) {
    await checkpoint()
    const mask = personMask(pose, pyramid)
    const box = maskBoundingBox(mask)
    if (!box) continue
    const body = { box, score: candidate.score, landmarks: pose.landmarks, mask }
    if (!bodies.some((known) => maskOverlap(known, body) > SAME)) bodies.push(body)
  }
  return bodies.toSorted(leftToRight)
}
