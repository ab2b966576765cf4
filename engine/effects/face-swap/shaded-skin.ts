import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import {
  SHADED_SKIN,
  SHADED_SKIN_DEVIATION,
  SHADED_SKIN_FINE,
  SHADED_SKIN_STRENGTH,
  SHADED_SKIN_TEXTURE,
  SKIN_FADES,
} from './tuning.ts'

/**
 * Where a face lies in its own or its hair's shadow, 0 to 1: darker than skin usually is, but as smooth, and with as
 * much colour for its light. Hair of the colour of skin shows its strands, black hair and cloth have less colour.
 * @param height how high each pixel is, in widths of the face
 * @param level of the brows' upper edge, in the same measure: above it, a smooth fringe is more likely than a shadow
 */
export function shadedSkin(
  region: FaceRegion,
  { bare, typical }: SkinMasks,
  height: Float32Array,
  level: number,
): Float32Array {
  const { faceWidth, lab } = region
  const [fine] = blurAllWithin(
    [lab.l],
    bare,
    region,
    Math.max(SHADED_SKIN_FINE, SHADED_SKIN_TEXTURE.fine * faceWidth),
  )
  const coarse = blurAllWithin(
    [lab.l, lab.a, lab.b],
    bare,
    region,
    SHADED_SKIN_TEXTURE.coarse * faceWidth,
  )
  const pattern = allocPlane(bare.length)
  squaredShare({ pattern, fine: fine!, coarse: coarse[0]! })
  const energy = blur(pattern, region, SHADED_SKIN_TEXTURE.around * faceWidth)
  const shaded = allocPlane(bare.length)
  const skinLight = typical.l + 16
  findShaded(
    { shaded, energy, bare, height, l: coarse[0]!, a: coarse[1]!, b: coarse[2]! },
    { level, skinLight, skinA: typical.a / skinLight, skinB: typical.b / skinLight },
  )
  return shaded
}

const squaredShare = formula(
  { planes: ['pattern', 'fine', 'coarse'] },
  'pattern = square((fine - coarse) / (coarse + 16))',
)

const { saturation } = SHADED_SKIN

const findShaded = formula(
  {
    planes: ['shaded', 'energy', 'bare', 'height', 'l', 'a', 'b'],
    scalars: ['level', 'skinLight', 'skinA', 'skinB'],
  },
  `
  where bare > 0
  light = l + 16
  strength = skinA * skinA + skinB * skinB + ${SHADED_SKIN_STRENGTH}
  along = (a * skinA + b * skinB) / light / strength
  aside = abs(b * skinA - a * skinB) / light / strength
  grey = 1 - smoothstep(${saturation.least - SKIN_FADES.grey}, ${saturation.least}, along)
  vivid = smoothstep(${saturation.most}, ${saturation.most + SKIN_FADES.vivid}, along)
  turned = smoothstep(${SHADED_SKIN.turned}, ${SHADED_SKIN.turned + SKIN_FADES.turned}, aside)
  alike = (1 - grey) * (1 - vivid) * (1 - turned)
  lit = smoothstep(${SHADED_SKIN.light.none}, ${SHADED_SKIN.light.full}, light / skinLight)
  smooth = 1 - smoothstep(${SHADED_SKIN_DEVIATION.from ** 2}, ${SHADED_SKIN_DEVIATION.to ** 2}, energy)
  low = 1 - smoothstep(${SKIN_FADES.height[0]}, ${SKIN_FADES.height[1]}, height - level)
  shaded = alike * lit * smooth * low
`,
)
