import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import type { SkinMasks } from '../../face/skin-masks.ts'
import type { Point } from '../../geometry/point.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import { visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { BROW_RINGS } from './brow-rings.ts'
import { patternWithin } from './occlusion.ts'
import type { Both } from './swap-region.ts'
import { CLEAR_BROWS } from './tuning.ts'

/**
 * Both brows with the skin below them, down to the fold of the lid, and between them, so that neither the lower edge of
 * the donor's thicker brows nor their inner ends show beside them.
 */
const BROW_AND_LID_RINGS = [
  [...FACE.leftBrowTop, 9, 8, 441, 442, 443, 444, 445, 342],
  [...FACE.rightBrowTop, 9, 8, 221, 222, 223, 224, 225, 113],
] as const

/**
 * The brows that stay the target's, as rings of landmarks: both, where hair falls over one in either face, where
 * the target's own are not where its landmarks are, as in a frown, and where the donor's are much fainter or
 * stronger than those that would have to go. A brow joined from two faces would be noticed, and so would two brows
 * of different colours.
 */
export function browsToKeep(
  regions: Both<FaceRegion>,
  masks: Both<SkinMasks>,
): readonly (readonly number[])[] {
  const [target, donor] = (['target', 'donor'] as const).map((of) =>
    browsOf(regions[of], masks[of]),
  )
  const { pattern, light, contrast } = CLEAR_BROWS
  const isClear =
    Math.max(target!.pattern, donor!.pattern) < pattern &&
    Math.min(target!.light, donor!.light) > light &&
    target!.contrast > contrast.target &&
    donor!.contrast > Math.max(contrast.donor, contrast.share * target!.contrast) &&
    donor!.contrast < contrast.times * target!.contrast
  return isClear ? [] : BROW_AND_LID_RINGS
}

/** What is seen of both brows: the worse one of each measure. */
type Brows = {
  /** The pattern of hairs on the skin above their halves. */
  pattern: number
  /** The light of the skin above their halves, as a share of the face's. */
  light: number
  /** How much darker than that skin they are, as a share of its light. */
  contrast: number
}

function browsOf(region: FaceRegion, { typical }: SkinMasks): Brows {
  const brows = BROW_RINGS.map((ring, side) => {
    const top = side === 0 ? FACE.leftBrowTop : FACE.rightBrowTop
    const [outer, inner] = [top.slice(0, 3), top.slice(2)].map((edge) => skinAbove(region, edge))
    const lights = [outer!, inner!].map((path) => lightWithin(region, path))
    const own = lightWithin(region, landmarkPath(region, ring))
    return {
      pattern: Math.max(patternWithin(region, outer!), patternWithin(region, inner!)),
      light: Math.min(...lights) / (typical.l + 16),
      contrast: 1 - (2 * own) / (lights[0]! + lights[1]!),
    }
  })
  return {
    pattern: Math.max(...brows.map(({ pattern }) => pattern)),
    light: Math.min(...brows.map(({ light }) => light)),
    contrast: Math.min(...brows.map(({ contrast }) => contrast)),
  }
}

/** The strip of skin above an edge of landmarks, beyond the hairs of the brow. */
function skinAbove({ faceWidth, up, ...region }: FaceRegion, edge: readonly number[]): Point[] {
  const [from, to] = CLEAR_BROWS.above.map((height) =>
    edge.map((i) => {
      const { x, y } = region.points[i]!
      return { x: x + height * faceWidth * up.x, y: y + height * faceWidth * up.y }
    }),
  )
  return [...from!, ...to!.toReversed()]
}

/** The median of L* + 16 within a path. */
function lightWithin(region: FaceRegion, path: readonly Point[]): number {
  const values: number[] = []
  visitPolygon(region, path, (i, share) => {
    if (share > CLEAR_BROWS.inside) values.push(region.lab.l[i]! + 16)
  })
  return medianOrZero(values)
}
