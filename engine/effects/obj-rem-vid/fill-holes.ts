import type { Size } from '../../geometry/size.ts'
import { borderPixels } from '../../raster/mask/border-pixels.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { WITHIN_OBJECT } from './tuning.ts'

/** What the object encloses belongs to it: everything that no path over other pixels leads out of. */
export function fillHoles(alpha: Float32Array, size: Size): void {
  const other = alpha.map((share) => (share < 0.5 ? 1 : 0))
  const outside = keepConnected(other, size.width, 1, borderPixels(size))
  for (let at = 0; at < alpha.length; at++) {
    if (outside[at] === 0) alpha[at] = Math.max(alpha[at]!, WITHIN_OBJECT)
  }
}
