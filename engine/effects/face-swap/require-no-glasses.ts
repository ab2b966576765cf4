import { Fault } from '../../../catalog/failures/fault.ts'
import { wearsGlasses } from '../../face/wears-glasses.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/** Throws Fault `hidden-face` for a face to be replaced with glasses: their frame would bend with the eyes and nose. */
export function requireNoGlasses(picture: Picture, face: Face): void {
  if (!wearsGlasses(picture, face)) return
  throw new Fault('hidden-face', 'The face to be replaced wears glasses.', { role: 'src' })
}
