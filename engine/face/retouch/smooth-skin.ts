import { withArena } from '../../raster/arena.ts'
import { copyLabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { type FaceRegion, MAX_FACE_WIDTH, readFaceRegion } from '../face-region.ts'
import { repaint } from '../repaint.ts'
import { type SkinMasks, skinMasks } from '../skin-masks.ts'
import {
  RETOUCH_LEAST,
  SKIN_MARGIN,
  SMOOTHED_HUE,
  SMOOTHED_LEAST_SIGMA,
  SMOOTHED_LIGHT,
} from '../tuning.ts'

/** Strengths of skin smoothing, each 0–1. At 0 every byte stays. */
export type SkinSmooth = {
  /** Evens lightness: blotches, bumps and shallow lines. */
  strength: number
  /** Evens hue and saturation: redness, stains. */
  colour: number
}

/**
 * Bands of detail. Pores and grain are finer than the first blur, the face's shape is coarser than the last: both stay.
 */
type Bands = {
  /** Sigmas in widths of the face; a band lies between two neighbouring ones. */
  blurs: readonly number[]
  /** The share of each band that is removed at full strength. */
  shares: readonly number[]
  /** The contrast, in CIELAB units, above which detail belongs to the face's shape and stays. */
  shape: number
}

/**
 * Smooths the skin of one face by frequency separation. Only bands of detail between the pores and the face's shape are
 * reduced, and in them only faint contrast: grain, folds, edges, brows, lashes and hair stay as they are. Pixels
 * outside the face keep their bytes; with both strengths 0 the picture itself is returned.
 */
export function smoothSkin(
  picture: Picture,
  face: Face,
  { strength, colour }: SkinSmooth,
): Picture {
  if (strength <= 0 && colour <= 0) return picture
  return withArena(() => {
    const region = readFaceRegion(picture, face, MAX_FACE_WIDTH.broad, SKIN_MARGIN)
    const masks = skinMasks(region)
    const lab = copyLabPlanes(region.lab)
    const { l, a, b } = lab
    if (strength > 0) reduceBands([l], SMOOTHED_LIGHT, strength, region, masks)
    if (colour > 0) reduceBands([a, b], SMOOTHED_HUE, colour, region, masks)
    return repaint(picture, region, lab)
  })
}

/** Reduces the bands of detail of planes, in place. */
function reduceBands(
  planes: readonly Float32Array[],
  { blurs, shares, shape }: Bands,
  strength: number,
  region: FaceRegion,
  { clear }: SkinMasks,
): void {
  const levels = blurs.map((width) =>
    blurAllWithin(planes, clear, region, Math.max(SMOOTHED_LEAST_SIGMA, width * region.faceWidth)),
  )
  for (const [nth, plane] of planes.entries()) {
    for (const [band, share] of shares.entries()) {
      const [sharp, smooth] = [levels[band]![nth]!, levels[band + 1]![nth]!]
      subtractDetail({ plane, clear, sharp, smooth }, { shape, most: strength * share })
    }
  }
}

const subtractDetail = formula(
  { planes: ['clear', 'sharp', 'smooth', 'plane'], scalars: ['most', 'shape'] },
  `
  where clear >= ${RETOUCH_LEAST}
  detail = sharp - smooth
  plane = plane - most * clear * exp(-square(detail / shape)) * detail
`,
)
