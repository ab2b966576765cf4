import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { allocZeroPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/blur.ts'
import type { Component } from '../../raster/find-components.ts'
import { formula } from '../../raster/formula.ts'
import { type BlemishKind, findBlemishes } from './find-blemishes.ts'
import { findTextureSources } from './find-texture-sources.ts'
import { healDetailBand } from './heal-detail-band.ts'
import { GRAIN_CONTRAST, suppressStrong, TEXTURE_CONTRAST } from './suppress-strong.ts'

/**
 * What stands for which concern. Acne: inflamed blemishes, round places redder than the skin around. Spots: freckles,
 * sun and age spots, moles and marks, round places darker than the skin around and not mainly redder.
 */
const KINDS = { acne: 'red', spots: 'dark' } as const satisfies Partial<
  Record<keyof SkinConcerns, BlemishKind>
>

/**
 * Fills blemishes with the light and colour of the skin around them and the texture of sound skin near by, as a
 * retoucher's healing brush does. Where no sound skin is near, their own grain is what is left of their texture.
 */
export function healBlemishes(patient: RetouchState, asked: SkinConcerns): void {
  const { region, lab, detailBand } = patient
  const { faceWidth } = region
  const marks = findMarks(patient, asked)
  const patches = marks.flatMap((mark) => mark.patches)
  if (patches.length === 0) return
  const { share, sound } = healingMasks(marks, patient)
  const planes = [lab.l, lab.a, lab.b]
  const fills = blurAllWithin(planes, sound, region, 0.016 * faceWidth)
  const donors = findTextureSources(patches, sound, fills[0]!, region)
  const covered = nonZeroPixels(share)
  const isLonely = covered.some((at) => donors[at] === 0)
  for (const [nth, plane] of planes.entries()) {
    const fill = fills[nth]!
    const old = copyPlane(plane)
    const coarse = isLonely ? blur(plane, region, Math.max(0.5, 0.0028 * faceWidth)) : old
    for (const i of covered) {
      const donor = i + donors[i]!
      const texture =
        donor === i
          ? suppressStrong(old[i]! - coarse[i]!, GRAIN_CONTRAST)
          : suppressStrong(old[donor]! - fill[donor]!, TEXTURE_CONTRAST)
      plane[i] = old[i]! + share[i]! * (fill[i]! + texture - old[i]!)
    }
  }
  if (detailBand)
    healDetailBand(detailBand, { pixels: covered, share, sourceOffsets: donors }, region)
}

/** Places of a canvas that are healed, by how much, and for each place of it the step to its donor. */
export type Healing = { pixels: readonly number[]; share: Float32Array; sourceOffsets: Int32Array }

type Marks = { patches: Component[]; intensity: number }

/** What they are found by is not needed to heal them. */
function findMarks(patient: RetouchState, asked: SkinConcerns): Marks[] {
  const concerns = (['acne', 'spots'] as const).filter((concern) => (asked[concern] ?? 0) > 0)
  const kinds = concerns.map((concern) => KINDS[concern])
  const found = withArena(() => findBlemishes(patient, kinds))
  return concerns.map((concern) => ({
    patches: found.get(KINDS[concern])!,
    intensity: Math.min(1, asked[concern]!),
  }))
}

/** How much of each place is healed, and where sound skin is, both 0–1. */
function healingMasks(
  marks: readonly Marks[],
  { region: canvas, masks }: RetouchState,
): { share: Float32Array; sound: Float32Array } {
  const { skin, clear } = masks
  const share = allocZeroPlane(skin.length)
  const sound = copyPlane(clear)
  for (const { patches, intensity } of marks) {
    withArena(() => {
      const marked = allocZeroPlane(skin.length)
      for (const { pixels } of patches) for (const at of pixels) marked[at] = 1
      const spread = blur(marked, canvas, Math.max(1, 0.006 * canvas.faceWidth))
      addMarks({ share, sound, spread, region: skin, plain: clear }, { intensity })
    })
  }
  return { share, sound }
}

const addMarks = formula(
  { planes: ['region', 'spread', 'share', 'sound', 'plain'], scalars: ['intensity'] },
  `
  cover = region * smoothstep(0.06, 0.4, spread)
  share = max(share, cover < 0.004 ? 0 : intensity * cover)
  sound = min(sound, plain * (1 - smoothstep(0.02, 0.2, spread)))
`,
)

/** Where a plane has anything. */
function nonZeroPixels(plane: Float32Array): number[] {
  const places: number[] = []
  for (let i = 0; i < plane.length; i++) if (plane[i]! > 0) places.push(i)
  return places
}
