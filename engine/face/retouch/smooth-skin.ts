import { withArena } from '../../raster/arena.ts'
import { blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import {
  copyLabPlanes,
  type FaceRegion,
  MAX_FACE_WIDTH,
  readFaceRegion,
  SKIN_MARGIN,
} from '../face-region.ts'
import { repaint } from '../repaint.ts'
import { type SkinMasks, skinMasks } from '../skin-masks.ts'

/** Strengths of skin smoothing, each 0–1; 0 leaves every byte. */
export type SkinSmooth = {
  /** Evens lightness: blotches, bumps and shallow lines. */
  strength: number
  /** Evens hue and saturation: redness, stains. */
  colour: number
}

/**
 * Bands of detail between neighbouring blurs, given in widths of the face: how much of each goes at full strength, and
 * the contrast (CIELAB units) above which it is the face's own shape and stays. Pores and grain are finer than the first
 * blur, the face's modelling is coarser than the last: both stay.
 */
type Bands = { blurs: readonly number[]; shares: readonly number[]; shape: number }

const LIGHT: Bands = { blurs: [0.0045, 0.012, 0.035], shares: [0.8, 0.75], shape: 6 }
const HUE: Bands = { blurs: [0.006, 0.025, 0.09], shares: [0.85, 0.7], shape: 9 }

/**
 * Smooths the skin of one face by frequency separation: of lightness only the bands between pores and modelling are
 * taken down, and of those only what is faint, so grain, folds, edges, brows, lashes and hair keep their contrast.
 * Pixels outside the face keep their bytes; with both strengths 0 the picture itself is returned.
 */
export function smoothSkin(
  picture: Picture,
  face: Face,
  { strength, colour }: SkinSmooth,
): Picture {
  if (strength <= 0 && colour <= 0) return picture
  return withArena(() => {
    const canvas = readFaceRegion(picture, face, MAX_FACE_WIDTH.broad, SKIN_MARGIN)
    const masks = skinMasks(canvas)
    const tone = copyLabPlanes(canvas.lab)
    const { l, a, b } = tone
    if (strength > 0) reduceBands([l], LIGHT, strength, canvas, masks)
    if (colour > 0) reduceBands([a, b], HUE, colour, canvas, masks)
    return repaint(picture, canvas, tone)
  })
}

/** Takes the bands down, in place. */
function reduceBands(
  planes: readonly Float32Array[],
  { blurs, shares, shape }: Bands,
  strength: number,
  canvas: FaceRegion,
  { clear }: SkinMasks,
): void {
  const levels = blurs.map((width) =>
    blurAllWithin(planes, clear, canvas, Math.max(0.6, width * canvas.faceWidth)),
  )
  for (const [nth, plane] of planes.entries()) {
    for (const [band, share] of shares.entries()) {
      const [sharp, smooth] = [levels[band]![nth]!, levels[band + 1]![nth]!]
      subtractDetail({ plane, plain: clear, sharp, smooth }, { shape, most: strength * share })
    }
  }
}

const subtractDetail = formula(
  { planes: ['plain', 'sharp', 'smooth', 'plane'], scalars: ['most', 'shape'] },
  `
  where plain >= 0.004
  detail = sharp - smooth
  plane = plane - most * plain * exp(-square(detail / shape)) * detail
`,
)
