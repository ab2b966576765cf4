import { type FaceRegion, type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { type Point, pointBetween } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { Both } from './swap-region.ts'
import {
  BROW_FEATHER,
  FRINGE_SIGMA,
  OPENING_FEATHER,
  SWAP_MASK,
  SWAP_MASK_EDGE_SIGMA,
  SWAP_MASK_INNER,
} from './tuning.ts'

/**
 * Where the donor is seen, 0–1: the oval of the face with a feather inside its edge, without the pixels that are
 * occluded in either face.
 */
export function swapMask(region: FaceRegion, occluded: Both<Float32Array>): Float32Array {
  const { faceWidth } = region
  const oval = blur(innerOvalMask(region), region, SWAP_MASK_EDGE_SIGMA * faceWidth)
  const over = blur(occluded.target, region, FRINGE_SIGMA * faceWidth)
  // The target's fringe falls over the donor's face; of the donor's own fringe not even the edge may be seen.
  const beside = blur(occluded.donor, region, 3 * FRINGE_SIGMA * faceWidth)
  const mask = allocPlane(oval.length)
  computeMask({ mask, oval, over, beside })
  return mask
}

/**
 * Both brows with the skin below them, down to the fold of the lid, and between them, so that no edge of the donor's
 * thicker brows shows beside them.
 */
const BROW_AND_LID_RINGS = [
  [...FACE.leftBrowTop, 9, 8, 441, 442, 443, 444, 445, 342],
  [...FACE.rightBrowTop, 9, 8, 221, 222, 223, 224, 225, 113],
] as const

/**
 * Takes features that stay the target's out of a mask: openings, as rings of landmarks, and the brows, whose hairs from
 * another picture are bars, specks and grey tails beside those that are there.
 */
export function keepFeatures(
  mask: Float32Array,
  region: FaceRegion,
  openings: readonly (readonly number[])[],
): void {
  subtractRings(mask, region, openings, OPENING_FEATHER)
  subtractRings(mask, region, BROW_AND_LID_RINGS, BROW_FEATHER)
}

const computeMask = formula(
  { planes: ['beside', 'over', 'mask', 'oval'] },
  `
  near = smoothstep(${SWAP_MASK.beside[0]}, ${SWAP_MASK.beside[1]}, beside)
  hair = max(smoothstep(${SWAP_MASK.over[0]}, ${SWAP_MASK.over[1]}, over), near)
  mask = smoothstep(${SWAP_MASK.oval[0]}, ${SWAP_MASK.oval[1]}, oval) * (1 - hair)
`,
)

/** Takes feathered features out of a mask. */
function subtractRings(
  mask: Float32Array,
  region: FaceRegion,
  rings: readonly (readonly number[])[],
  { soft, gain }: { soft: number; gain: number },
): void {
  if (rings.length === 0) return
  const plane = allocZeroPlane(mask.length)
  for (const ring of rings) paintPolygon(plane, region, landmarkPath(region, ring))
  subtractMask({ mask, grown: blur(plane, region, soft * region.faceWidth) }, { gain })
}

const subtractMask = formula(
  { planes: ['mask', 'grown'], scalars: ['gain'] },
  'mask = mask * (1 - min(1, gain * grown))',
)

/** 1 inside the face's outline, anti-aliased. */
export function faceOvalMask(region: FaceRegionGeometry): Float32Array {
  return maskWithin(region, landmarkPath(region, FACE.oval))
}

/**
 * The same for an oval that becomes narrower below the eyes: cheeks and jaw, with strands over them and the light of
 * another room, stay the target's.
 */
function innerOvalMask(region: FaceRegionGeometry): Float32Array {
  const { points, up, faceWidth } = region
  const outline = landmarkPath(region, FACE.oval)
  const eyes = pointBetween(points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!, 0.5)
  const middle = pointBetween(outline[0]!, points[FACE.chin]!, 0.5)
  const { scale, below } = SWAP_MASK_INNER
  const narrowed = outline.map((point) => {
    const depth = ((eyes.x - point.x) * up.x + (eyes.y - point.y) * up.y) / faceWidth
    return pointBetween(middle, point, 1 - (1 - scale) * smoothstep(0, below, depth))
  })
  return maskWithin(region, narrowed)
}

function maskWithin(region: FaceRegionGeometry, ring: readonly Point[]): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  paintPolygon(plane, region, ring)
  return plane
}
