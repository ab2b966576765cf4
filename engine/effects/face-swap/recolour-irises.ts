import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { repaint } from '../../face/repaint.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import { copyLabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Picture } from '../../raster/picture.ts'
import { irisColours, irisMasks } from './iris-colours.ts'
import { EYE_OPENINGS } from './openings.ts'
import { IRISES, SOFT_LEAST } from './tuning.ts'

/**
 * Gives both irises of a face the mean colour of a donor's. Each keeps its texture, its pupil and its reflections,
 * and the two stay as unlike in their light as they are. In a picture without colours, toned or not, only lightness
 * changes.
 * @param donor the colours of its two irises, in the light of the face
 * @param skin of the face
 */
export function recolourIrises(
  picture: Picture,
  target: FaceRegion,
  donor: readonly [LabColour, LabColour],
  { typical }: Pick<SkinMasks, 'typical'>,
): Picture {
  const irises = irisMasks(target)
  const own = irisColours(target.lab, irises)
  const meanOf = ([one, other]: readonly [LabColour, LabColour], axis: keyof LabColour): number =>
    (one[axis] + other[axis]) / 2
  const { times, colour, white, soft } = IRISES
  const mean = { l: meanOf(donor, 'l'), ...naturalChroma(meanOf(donor, 'a'), meanOf(donor, 'b')) }
  const lighter = Math.min(
    times.most,
    Math.max(times.least, mean.l / Math.max(1, meanOf(own, 'l'))),
  )
  const saturation = Math.hypot(typical.a, typical.b) / (typical.l + 16)
  const lab = copyLabPlanes(target.lab)
  for (const [nth, mask] of irises.entries()) {
    const opening = allocZeroPlane(mask.length)
    paintPolygon(opening, target, landmarkPath(target, EYE_OPENINGS[nth]!.rim))
    tint(
      { ...lab, iris: blur(mask, target, soft * target.faceWidth) },
      {
        lighter,
        coloured: smoothstep(colour.from, colour.whole, saturation),
        white: medianWithin(target.lab.l, opening, white),
        light: mean.l + 16,
        donorA: mean.a,
        donorB: mean.b,
      },
    )
  }
  return repaint(picture, target, lab)
}

/** The a* and b* of an iris without what the light of its picture adds: none is red or violet. */
function naturalChroma(a: number, b: number): Pick<LabColour, 'a' | 'b'> {
  const { redder, byYellow } = IRISES.natural
  return { a: Math.min(a, redder + byYellow * Math.max(0, b)), b }
}

/** A colour grows with its light; what is lighter than the white of the eye is a reflection. */
const tint = formula(
  {
    planes: ['iris', 'l', 'a', 'b'],
    scalars: ['lighter', 'coloured', 'white', 'light', 'donorA', 'donorB'],
  },
  `
  where iris > ${SOFT_LEAST}
  share = iris * (1 - smoothstep(${IRISES.reflection.from} * white, ${IRISES.reflection.whole} * white, l))
  l = l * (1 + share * (lighter - 1))
  grown = max(0, l + 16) / light
  a = a + share * coloured * (donorA * grown - a)
  b = b + share * coloured * (donorB * grown - b)
`,
)
