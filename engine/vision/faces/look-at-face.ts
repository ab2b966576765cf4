import type { Candidate } from '../candidate.ts'
import type { Pyramid } from '../pyramid.ts'
import type { Nets } from '../vision.ts'
import { squareOfCandidate, squareOfLandmarks } from './face-square.ts'
import { type Mesh, meshLandmarks, readMesh } from './read-mesh.ts'

/** Of what the detector finds in photographs, real faces have 15 and more, hands and patterns 4 and less. */
const FACE_FLAG = 11

/** Looks at the candidate, then at the landmarks' own square, which fits better. Undefined when it is no face. */
export async function lookAtFace(
  candidate: Candidate,
  pyramid: Pyramid,
  net: Nets['faceMesh'],
): Promise<Mesh | undefined> {
  const first = await readMesh(pyramid, squareOfCandidate(candidate), net)
  const mesh = await readMesh(pyramid, squareOfLandmarks(meshLandmarks(first)), net)
  return mesh.flag > FACE_FLAG ? mesh : undefined
}
