import { Fault } from '../../../../catalog/failures/fault.ts'
import { foldedShare, type Mesh } from '../fit/mesh.ts'
import { UNFOLDED_FOLDED } from '../tuning.ts'

/** @throws Fault `pose` where a part of the garment would be turned over */
export function requireUnfolded(meshes: readonly Mesh[]): void {
  if (meshes.every((mesh) => foldedShare(mesh) < UNFOLDED_FOLDED)) return
  throw new Fault(
    'pose',
    'The garment would lie folded over. Somebody who stands upright, facing the camera, arms off the body, can be ' +
      'dressed.',
  )
}
