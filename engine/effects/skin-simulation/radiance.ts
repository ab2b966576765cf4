import { formula } from '../../raster/formula.ts'
import { blur, blurWithin } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
import type { Treatment } from './treatment.ts'

/** L* that midtones gain at full intensity. */
const LIFT = 5

/** The share of a dull patch's lack of light that is given back. */
const EVEN = 0.4

/** Lifts the midtones of the skin and evens dull patches; highlights and deep shadows hold their place. */
export const radiance: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const { plain, typical } = masks
  const soft = feather(plain, canvas)
  const patch = blurWithin(tone.l, plain, canvas, 0.035 * unit)
  const wide = blurWithin(tone.l, plain, canvas, 0.2 * unit)
  lift({ l: tone.l, soft, patch, wide }, { intensity, typical: typical.l })
}

// Hue and chroma stay: more colour on top of more light glows orange.
const lift = formula(`
  where soft >= 0.004
  dull = min(8, max(0, wide - patch))
  up = intensity * soft * (${LIFT} * exp(-square((patch - typical) / 26)) + ${EVEN} * dull)
  l = l + up * min(1, (100 - l) / 30)
`)

/** A wide, soft edge inside the mask, so that the face does not stand out from the neck like a mask. */
function feather(mask: Float32Array, canvas: Canvas): Float32Array {
  const wide = blur(mask, canvas, 0.05 * canvas.unit)
  narrow({ wide, mask })
  return wide
}

const narrow = formula('wide = mask * min(1, max(0, 2 * wide - 0.8))')
