import type { FaceRegionGeometry } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { planeDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { combineAround } from '../../raster/filter/combine-around.ts'
import { formula } from '../../raster/formula.ts'
import { SHADING_LIMITS } from './tuning.ts'

/** Pixels that `combineAround` looks to each side at most. */
const REACH = 4

/**
 * Limits how much darker or lighter than its light the donor's skin is: the shadow that a nose casts, eyes deep in
 * theirs, shine and single strands of the donor's picture. As dark and as light as the target's skin is near a pixel,
 * and a little more, it may be: noses and folds are shaded in every light. Shadows that go take their colour with them.
 * @param lab the relit donor, which is changed
 * @param target the target's L*, and the light on it
 * @param skin of both faces, without features, 0–1
 * @returns by how many units of L* each pixel was changed
 */
export function limitShading(
  lab: LabPlanes,
  target: { l: Float32Array; light: LabPlanes },
  skin: Float32Array,
  region: FaceRegionGeometry,
): Float32Array {
  const { sigma, near } = SHADING_LIMITS
  const [own, wanted] = [lab.l, target.l].map((plane) =>
    blur(planeDifference(plane, target.light.l), region, sigma * region.faceWidth),
  )
  const [lighter, darker] = [allocPlane(skin.length), allocPlane(skin.length)]
  partSigns({ wanted: wanted!, skin, lighter, darker })
  const steps = Math.max(1, Math.round((near * region.faceWidth) / REACH))
  const spread = (plane: Float32Array): Float32Array =>
    Array.from({ length: steps }).reduce<Float32Array>(
      (widened) => combineAround(widened, region, 'most', REACH),
      plane,
    )
  const { l: light, a: skinA, b: skinB } = target.light
  const changed = allocZeroPlane(skin.length)
  limit({
    ...lab,
    changed,
    own: own!,
    skin,
    lighter: spread(lighter),
    darker: spread(darker),
    light,
    skinA,
    skinB,
  })
  return changed
}

const partSigns = formula(
  { planes: ['wanted', 'skin', 'lighter', 'darker'] },
  `
  lighter = max(0, skin * wanted)
  darker = max(0, 0 - skin * wanted)
`,
)

const limit = formula(
  {
    planes: [
      'skin',
      'l',
      'a',
      'b',
      'own',
      'lighter',
      'darker',
      'light',
      'skinA',
      'skinB',
      'changed',
    ],
  },
  `
  where skin > 0
  shadow = max(0, 0 - own - darker - ${SHADING_LIMITS.darker})
  shine = max(0, own - lighter - ${SHADING_LIMITS.lighter})
  changed = skin * (shadow - shine)
  l = l + changed
  gone = skin * min(1, (shadow + shine) / ${SHADING_LIMITS.colour})
  lit = (l + 16) / (light + 16)
  a = a + gone * (lit * skinA - a)
  b = b + gone * (lit * skinB - b)
`,
)
