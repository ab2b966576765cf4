import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/face.ts'
import { blurWithin } from './blur.ts'
import { type Canvas, copyTone, openCanvas } from './canvas.ts'
import { repaint } from './repaint.ts'
import { type SkinMasks, skinMasks } from './skin-masks.ts'

/** Strengths of skin smoothing, each 0–1; 0 leaves every byte. */
export type SkinSmooth = {
  /** Evens lightness: blotches, bumps and shallow lines. */
  strength: number
  /** Evens hue and saturation: redness, stains. */
  colour: number
}

/**
 * A band of detail, between two blurs given in widths of the face: how much of it goes at full strength, and the
 * contrast (CIELAB units) above which it is the face's own shape and stays.
 */
type Band = { fine: number; coarse: number; share: number; shape: number }

/** Pores and grain are finer than the first band, the face's modelling is coarser than the last: both stay. */
const LIGHT: Band[] = [
  { fine: 0.0045, coarse: 0.012, share: 0.8, shape: 6 },
  { fine: 0.012, coarse: 0.035, share: 0.75, shape: 6 },
]

const HUE: Band[] = [
  { fine: 0.006, coarse: 0.025, share: 0.85, shape: 9 },
  { fine: 0.025, coarse: 0.09, share: 0.7, shape: 9 },
]

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
  const canvas = openCanvas(picture, face)
  const masks = skinMasks(canvas)
  const tone = copyTone(canvas.tone)
  for (const band of LIGHT) calm(tone.l, canvas.tone.l, band, strength, canvas, masks)
  for (const band of HUE) {
    calm(tone.a, canvas.tone.a, band, colour, canvas, masks)
    calm(tone.b, canvas.tone.b, band, colour, canvas, masks)
  }
  return repaint(picture, canvas, tone)
}

function calm(
  plane: Float32Array,
  original: Float32Array,
  { fine, coarse, share, shape }: Band,
  strength: number,
  canvas: Canvas,
  { plain }: SkinMasks,
): void {
  if (strength <= 0) return
  const smooth = blurWithin(original, plain, canvas, coarse * canvas.unit)
  const sharp = blurWithin(original, plain, canvas, Math.max(0.6, fine * canvas.unit))
  for (let i = 0; i < plane.length; i++) {
    if (plain[i]! < 0.004) continue
    const detail = sharp[i]! - smooth[i]!
    const faint = Math.exp(-((detail / shape) ** 2))
    plane[i] = plane[i]! - strength * share * plain[i]! * faint * detail
  }
}
