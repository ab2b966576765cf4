import { Fault } from '../../../../catalog/fault.ts'
import { foldedShare, type Mesh } from '../fit/mesh.ts'

/** More of a part than this may not be turned over. */
const FOLDED = 0.08

/** @throws Fault `pose` where a part of the garment would be turned over */
export function requireUnfolded(meshes: readonly Mesh[]): void {
  if (meshes.every((mesh) => foldedShare(mesh) < FOLDED)) return
  throw new Fault(
    'pose',
    'The garment would lie folded over. Somebody who stands upright, facing the camera, arms off the body, can be ' +
      'dressed.',
  )
}
