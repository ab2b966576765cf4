import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import {
  EVEN_SKIN_BESIDE,
  EVEN_SKIN_BLOTCHES,
  EVEN_SKIN_COVER,
  EVEN_SKIN_FLUSH,
  EVEN_SKIN_FOREIGN,
  EVEN_SKIN_SPOT,
  LEAST_CHANGE,
} from './tuning.ts'

/** Evens the colour of the skin as foundation does, in place. @param opacity 0–1 */
export function evenSkin(
  lab: LabPlanes,
  region: FaceRegion,
  { skin, clear }: SkinMasks,
  opacity: number,
): void {
  const { faceWidth } = region
  const planes = [lab.l, lab.a, lab.b]
  const [fineL, fineA, fineB] = blurAllWithin(
    planes,
    skin,
    region,
    EVEN_SKIN_BLOTCHES.fine * faceWidth,
  )
  const [evenL, evenA, evenB] = blurAllWithin(
    planes,
    clear,
    region,
    EVEN_SKIN_BLOTCHES.coarse * faceWidth,
  )
  const flushA = blurWithin(lab.a, clear, region, EVEN_SKIN_FLUSH * faceWidth)
  cover(
    {
      ...lab,
      skin,
      fineL: fineL!,
      fineA: fineA!,
      fineB: fineB!,
      evenL: evenL!,
      evenA: evenA!,
      evenB: evenB!,
      flushA,
    },
    { opacity },
  )
}

const cover = formula(
  {
    planes: ['l', 'a', 'b', 'skin', 'fineL', 'fineA', 'fineB', 'evenL', 'evenA', 'evenB', 'flushA'],
    scalars: ['opacity'],
  },
  `
  shown = 1 - smoothstep(${EVEN_SKIN_FOREIGN.from}, ${EVEN_SKIN_FOREIGN.to}, evenL - l)
  beside = smoothstep(${EVEN_SKIN_BESIDE.from}, ${EVEN_SKIN_BESIDE.to}, evenL - fineL)
  share = opacity * skin * shown * (1 - beside)
  where share >= ${LEAST_CHANGE}
  spot = max(-${EVEN_SKIN_SPOT.darker}, min(${EVEN_SKIN_SPOT.lighter}, evenL - fineL))
  l = l + ${EVEN_SKIN_COVER.light} * share * spot
  a = a + share * (${EVEN_SKIN_COVER.colour} * (evenA - fineA) + ${EVEN_SKIN_COVER.flush} * (flushA - evenA))
  b = b + ${EVEN_SKIN_COVER.colour} * share * (evenB - fineB)
`,
)
