import { Fault } from '../../../catalog/failures/fault.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { showsGlasses } from '../../face/wears-glasses.ts'

/** Throws Fault `hidden-face` for a face to be replaced with glasses: their frame would bend with the eyes and nose. */
export function requireNoGlasses(region: FaceRegion, skin: Pick<SkinMasks, 'typical'>): void {
  if (!showsGlasses(region, skin)) return
  throw new Fault('hidden-face', 'The face to be replaced wears glasses.', { role: 'src' })
}
