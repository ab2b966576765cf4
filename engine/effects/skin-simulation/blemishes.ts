import { formula } from '../../raster/formula.ts'
import { copyPlane, inPlaneRoom, takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import { findBlemishes, type Kind } from './find-blemishes.ts'
import { findDonors } from './find-donors.ts'
import type { Patch } from './find-patches.ts'
import type { Patient, Treatment } from './treatment.ts'

/** Inflamed blemishes: round places redder than the skin around. */
export const acne: Treatment = (patient, intensity) =>
  heal(patient, intensity, found(patient, 'red'))

/** Freckles, sun and age spots, moles and marks: round places darker than the skin around and not mainly redder. */
export const spots: Treatment = (patient, intensity) =>
  heal(patient, intensity, found(patient, 'dark'))

/** What they are found by is not needed to heal them. */
const found = (patient: Patient, kind: Kind): Patch[] =>
  inPlaneRoom(() => findBlemishes(patient, kind))

/** Fine contrast up to about this is grain and kept; more is the blemish's own sharp edge. */
const GRAIN = 2.2

/** So much contrast of sound skin is its texture; more is a line or a light there that is not wanted here. */
const TEXTURE = 6

/**
 * Fills the patches with the light and colour of the skin around them and the texture of sound skin near by, as a
 * retoucher's healing brush does. Where no sound skin is near, their own grain is what is left of their texture.
 */
function heal(
  { canvas, masks, tone }: Patient,
  intensity: number,
  patches: readonly Patch[],
): void {
  if (patches.length === 0) return
  const { unit } = canvas
  const { region, plain } = masks
  const marked = zeroPlane(region.length)
  for (const { pixels } of patches) for (const at of pixels) marked[at] = 1
  const spread = blur(marked, canvas, Math.max(1, 0.006 * unit))
  const [cover, sound] = [takePlane(spread.length), takePlane(spread.length)]
  divide({ cover, sound, spread, region, plain })
  const planes = [tone.l, tone.a, tone.b]
  const fills = blurAllWithin(planes, sound, canvas, 0.016 * unit)
  const donors = findDonors(patches, sound, fills[0]!, canvas)
  const covered = placesOf(cover, 0.004)
  for (const [nth, plane] of planes.entries()) {
    const fill = fills[nth]!
    const coarse = blur(plane, canvas, Math.max(0.5, 0.0028 * unit))
    const old = copyPlane(plane)
    for (const i of covered) {
      const donor = i + donors[i]!
      const texture =
        donor === i
          ? faint(old[i]! - coarse[i]!, GRAIN)
          : faint(old[donor]! - fill[donor]!, TEXTURE)
      plane[i] = old[i]! + intensity * cover[i]! * (fill[i]! + texture - old[i]!)
    }
  }
}

const divide = formula(`
  cover = region * smoothstep(0.06, 0.4, spread)
  sound = plain * (1 - smoothstep(0.02, 0.2, spread))
`)

/** Where a plane has at least so much. */
function placesOf(plane: Float32Array, least: number): number[] {
  const places: number[] = []
  for (let i = 0; i < plane.length; i++) if (plane[i]! >= least) places.push(i)
  return places
}

/** Detail without what is much stronger than `usual`. */
const faint = (detail: number, usual: number): number => detail * Math.exp(-((detail / usual) ** 2))
