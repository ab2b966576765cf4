import { blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { RetouchFilter } from './retouch-state.ts'
import { uncoveredFaceMask, underEyeMasks } from './under-eyes.ts'

/** The share of a bag's relief that is removed at full intensity. */
const MAX_SHARE = 0.85

/** L* that is removed at most. No bag is deeper; what is deeper belongs to the eye. */
const MAX_RELIEF = 14

/** Bound of the gain of colour with light: at the lashes the proportion does not hold. */
const MAX_CHROMA_GAIN = 1.15

/** Flattens the swelling under each eye: its light upper side and the crease below it move to the mean of both. */
export const flattenEyeBags: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const shown = uncoveredFaceMask(region, masks)
  const even = blurWithin(lab.l, masks.clear, region, 0.06 * faceWidth)
  const relief = blurWithin(lab.l, shown, region, Math.max(0.5, 0.005 * faceWidth))
  for (const hollow of underEyeMasks(region)) {
    flatten({ ...lab, hollow, shown, even, relief }, { most: intensity * MAX_SHARE })
  }
}

// The same skin in more light has more colour, in proportion to L* + 16: lightness alone would turn it ashy.
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
