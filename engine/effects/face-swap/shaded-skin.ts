import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { SHADED_SKIN, SHADED_SKIN_DEVIATION, SHADED_SKIN_TEXTURE } from './tuning.ts'

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
    Math.max(0.6, SHADED_SKIN_TEXTURE.fine * faceWidth),
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

const findShaded = formula(
  {
    planes: ['shaded', 'energy', 'bare', 'height', 'l', 'a', 'b'],
    scalars: ['level', 'skinLight', 'skinA', 'skinB'],
  },
  `
  where bare > 0
  light = l + 16
  strength = skinA * skinA + skinB * skinB + 0.0001
  along = (a * skinA + b * skinB) / light / strength
  aside = abs(b * skinA - a * skinB) / light / strength
  grey = 1 - smoothstep(${SHADED_SKIN.saturation.least - 0.1}, ${SHADED_SKIN.saturation.least}, along)
  vivid = smoothstep(${SHADED_SKIN.saturation.most}, ${SHADED_SKIN.saturation.most + 0.15}, along)
  alike = (1 - grey) * (1 - vivid) * (1 - smoothstep(${SHADED_SKIN.turned}, ${SHADED_SKIN.turned + 0.1}, aside))
  lit = smoothstep(${SHADED_SKIN.light.none}, ${SHADED_SKIN.light.full}, light / skinLight)
  smooth = 1 - smoothstep(${SHADED_SKIN_DEVIATION.from ** 2}, ${SHADED_SKIN_DEVIATION.to ** 2}, energy)
  low = 1 - smoothstep(-0.03, 0.02, height - level)
  shaded = alike * lit * smooth * low
`,
)
