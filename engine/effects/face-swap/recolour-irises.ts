import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { repaint } from '../../face/repaint.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { copyLabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Picture } from '../../raster/picture.ts'
import { discRing, irisDiscs } from './iris-disc.ts'
import type { Irises, Tint } from './measure-irises.ts'
import { EYE_OPENINGS } from './openings.ts'
import { IRISES, SOFT_LEAST } from './tuning.ts'

/**
 * Moves the colour of both irises of a face by one shift towards that of a donor's, as a retoucher would: each keeps
 * its texture and limbal ring, its pupil, its reflections and the shadow of its lid, and the two become more alike in
 * colour. How far they move is how surely all four irises were measured. In a picture without colours, toned or not,
 * only lightness changes, and nothing in eyes that lie in the dark.
 * @param skin of the face
 */
export function recolourIrises(
  picture: Picture,
  target: FaceRegion,
  irises: Record<'target' | 'donor', Irises>,
  { typical }: Pick<SkinMasks, 'typical'>,
): Picture {
  const { target: own, donor } = irises
  const { times, colour, seen, shaded, tinted, soft } = IRISES
  const white = (own.whites[0] + own.whites[1]) / 2
  const tint = Math.hypot(own.whiteTint.a, own.whiteTint.b)
  // The face's own two irises need not be alike: they become more so.
  const share =
    own.certainty *
    donor.certainty *
    donor.alike *
    smoothstep(seen.from, seen.whole, white) *
    smoothstep(shaded.none, shaded.whole, lightRatio(own)) *
    (1 - smoothstep(tinted.from, tinted.none, tint))
  if (share === 0) return picture
  const saturation = Math.hypot(typical.a, typical.b) / (typical.l + 16)
  const wanted = wantedTint(donor, own)
  const paler = paleness(donor) / paleness(own)
  const lighter = Math.min(times.most, Math.max(times.least, paler))
  // A dark iris that cannot become as pale as the other has no more of its pale colour either.
  const reached = Math.min(1, lighter / paler)
  const coloured = share * reached * smoothstep(colour.from, colour.whole, saturation)
  const lab = copyLabPlanes(target.lab)
  for (const [nth, disc] of irisDiscs(target).entries()) {
    const iris = allocZeroPlane(lab.l.length)
    paintPolygon(iris, target, discRing(disc))
    const opening = allocZeroPlane(lab.l.length)
    paintPolygon(opening, target, landmarkPath(target, EYE_OPENINGS[nth]!.rim))
    const sigma = soft * target.faceWidth
    const planes = { iris: blur(iris, target, sigma), opening: blur(opening, target, sigma) }
    shift(
      { ...lab, ...planes },
      {
        lighter: 1 + share * (lighter - 1),
        coloured,
        ownA: own.tint.a,
        ownB: own.tint.b,
        wantedA: wanted.a,
        wantedB: wanted.b,
        light: own.light[nth]!,
        white: own.whites[nth]!,
      },
    )
  }
  return repaint(picture, target, lab)
}

/** How light the darker iris is by the lighter one, each beside its own white. */
function lightRatio({ light, whites }: Irises): number {
  const [left, right] = light.map((l, nth) => l / Math.max(1, whites[nth]!)) as [number, number]
  return left === right ? 1 : Math.min(left, right) / Math.max(left, right)
}

/** How light irises are beside their whites. */
function paleness({ light, whites }: Irises): number {
  return Math.max(1, light[0] + light[1]) / Math.max(1, whites[0] + whites[1])
}

/** The tint of the donor's irises in the light of the target, as far as irises have such colours. */
function wantedTint(donor: Irises, target: Irises): Tint {
  const { light, natural, dark } = IRISES
  const lit = (axis: keyof Tint): number => {
    const by = light.share * (target.whiteTint[axis] - donor.whiteTint[axis])
    return donor.tint[axis] + Math.min(light.most, Math.max(-light.most, by))
  }
  const brown = 1 - smoothstep(dark.whole, dark.none, paleness(donor))
  const leastOf = (value: number, least: number): number =>
    value + brown * Math.max(0, least - value)
  const b = leastOf(Math.max(lit('b'), -natural.bluer), dark.yellow)
  const most = natural.redder + natural.byYellow * Math.max(0, b)
  const a = Math.min(leastOf(Math.max(lit('a'), -natural.greener), dark.red * b), most)
  const within = Math.min(1, natural.most / Math.max(natural.most, Math.hypot(a, b)))
  return { a: within * a, b: within * b }
}

/**
 * A colour grows with its light. What is nearer to the white's light than to the iris's is white or a reflection, and
 * beside pupil and lid a pixel has less of the iris's own colour to lose: the whole shift would turn brown into cyan.
 */
const shift = formula(
  {
    planes: ['iris', 'opening', 'l', 'a', 'b'],
    scalars: ['lighter', 'coloured', 'ownA', 'ownB', 'wantedA', 'wantedB', 'light', 'white'],
  },
  `
  where iris * opening > ${SOFT_LEAST}
  paler = (l - light) / max(1, white - light)
  share = iris * opening * (1 - smoothstep(${IRISES.reflection.from}, ${IRISES.reflection.whole}, paler))
  l = l * (1 + share * (lighter - 1))
  grown = l + 16
  tinted = share * coloured * smoothstep(${IRISES.pupil.whole} * light, ${IRISES.pupil.none} * light, l)
  a = a + tinted * (grown * (wantedA - ${IRISES.texture} * ownA) - (1 - ${IRISES.texture}) * a)
  b = b + tinted * (grown * (wantedB - ${IRISES.texture} * ownB) - (1 - ${IRISES.texture}) * b)
`,
)
