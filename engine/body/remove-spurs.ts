import type { Size } from '../geometry/size.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { blur } from '../raster/filter/blur.ts'
import { CERTAIN_ALPHA, NEIGHBOURHOOD_SIGMA, REMOVE_SPURS_PERSON_SHARE } from './tuning.ts'

/**
 * Removes thin uncertain spurs from the outline of a matte, in place. A mask grows them where the background has the
 * colour of a sleeve; moved along with the person they would show as specks on the new background.
 * @param matte 0-255, row by row
 * @param scale of the body: pixels from shoulders to hips
 */
export function removeSpurs(matte: Uint8Array, size: Size, scale: number): void {
  const sigma = Math.max(NEIGHBOURHOOD_SIGMA.least, NEIGHBOURHOOD_SIGMA.share * scale)
  const near = blur(Float32Array.from(matte), size, sigma)
  for (let i = 0; i < matte.length; i++) {
    if (matte[i] === 0 || matte[i]! > CERTAIN_ALPHA) continue
    matte[i] =
      matte[i]! *
      smoothstep(REMOVE_SPURS_PERSON_SHARE.removed, REMOVE_SPURS_PERSON_SHARE.kept, near[i]! / 255)
  }
}
