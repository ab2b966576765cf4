import { Fault } from '../../../catalog/failures/fault.ts'
import { wearsGlasses } from '../../face/wears-glasses.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/**
 * Throws Fault `hidden-face` for a face with glasses: pieces of a reference's frame would be transferred beside lids
 * and brows of another shape, and reflections on its lenses as stains; of the frame on the face to be replaced, the
 * sides and the shadow would stay.
 */
export function requireNoGlasses(picture: Picture, face: Face, role: 'src' | 'ref'): void {
  if (!wearsGlasses(picture, face)) return
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  throw new Fault('hidden-face', `${which} wears glasses.`, { role })
}
