import { blurWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { RetouchFilter } from './retouch-state.ts'
import { uncoveredFaceMask, underEyeMasks } from './under-eyes.ts'

/** The share of a bag's relief that goes at full intensity. */
const MAX_SHARE = 0.85

/** The L* that goes at most: a bag is no deeper, what is belongs to the eye. */
const MAX_RELIEF = 14

/** How much more colour a place may get with its light: at the lashes the measure fails. */
const MAX_CHROMA_GAIN = 1.15

/** Flattens the swelling under each eye: its light upper side and the crease below it are led to the mean of both. */
export const flattenEyeBags: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { clear } = masks
  const shown = uncoveredFaceMask(region, masks)
  const even = blurWithin(lab.l, clear, region, 0.06 * region.faceWidth)
  const relief = blurWithin(lab.l, shown, region, Math.max(0.5, 0.005 * region.faceWidth))
  for (const hollow of underEyeMasks(region)) {
    flatten({ ...lab, hollow, shown, even, relief }, { most: intensity * MAX_SHARE })
  }
}

// Relief is light and shade: the same skin in more light has more colour in proportion, and would be ashy without.
const flatten = formula(
  { planes: ['hollow', 'shown', 'l', 'even', 'relief', 'a', 'b'], scalars: ['most'] },
  `
  share = most * hollow * shown
  where share >= 0.004
  lit = max(0, l + share * ${MAX_RELIEF} * tanh((even - relief) / ${MAX_RELIEF}))
  light = min(${MAX_CHROMA_GAIN}, (lit + 16) / (l + 16))
  a = a * light
  b = b * light
  l = lit
`,
)
