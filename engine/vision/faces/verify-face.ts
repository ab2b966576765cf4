import type { Detection } from '../detection/detection.ts'
import type { Pyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import { estimateMesh, type Mesh, meshLandmarks } from './estimate-mesh.ts'
import { roiOfDetection, roiOfLandmarks } from './face-roi.ts'

/** Of what the detector finds in photographs, real faces have 16 and more, hands and patterns 4 and less. */
const MIN_FACE_LOGIT = 11

/**
 * Read upside down, real faces have 20 and less, which can pass for a face; the right way up they have 22 and more.
 * The detector finds faces that stand on their heads, but takes them for upright ones.
 */
const UPRIGHT_LOGIT = 20

/**
 * By how much a face must be surer the other way up: on their heads faces gain 14 and more by it, upright ones behind a
 * surgical mask 2 at most.
 */
const UPRIGHT_MARGIN = 5

/** A first look this sure that there is no face is the last one: 697 faces, also on their heads, have −5 and more. */
const HOPELESS_LOGIT = -8

/**
 * Looks at what the detector found, in doubt the other way up too. Undefined when it is no face.
 * @param least a first look that is less sure of a face is the only one
 */
export async function verifyFace(
  candidate: Detection,
  pyramid: Pyramid,
  net: Nets['faceMesh'],
  least = Number.NEGATIVE_INFINITY,
): Promise<Mesh | undefined> {
  const roi = roiOfDetection(candidate)
  const first = await estimateMesh(pyramid, roi, net)
  if (first.flag < least) return undefined
  const mesh = await reestimate(first, pyramid, net)
  if (mesh.flag > UPRIGHT_LOGIT) return mesh
  const over = { ...roi, angle: roi.angle + Math.PI }
  const turned = await reestimate(await estimateMesh(pyramid, over, net), pyramid, net)
  if (turned.flag > Math.max(UPRIGHT_LOGIT, mesh.flag + UPRIGHT_MARGIN)) return turned
  return mesh.flag > MIN_FACE_LOGIT ? mesh : undefined
}

/** Looks at the square of the landmarks, which fits better than the detector's. */
async function reestimate(mesh: Mesh, pyramid: Pyramid, net: Nets['faceMesh']): Promise<Mesh> {
  if (mesh.flag < HOPELESS_LOGIT) return mesh
  return await estimateMesh(pyramid, roiOfLandmarks(meshLandmarks(mesh)), net)
}
