import type { FaceRegion } from '../../face/face-region.ts'
import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import { blur, blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { RADIANCE_EVEN, RADIANCE_LIFT, RADIANCE_SIGMA } from './tuning.ts'

/** Lifts the midtones of the skin and evens dull patches; highlights and deep shadows stay. */
export const addRadiance: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const { clear, typical } = masks
  const soft = feather(clear, region)
  const patch = blurWithin(lab.l, clear, region, RADIANCE_SIGMA.patch * faceWidth)
  const wide = blurWithin(lab.l, clear, region, RADIANCE_SIGMA.wide * faceWidth)
  lift({ l: lab.l, soft, patch, wide }, { intensity, typical: typical.l })
}

// a* and b* stay: more colour with more light would turn orange.
const lift = formula(
  { planes: ['soft', 'wide', 'patch', 'l'], scalars: ['intensity', 'typical'] },
  `
  where soft >= ${RETOUCH_LEAST}
  dull = min(8, max(0, wide - patch))
  up = intensity * soft * (${RADIANCE_LIFT} * exp(-square((patch - typical) / 26)) + ${RADIANCE_EVEN} * dull)
  l = l + up * min(1, (100 - l) / 30)
`,
)

/** A mask with a wide, soft edge inside it, so that the face does not stand out from the neck. */
function feather(mask: Float32Array, region: FaceRegion): Float32Array {
  const wide = blur(mask, region, RADIANCE_SIGMA.edge * region.faceWidth)
  narrow({ wide, mask })
  return wide
}

const narrow = formula({ planes: ['wide', 'mask'] }, 'wide = mask * min(1, max(0, 2 * wide - 0.8))')
