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
 * changes, and nothing in eyes that lie in the dark.
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
  const { times, colour, white, seen, soft } = IRISES
  const [l, a, b] = (['l', 'a', 'b'] as const).map((axis) => meanOf(donor, axis))
  const mean = naturalColour({ l: l!, a: a!, b: b! })
  const lighter = Math.min(
    times.most,
    Math.max(times.least, mean.l / Math.max(1, meanOf(own, 'l'))),
  )
  const saturation = Math.hypot(typical.a, typical.b) / (typical.l + 16)
  const whites = EYE_OPENINGS.map(({ rim }) => {
    const opening = allocZeroPlane(target.lab.l.length)
    paintPolygon(opening, target, landmarkPath(target, rim))
    return medianWithin(target.lab.l, opening, white)
  })
  const share = smoothstep(seen.from, seen.whole, (whites[0]! + whites[1]!) / 2)
  const lab = copyLabPlanes(target.lab)
  for (const [nth, mask] of irises.entries()) {
    tint(
      { ...lab, iris: blur(mask, target, soft * target.faceWidth) },
      {
        lighter: 1 + share * (lighter - 1),
        coloured: share * smoothstep(colour.from, colour.whole, saturation),
        white: whites[nth]!,
        light: mean.l + 16,
        donorA: mean.a,
        donorB: mean.b,
      },
    )
  }
  return repaint(picture, target, lab)
}

/** The colour of an iris without what the light of its picture adds: none is red or violet, and blue ones are pale. */
function naturalColour({ l, a, b }: LabColour): LabColour {
  const { redder, byYellow, bluer } = IRISES.natural
  return {
    l,
    a: Math.min(a, redder + byYellow * Math.max(0, b)),
    b: Math.max(b, -bluer * (l + 16)),
  }
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
