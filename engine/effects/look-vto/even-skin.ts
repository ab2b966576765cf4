import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'

/**
 * What foundation evens out lies between two blurs (sigmas in widths of the face): pores and the face's own shading
 * stay, blotches go.
 */
const BLOTCHES = { fine: 0.009, coarse: 0.055 } as const

/** Redness varies over whole cheeks. */
const FLUSH = 0.16

/** The shares of uneven lightness and colour that a full cover hides. */
const COVER = { light: 0.62, colour: 0.72, flush: 0.45 } as const

/** How much darker than the skin around, in L*, what no foundation covers is: frames of glasses, single hairs. */
const FOREIGN = { from: 26, to: 38 } as const

/** The same by the fine blur, which is dark beside a frame, too: blotches are at most so dark. */
const BESIDE = { from: 12, to: 22 } as const

/** Evens the colour of the skin as foundation does, in place. @param opacity 0–1 */
export function evenSkin(
  lab: LabPlanes,
  region: FaceRegion,
  { skin, clear }: SkinMasks,
  opacity: number,
): void {
  const { faceWidth } = region
  const planes = [lab.l, lab.a, lab.b]
  const [fineL, fineA, fineB] = blurAllWithin(planes, skin, region, BLOTCHES.fine * faceWidth)
  const [evenL, evenA, evenB] = blurAllWithin(planes, clear, region, BLOTCHES.coarse * faceWidth)
  const flushA = blurWithin(lab.a, clear, region, FLUSH * faceWidth)
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
  shown = 1 - smoothstep(${FOREIGN.from}, ${FOREIGN.to}, evenL - l)
  beside = smoothstep(${BESIDE.from}, ${BESIDE.to}, evenL - fineL)
  share = opacity * skin * shown * (1 - beside)
  where share >= 0.004
  spot = max(-6, min(9, evenL - fineL))
  l = l + ${COVER.light} * share * spot
  a = a + share * (${COVER.colour} * (evenA - fineA) + ${COVER.flush} * (flushA - evenA))
  b = b + ${COVER.colour} * share * (evenB - fineB)
`,
)
