import { Fault } from '../../catalog/fault.ts'
import type { Face } from '../vision/face.ts'

/** The face an index names, the first one unless it says otherwise. Throws Fault `target` when it is not there. */
export function chosenFace(faces: readonly Face[], index = 0): Face {
  const face = faces[index]
  if (face) return face
  if (faces.length === 0) throw new Fault('target', 'No face was found in the picture.')
  const found = faces.length === 1 ? 'One face was' : `${faces.length} faces were`
  throw new Fault('target', `${found} found in the picture; there is no index ${index}.`)
}
