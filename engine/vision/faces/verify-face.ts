import type { Detection } from '../detection/detection.ts'
import type { Pyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import { estimateMesh, type Mesh, meshLandmarks } from './estimate-mesh.ts'
import { roiOfDetection, roiOfLandmarks } from './face-roi.ts'

/**
 * The least logit of a face. Measured on detections in photographs: real faces have 16 and more, hands and patterns 4
 * and less.
 */
const MIN_FACE_LOGIT = 11

/**
 * The detector also finds faces that are upside down, but gives them upright keypoints. Estimated upside down, real
 * faces have a logit of 20 or less, which can pass for a face; upright they have 22 and more (measured).
 */
const UPRIGHT_LOGIT = 20

/**
 * How much the logit must rise when the region is rotated by 180° for the face to count as upside down. Faces that
 * are upside down gain 14 and more, upright ones behind a surgical mask 2 at most (measured).
 */
const UPRIGHT_MARGIN = 5

/** Below this logit the first estimate is final: 697 faces, some of them upside down, had −5 and more (measured). */
const HOPELESS_LOGIT = -8

/**
 * Estimates the mesh of a detection and checks that it is a face, if in doubt also upside down.
 * @param minFirstLogit the detection is rejected after one estimate when its logit is lower
 * @returns undefined when the detection is no face
 */
export async function verifyFace(
  detection: Detection,
  pyramid: Pyramid,
  net: Nets['faceMesh'],
  minFirstLogit = Number.NEGATIVE_INFINITY,
): Promise<Mesh | undefined> {
  const roi = roiOfDetection(detection)
  const first = await estimateMesh(pyramid, roi, net)
  if (first.faceLogit < minFirstLogit) return undefined
  const mesh = await reestimate(first, pyramid, net)
  if (mesh.faceLogit > UPRIGHT_LOGIT) return mesh
  const upsideDown = { ...roi, angle: roi.angle + Math.PI }
  const turned = await reestimate(await estimateMesh(pyramid, upsideDown, net), pyramid, net)
  if (turned.faceLogit > Math.max(UPRIGHT_LOGIT, mesh.faceLogit + UPRIGHT_MARGIN)) return turned
  return mesh.faceLogit > MIN_FACE_LOGIT ? mesh : undefined
}

/** Estimates the mesh again in the region of its own landmarks, which fits better than that of the detection. */
async function reestimate(mesh: Mesh, pyramid: Pyramid, net: Nets['faceMesh']): Promise<Mesh> {
  if (mesh.faceLogit < HOPELESS_LOGIT) return mesh
  return await estimateMesh(pyramid, roiOfLandmarks(meshLandmarks(mesh)), net)
}
