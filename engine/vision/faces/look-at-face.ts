import type { Candidate } from '../candidate.ts'
import type { Pyramid } from '../pyramid.ts'
import type { Nets } from '../vision.ts'
import { squareOfCandidate, squareOfLandmarks } from './face-square.ts'
import { type Mesh, meshLandmarks, readMesh } from './read-mesh.ts'

/** Of what the detector finds in photographs, real faces have 16 and more, hands and patterns 4 and less. */
const FACE_FLAG = 11

/**
 * Read upside down, real faces have 20 and less, which can pass for a face; the right way up they have 22 and more.
 * The detector finds faces that stand on their heads, but takes them for upright ones.
 */
const RIGHT_WAY_UP = 20

/**
 * By how much a face must be surer the other way up: on their heads faces gain 14 and more by it, upright ones behind a
 * surgical mask 2 at most.
 */
const SURER = 5

/** A first look this sure that there is no face is the last one: 697 faces, also on their heads, have −5 and more. */
const HOPELESS = -8

/**
 * Looks at what the detector found, in doubt the other way up too. Undefined when it is no face.
 * @param least a first look that is less sure of a face is the only one
 */
export async function lookAtFace(
  candidate: Candidate,
  pyramid: Pyramid,
  net: Nets['faceMesh'],
  least = Number.NEGATIVE_INFINITY,
): Promise<Mesh | undefined> {
  const square = squareOfCandidate(candidate)
  const first = await readMesh(pyramid, square, net)
  if (first.flag < least) return undefined
  const mesh = await lookAgain(first, pyramid, net)
  if (mesh.flag > RIGHT_WAY_UP) return mesh
  const over = { ...square, angle: square.angle + Math.PI }
  const turned = await lookAgain(await readMesh(pyramid, over, net), pyramid, net)
  if (turned.flag > Math.max(RIGHT_WAY_UP, mesh.flag + SURER)) return turned
  return mesh.flag > FACE_FLAG ? mesh : undefined
}

/** Looks at the square of the landmarks, which fits better than the detector's. */
async function lookAgain(mesh: Mesh, pyramid: Pyramid, net: Nets['faceMesh']): Promise<Mesh> {
  if (mesh.flag < HOPELESS) return mesh
  return await readMesh(pyramid, squareOfLandmarks(meshLandmarks(mesh)), net)
}
