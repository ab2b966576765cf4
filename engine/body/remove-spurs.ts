import type { Size } from '../geometry/size.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { blur } from '../raster/filter/blur.ts'

/** Sigma of the neighbourhood of an outline pixel: a share of the body scale, at least so many pixels. */
const NEIGHBOURHOOD_SIGMA = { share: 1 / 110, least: 1.5 } as const

/** Share of the person in a pixel's neighbourhood at which it is removed and kept. On a straight outline it is 0.5. */
const PERSON_SHARE = { removed: 0.24, kept: 0.44 } as const

/** Matte values above this stay whatever their shape: a finger, a heel. */
const CERTAIN_ALPHA = 250

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
    matte[i] = matte[i]! * smoothstep(PERSON_SHARE.removed, PERSON_SHARE.kept, near[i]! / 255)
  }
}
