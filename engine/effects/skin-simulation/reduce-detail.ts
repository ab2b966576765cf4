import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { blurWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { editAtHalfSize } from './edit-at-half-size.ts'
import { editWithDetailBand, type LightnessLayer, lightnessLayerOf } from './lightness-layer.ts'

/**
 * A band of lightness detail, between two blurs given in widths of the face; the shares of what is darker and lighter
 * than around that go at full intensity; and the contrast, L*, above which it is no detail of the skin.
 */
type DetailFilter = { fine: number; coarse: number; dark: number; light: number; shape: number }

/** Pores are dark points: they are filled, the grain between them stays. */
export const fillPores: RetouchFilter = (patient, intensity) => {
  const detail = { fine: 0.0008, coarse: 0.0065, dark: 0.75, light: 0.2, shape: 16 }
  editWithDetailBand(patient, (lightness) => reduceDetail(lightness, intensity, detail))
}

/** Roughness: bumps and hollows larger than pores, both ways. */
export const smoothTexture: RetouchFilter = (patient, intensity) => {
  // What is finer than a pore, or than a pixel can show, is what tells skin from wax.
  const fine = Math.max(0.006, 0.9 / patient.region.faceWidth)
  const lightness = lightnessLayerOf(patient)
  reduceDetail(lightness, intensity, { fine, coarse: 0.016, dark: 0.62, light: 0.5, shape: 7 })
  const broad = { fine: 0.016, coarse: 0.035, dark: 0.55, light: 0.55, shape: 5 }
  editAtHalfSize(lightness, broad.fine, (half) => reduceDetail(half, intensity, broad))
}

function reduceDetail(
  { geometry, l, clear }: LightnessLayer,
  intensity: number,
  detail: DetailFilter,
): void {
  const sharp = blurWithin(l, clear, geometry, Math.max(0.3, detail.fine * geometry.faceWidth))
  const smooth = blurWithin(l, clear, geometry, Math.max(0.9, detail.coarse * geometry.faceWidth))
  const { dark, light, shape } = detail
  subtractDetail({ l, plain: clear, sharp, smooth }, { intensity, dark, light, shape })
}

const subtractDetail = formula(
  { planes: ['plain', 'sharp', 'smooth', 'l'], scalars: ['shape', 'intensity', 'dark', 'light'] },
  `
  where plain >= 0.004
  over = sharp - smooth
  faint = exp(-square(over / shape))
  l = l - intensity * plain * (over < 0 ? dark : light) * faint * over
`,
)
