import { Fault } from '../../../catalog/failures/fault.ts'
import type { Face } from '../../vision/faces/face.ts'
import { MAX_FACES } from './tuning.ts'

/** Throws Fault `several` for a picture with more faces than `face_mapping` can name. */
export function requireFewFaces({ length }: readonly Face[]): void {
  if (length <= MAX_FACES) return
  throw new Fault('several', `The picture has ${length} faces; at most ${MAX_FACES} are allowed.`)
}
