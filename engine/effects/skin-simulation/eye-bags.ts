import { formula } from '../../raster/formula.ts'
import { blurWithin } from '../skin/blur.ts'
import type { Treatment } from './treatment.ts'
import { notCovered, underEyes } from './under-eyes.ts'

/** The share of a bag's relief that goes at full intensity. */
const SHARE = 0.85

/** The L* that goes at most: a bag is no deeper, what is belongs to the eye. */
const MOST = 14

/** How much more colour a place may get with its light: at the lashes the measure fails. */
const RICHER = 1.15

/** Flattens the swelling under each eye: its light upper side and the crease below it are led to the mean of both. */
export const eyeBags: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { plain } = masks
  const shown = notCovered(canvas, masks)
  const even = blurWithin(tone.l, plain, canvas, 0.06 * canvas.unit)
  const relief = blurWithin(tone.l, shown, canvas, Math.max(0.5, 0.005 * canvas.unit))
  for (const hollow of underEyes(canvas)) {
    flatten({ ...tone, hollow, shown, even, relief }, { most: intensity * SHARE })
  }
}

// Relief is light and shade: the same skin in more light has more colour in proportion, and would be ashy without.
const flatten = formula(`
  share = most * hollow * shown
  where share >= 0.004
  lit = max(0, l + share * ${MOST} * tanh((even - relief) / ${MOST}))
  light = min(${RICHER}, (lit + 16) / (l + 16))
  a = a * light
  b = b * light
  l = lit
`)
