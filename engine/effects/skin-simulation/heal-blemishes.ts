import type { SkinConcerns } from '../../../catalog/features/skin-simulation.ts'
import type { DetailBand, RetouchState } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import type { Size } from '../../geometry/size.ts'
import { allocZeroPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { Component } from '../../raster/mask/find-components.ts'
import { type BlemishKind, findBlemishes } from './find-blemishes.ts'
import { findTextureSources } from './find-texture-sources.ts'
import {
  GRAIN_CONTRAST,
  HEALED_SIGMA,
  HEALED_SPREAD,
  SOUND_SPREAD,
  TEXTURE_CONTRAST,
} from './tuning.ts'

/**
 * The blemishes of a concern. Acne: inflamed, redder than the skin around. Spots: freckles, sun and age spots, moles
 * and marks, darker than the skin around and not mainly redder.
 */
const KINDS = { acne: 'red', spots: 'dark' } as const satisfies Partial<
  Record<keyof SkinConcerns, BlemishKind>
>

/**
 * Fills blemishes with the light and colour of the skin around them and the texture of sound skin nearby, as a
 * retoucher's healing brush does. Where no sound skin is near, a blemish keeps its own grain.
 */
export function healBlemishes(state: RetouchState, concerns: SkinConcerns): void {
  const { region, lab, detailBand } = state
  const { faceWidth } = region
  const marks = findMarks(state, concerns)
  const blemishes = marks.flatMap((mark) => mark.blemishes)
  if (blemishes.length === 0) return
  const { share, sound } = healingMasks(marks, state)
  debugPlane('healed blemishes', share, region)
  const planes = [lab.l, lab.a, lab.b]
  const fills = blurAllWithin(planes, sound, region, HEALED_SIGMA.fill * faceWidth)
  const sourceOffsets = findTextureSources(blemishes, sound, fills[0]!, region)
  const pixels = nonZeroPixels(share)
  const lacksSource = pixels.some((pixel) => sourceOffsets[pixel] === 0)
  for (const [nth, plane] of planes.entries()) {
    const fill = fills[nth]!
    const old = copyPlane(plane)
    const coarse = lacksSource
      ? blur(plane, region, Math.max(0.5, HEALED_SIGMA.coarse * faceWidth))
      : old
    for (const i of pixels) {
      const source = i + sourceOffsets[i]!
      const texture =
        source === i
          ? suppressStrong(old[i]! - coarse[i]!, GRAIN_CONTRAST)
          : suppressStrong(old[source]! - fill[source]!, TEXTURE_CONTRAST)
      plane[i] = old[i]! + share[i]! * (fill[i]! + texture - old[i]!)
    }
  }
  if (detailBand) healDetailBand(detailBand, { pixels, share, sourceOffsets }, region)
}

type Healing = {
  /** The pixels of the region that are healed. */
  pixels: readonly number[]
  /** How much each pixel is healed, 0–1. */
  share: Float32Array
  /** The step from each pixel to its source of texture, as {@link findTextureSources} finds it. */
  sourceOffsets: Int32Array
}

/** Heals what is finer than the region: with the detail of the same sources, or else the blemish's own grain. */
function healDetailBand(
  { geometry, current }: DetailBand,
  { pixels, share, sourceOffsets }: Healing,
  region: Size,
): void {
  const old = current.slice()
  for (const pixel of pixels) {
    const column = pixel % region.width
    const row = (pixel - column) / region.width
    // A source is nearer than half a row is long, so rounding finds the rows of its offset.
    const rows = Math.round(sourceOffsets[pixel]! / region.width)
    const step = 2 * (rows * geometry.width + sourceOffsets[pixel]! - rows * region.width)
    for (let y = 2 * row; y < Math.min(geometry.height, 2 * row + 2); y++) {
      for (let x = 2 * column; x < Math.min(geometry.width, 2 * column + 2); x++) {
        const i = y * geometry.width + x
        // Where a side is odd the halved region is a pixel larger.
        const detail = old[i + step] ?? 0
        const texture = suppressStrong(detail, step === 0 ? GRAIN_CONTRAST : TEXTURE_CONTRAST)
        current[i] = old[i]! + share[pixel]! * (texture - old[i]!)
      }
    }
  }
}

/** Detail, less and less of it the more its contrast exceeds the usual one. */
function suppressStrong(detail: number, usual: number): number {
  return detail * Math.exp(-((detail / usual) ** 2))
}

type Marks = { blemishes: Component[]; intensity: number }

/** Finds the blemishes of each concern, in an arena of their own. */
function findMarks(state: RetouchState, asked: SkinConcerns): Marks[] {
  const concerns = (['acne', 'spots'] as const).filter((concern) => (asked[concern] ?? 0) > 0)
  const kinds = concerns.map((concern) => KINDS[concern])
  const found = withArena(() => findBlemishes(state, kinds))
  return concerns.map((concern) => ({
    blemishes: found.get(KINDS[concern])!,
    intensity: Math.min(1, asked[concern]!),
  }))
}

/** How much each pixel is healed, and where sound skin is; both 0–1. */
function healingMasks(
  marks: readonly Marks[],
  { region, masks }: RetouchState,
): { share: Float32Array; sound: Float32Array } {
  const { skin, clear } = masks
  const share = allocZeroPlane(skin.length)
  const sound = copyPlane(clear)
  for (const { blemishes, intensity } of marks) {
    withArena(() => {
      const marked = allocZeroPlane(skin.length)
      for (const { pixels } of blemishes) for (const pixel of pixels) marked[pixel] = 1
      const spread = blur(marked, region, Math.max(1, HEALED_SIGMA.edge * region.faceWidth))
      addMarks({ share, sound, spread, skin, clear }, { intensity })
    })
  }
  return { share, sound }
}

const addMarks = formula(
  { planes: ['skin', 'spread', 'share', 'sound', 'clear'], scalars: ['intensity'] },
  `
  cover = skin * smoothstep(${HEALED_SPREAD.from}, ${HEALED_SPREAD.to}, spread)
  share = max(share, cover < ${RETOUCH_LEAST} ? 0 : intensity * cover)
  sound = min(sound, clear * (1 - smoothstep(${SOUND_SPREAD.from}, ${SOUND_SPREAD.to}, spread)))
`,
)

function nonZeroPixels(plane: Float32Array): number[] {
  const pixels: number[] = []
  for (let i = 0; i < plane.length; i++) if (plane[i]! > 0) pixels.push(i)
  return pixels
}
