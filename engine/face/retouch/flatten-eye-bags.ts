import { blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import {
  EYE_BAG_CHROMA,
  EYE_BAG_RELIEF,
  EYE_BAG_SHARE,
  EYE_BAG_SIGMA,
  RETOUCH_LEAST,
} from '../tuning.ts'
import type { RetouchFilter } from './retouch-state.ts'
import { uncoveredFaceMask, underEyeMasks } from './under-eyes.ts'

/** Flattens the swelling under each eye: its light upper side and the crease below it move to the mean of both. */
export const flattenEyeBags: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const shown = uncoveredFaceMask(region, masks)
  const even = blurWithin(lab.l, masks.clear, region, EYE_BAG_SIGMA.even * faceWidth)
  const relief = blurWithin(
    lab.l,
    shown,
    region,
    Math.max(EYE_BAG_SIGMA.least, EYE_BAG_SIGMA.relief * faceWidth),
  )
  for (const hollow of underEyeMasks(region)) {
    flatten({ ...lab, hollow, shown, even, relief }, { most: intensity * EYE_BAG_SHARE })
  }
}

// The same skin in more light has more colour, in proportion to L* + 16: lightness alone would turn it ashy.
const flatten = formula(
  { planes: ['hollow', 'shown', 'l', 'even', 'relief', 'a', 'b'], scalars: ['most'] },
  `
  share = most * hollow * shown
  where share >= ${RETOUCH_LEAST}
  lit = max(0, l + share * ${EYE_BAG_RELIEF} * tanh((even - relief) / ${EYE_BAG_RELIEF}))
  light = min(${EYE_BAG_CHROMA}, (lit + 16) / (l + 16))
  a = a * light
  b = b * light
  l = lit
`,
)
