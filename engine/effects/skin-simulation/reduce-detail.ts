import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import {
  editAtHalfSize,
  editWithDetailBand,
  type LightnessLayer,
  lightnessLayerOf,
} from './lightness-layer.ts'
import { LEAST_DETAIL_SIGMA, PORES, ROUGHNESS, UNEVENNESS } from './tuning.ts'

/** How a band of lightness detail is reduced. */
type DetailFilter = {
  /** The sigmas of the two blurs that the band lies between, in widths of the face. */
  fine: number
  coarse: number
  /** The shares of dark and of light detail that are removed at full intensity. */
  dark: number
  light: number
  /** The contrast, L*, above which detail is not texture and stays. */
  shape: number
}

/** Fills pores, which are dark dots; the grain between them stays. */
export const fillPores: RetouchFilter = (state, intensity) => {
  const detail = PORES
  editWithDetailBand(state, (lightness) => reduceDetail(lightness, intensity, detail))
}

/** Smooths roughness: bumps and hollows larger than pores. */
export const smoothTexture: RetouchFilter = (state, intensity) => {
  const lightness = lightnessLayerOf(state)
  reduceDetail(lightness, intensity, ROUGHNESS)
  const broad = UNEVENNESS
  editAtHalfSize(lightness, broad.fine, (half) => reduceDetail(half, intensity, broad))
}

function reduceDetail(
  { geometry, l, clear }: LightnessLayer,
  intensity: number,
  detail: DetailFilter,
): void {
  const { faceWidth } = geometry
  const fine = Math.max(LEAST_DETAIL_SIGMA, detail.fine * faceWidth)
  const sharp = blurWithin(l, clear, geometry, fine)
  const smooth = blurWithin(l, clear, geometry, detail.coarse * faceWidth)
  const { dark, light, shape } = detail
  subtractDetail({ l, clear, sharp, smooth }, { intensity, dark, light, shape })
}

const subtractDetail = formula(
  { planes: ['clear', 'sharp', 'smooth', 'l'], scalars: ['shape', 'intensity', 'dark', 'light'] },
  `
  where clear >= ${RETOUCH_LEAST}
  over = sharp - smooth
  faint = exp(-square(over / shape))
  l = l - intensity * clear * (over < 0 ? dark : light) * faint * over
`,
)
