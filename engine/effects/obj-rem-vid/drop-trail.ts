import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { shrinkMask } from '../../raster/mask/shrink-mask.ts'
import { TRAIL_THIN } from './tuning.ts'

/**
 * Drops, in place, what lies far from the body of an object: a thin strip of the ground in its colours that was taken
 * along once stays where it is, grows longer as the object goes on, and is followed in its stead where that is hidden.
 * What is near the body stays: hands and wheels are there too.
 * @param alpha of the object, 0–1
 * @param reach beyond the box around the body, in pixels
 * @returns whether anything was dropped
 */
export function dropTrail(alpha: Float32Array, size: Size, reach: number): boolean {
  const mask = Uint8Array.from(alpha, (share) => (share > 0.5 ? 1 : 0))
  const core = Float32Array.from(shrinkMask(mask, size, TRAIL_THIN))
  const bounds = { low: 1, high: 1, share: 0, most: core.length }
  let body: number[] = []
  for (const { pixels } of findComponents(core, size.width, bounds)) {
    if (pixels.length > body.length) body = pixels
  }
  if (body.length === 0) return false
  const is = new Uint8Array(core.length)
  for (const at of body) is[at] = 1
  const near = clampBox(growBox(boxOfPlane(is, size)!, reach + TRAIL_THIN), size)
  let isDropped = false
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at] === 0) continue
    const x = (at % size.width) - near.left
    const y = Math.floor(at / size.width) - near.top
    if (x >= 0 && y >= 0 && x < near.width && y < near.height) continue
    alpha[at] = 0
    isDropped = true
  }
  return isDropped
}
