import type { FaceRegion } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { HAIR_STRANDS, HAIR_STRANDS_DEVIATION } from './tuning.ts'

/**
 * Where the forehead shows strands of hair, 0–1, by their pattern of light and dark: a blonde fringe has the colour
 * of skin.
 * @param height how high each pixel is, in widths of the face
 * @param level of the brows' upper edge, in the same measure
 */
export function hairStrands(
  region: FaceRegion,
  { bare, typical }: SkinMasks,
  height: Float32Array,
  level: number,
): Float32Array {
  const { faceWidth, lab } = region
  const [fine, coarse] = [HAIR_STRANDS.fine, HAIR_STRANDS.coarse].map(
    (sigma) => blurAllWithin([lab.l], bare, region, Math.max(0.6, sigma * faceWidth))[0]!,
  )
  const pattern = allocPlane(bare.length)
  squaredDifference({ pattern, fine: fine!, coarse: coarse! })
  const energy = blur(pattern, region, HAIR_STRANDS.around * faceWidth)
  const skin = typical.l + 16
  const strands = allocPlane(bare.length)
  findStrands(
    { strands, energy, bare, height },
    {
      level,
      from: (HAIR_STRANDS_DEVIATION.from * skin) ** 2,
      to: (HAIR_STRANDS_DEVIATION.to * skin) ** 2,
    },
  )
  return strands
}

const squaredDifference = formula(
  { planes: ['pattern', 'fine', 'coarse'] },
  'pattern = square(fine - coarse)',
)

const findStrands = formula(
  { planes: ['strands', 'energy', 'bare', 'height'], scalars: ['level', 'from', 'to'] },
  `
  high = smoothstep(0.01, 0.05, height - level)
  strands = min(1, 4 * bare) * high * smoothstep(from, to, energy)
`,
)
