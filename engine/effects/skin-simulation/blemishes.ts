import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { formula } from '../../raster/formula.ts'
import { copyPlane, inPlaneRoom, zeroPlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import { findBlemishes, type Kind } from './find-blemishes.ts'
import { findDonors } from './find-donors.ts'
import type { Patch } from './find-patches.ts'
import { healDetail } from './heal-detail.ts'
import { GRAIN, keepFaint, TEXTURE } from './keep-faint.ts'
import type { Patient } from './treatment.ts'

/**
 * What stands for which concern. Acne: inflamed blemishes, round places redder than the skin around. Spots: freckles,
 * sun and age spots, moles and marks, round places darker than the skin around and not mainly redder.
 */
const KINDS = { acne: 'red', spots: 'dark' } as const satisfies Partial<
  Record<keyof SkinConcerns, Kind>
>

/**
 * Fills blemishes with the light and colour of the skin around them and the texture of sound skin near by, as a
 * retoucher's healing brush does. Where no sound skin is near, their own grain is what is left of their texture.
 */
export function blemishes(patient: Patient, asked: SkinConcerns): void {
  const { canvas, tone, fine } = patient
  const { unit } = canvas
  const marks = find(patient, asked)
  const patches = marks.flatMap((mark) => mark.patches)
  if (patches.length === 0) return
  const { share, sound } = spreadOf(marks, patient)
  const planes = [tone.l, tone.a, tone.b]
  const fills = blurAllWithin(planes, sound, canvas, 0.016 * unit)
  const donors = findDonors(patches, sound, fills[0]!, canvas)
  const covered = placesOf(share)
  const isLonely = covered.some((at) => donors[at] === 0)
  for (const [nth, plane] of planes.entries()) {
    const fill = fills[nth]!
    const old = copyPlane(plane)
    const coarse = isLonely ? blur(plane, canvas, Math.max(0.5, 0.0028 * unit)) : old
    for (const i of covered) {
      const donor = i + donors[i]!
      const texture =
        donor === i
          ? keepFaint(old[i]! - coarse[i]!, GRAIN)
          : keepFaint(old[donor]! - fill[donor]!, TEXTURE)
      plane[i] = old[i]! + share[i]! * (fill[i]! + texture - old[i]!)
    }
  }
  if (fine) healDetail(fine, { covered, share, donors }, canvas)
}

/** Places of a canvas that are healed, by how much, and for each place of it the step to its donor. */
export type Healing = { covered: readonly number[]; share: Float32Array; donors: Int32Array }

type Marks = { patches: Patch[]; intensity: number }

/** What they are found by is not needed to heal them. */
function find(patient: Patient, asked: SkinConcerns): Marks[] {
  const concerns = (['acne', 'spots'] as const).filter((concern) => (asked[concern] ?? 0) > 0)
  const kinds = concerns.map((concern) => KINDS[concern])
  const found = inPlaneRoom(() => findBlemishes(patient, kinds))
  return concerns.map((concern) => ({
    patches: found.get(KINDS[concern])!,
    intensity: Math.min(1, asked[concern]!),
  }))
}

/** How much of each place is healed, and where sound skin is, both 0–1. */
function spreadOf(
  marks: readonly Marks[],
  { canvas, masks }: Patient,
): { share: Float32Array; sound: Float32Array } {
  const { region, plain } = masks
  const share = zeroPlane(region.length)
  const sound = copyPlane(plain)
  for (const { patches, intensity } of marks) {
    inPlaneRoom(() => {
      const marked = zeroPlane(region.length)
      for (const { pixels } of patches) for (const at of pixels) marked[at] = 1
      const spread = blur(marked, canvas, Math.max(1, 0.006 * canvas.unit))
      divide({ share, sound, spread, region, plain }, { intensity })
    })
  }
  return { share, sound }
}

const divide = formula(`
  cover = region * smoothstep(0.06, 0.4, spread)
  share = max(share, cover < 0.004 ? 0 : intensity * cover)
  sound = min(sound, plain * (1 - smoothstep(0.02, 0.2, spread)))
`)

/** Where a plane has anything. */
function placesOf(plane: Float32Array): number[] {
  const places: number[] = []
  for (let i = 0; i < plane.length; i++) if (plane[i]! > 0) places.push(i)
  return places
}
