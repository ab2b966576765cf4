import { allocPlane } from '../raster/arena.ts'
import { blur, blurAllWithin } from '../raster/filter/blur.ts'
import { formula } from '../raster/formula.ts'
import { keepConnected } from '../raster/mask/keep-connected.ts'
import { FACE } from '../vision/faces/face.ts'
import type { FaceRegion } from './face-region.ts'
import type { SkinMasks } from './skin-masks.ts'
import { ABOVE_BROWS, HAIR_STRANDS, HAIR_STRANDS_DEVIATION, HAIRLINE_EDGE } from './tuning.ts'

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
    (sigma) =>
      blurAllWithin([lab.l], bare, region, Math.max(HAIR_STRANDS.least, sigma * faceWidth))[0]!,
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

/**
 * The same, of a face whose height is not known yet, as far as it hangs together with the hairline: what shines amid a
 * forehead is no fringe.
 */
export function strandsOverForehead(region: FaceRegion, masks: SkinMasks): Float32Array {
  const { width, height: rows, up, faceWidth, points } = region
  const height = allocPlane(width * rows)
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, i++) height[i] = (x * up.x + y * up.y) / faceWidth
  }
  const brows = [...FACE.leftBrowTop, ...FACE.rightBrowTop].map((i) => points[i]!)
  const level = Math.max(...brows.map((p) => p.x * up.x + p.y * up.y)) / faceWidth
  const strands = hairStrands(region, masks, height, level)
  const edge: number[] = []
  for (const [i, bare] of masks.bare.entries()) {
    if (bare > HAIRLINE_EDGE.from && bare < HAIRLINE_EDGE.to && height[i]! > level) edge.push(i)
  }
  return keepConnected(strands, width, HAIRLINE_EDGE.connected, edge)
}

const squaredDifference = formula(
  { planes: ['pattern', 'fine', 'coarse'] },
  'pattern = square(fine - coarse)',
)

const findStrands = formula(
  { planes: ['strands', 'energy', 'bare', 'height'], scalars: ['level', 'from', 'to'] },
  `
  high = smoothstep(${ABOVE_BROWS.from}, ${ABOVE_BROWS.to}, height - level)
  strands = min(1, 4 * bare) * high * smoothstep(from, to, energy)
`,
)
