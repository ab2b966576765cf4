import { formula } from '../../raster/formula.ts'
import { blurWithin } from '../skin/blur.ts'
import { type Lightness, lightnessOf, onFine } from './on-fine.ts'
import { onHalf } from './on-half.ts'
import type { Treatment } from './treatment.ts'

/**
 * A band of lightness detail, between two blurs given in widths of the face; the shares of what is darker and lighter
 * than around that go at full intensity; and the contrast, L*, above which it is no detail of the skin.
 */
type Detail = { fine: number; coarse: number; dark: number; light: number; shape: number }

/** Pores are dark points: they are filled, the grain between them stays. */
export const pores: Treatment = (patient, intensity) => {
  const detail = { fine: 0.0008, coarse: 0.0065, dark: 0.75, light: 0.2, shape: 16 }
  onFine(patient, (lightness) => lessen(lightness, intensity, detail))
}

/** Roughness: bumps and hollows larger than pores, both ways. */
export const texture: Treatment = (patient, intensity) => {
  // What is finer than a pore, or than a pixel can show, is what tells skin from wax.
  const fine = Math.max(0.006, 0.9 / patient.canvas.unit)
  const lightness = lightnessOf(patient)
  lessen(lightness, intensity, { fine, coarse: 0.016, dark: 0.62, light: 0.5, shape: 7 })
  const broad = { fine: 0.016, coarse: 0.035, dark: 0.55, light: 0.55, shape: 5 }
  onHalf(lightness, broad.fine, (half) => lessen(half, intensity, broad))
}

function lessen({ frame, l, plain }: Lightness, intensity: number, detail: Detail): void {
  const sharp = blurWithin(l, plain, frame, Math.max(0.3, detail.fine * frame.unit))
  const smooth = blurWithin(l, plain, frame, Math.max(0.9, detail.coarse * frame.unit))
  const { dark, light, shape } = detail
  takeDown({ l, plain, sharp, smooth }, { intensity, dark, light, shape })
}

const takeDown = formula(`
  where plain >= 0.004
  over = sharp - smooth
  faint = exp(-square(over / shape))
  l = l - intensity * plain * (over < 0 ? dark : light) * faint * over
`)
