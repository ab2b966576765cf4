import { blur } from '../raster/blur.ts'
import { smoothstep } from '../raster/smoothstep.ts'

/** How far around, in scales of the body, an outline is looked at; pixels at least. */
const NEIGHBOURHOOD_SIGMA = { share: 1 / 110, least: 1.5 } as const

/** Of an outline's straight piece half of what is around is the person; burrs have less than the second share. */
const PERSON_SHARE = [0.24, 0.44] as const

/** What is surer than this stays whatever its shape: a finger, a heel. */
const CERTAIN_ALPHA = 250

/**
 * Takes thin doubtful points off an outline, in place: where the wall is coloured like the sleeve a mask puts out burrs, and
 * moved along with the person they stand on the new background as specks.
 * @param matte 0–255, row by row
 */
export function removeSpurs(
  matte: Uint8Array,
  size: { width: number; height: number },
  scale: number,
): void {
  const around = Float32Array.from(matte)
  const near = blur(
    around,
    size,
    Math.max(NEIGHBOURHOOD_SIGMA.least, NEIGHBOURHOOD_SIGMA.share * scale),
  )
  for (let i = 0; i < matte.length; i++) {
    if (matte[i] === 0 || matte[i]! > CERTAIN_ALPHA) continue
    matte[i] = matte[i]! * smoothstep(...PERSON_SHARE, near[i]! / 255)
  }
}
