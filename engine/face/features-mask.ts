import { allocZeroPlane } from '../raster/arena.ts'
import { blur } from '../raster/filter/blur.ts'
import { formula } from '../raster/formula.ts'
import { paintPolygon } from '../raster/mask/paint-polygon.ts'
import { FACE } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath } from './face-region.ts'
import { FEATURE_GAIN, FEATURE_GROWS, FEATURE_LEAST_SIGMA } from './tuning.ts'

/** A feature of the face that is not skin. */
type Feature = {
  /** Rings of landmarks. */
  outlines: readonly (readonly number[])[]
  /** How far the mask grows beyond the outlines, in widths of the face. */
  grow: number
  /** What the blurred fill is multiplied by. A feature hardly larger than the blur needs more than the usual 6. */
  gain?: number
}

function ringOf(upper: readonly number[], lower: readonly number[]): number[] {
  return [...upper, ...[...lower].reverse()]
}

const FEATURES: readonly Feature[] = [
  {
    outlines: [
      ringOf(FACE.leftUpperLid, FACE.leftLowerLid),
      ringOf(FACE.rightUpperLid, FACE.rightLowerLid),
    ],
    grow: FEATURE_GROWS.eyes,
  },
  {
    outlines: [
      ringOf(FACE.leftBrowTop, FACE.leftBrowBottom),
      ringOf(FACE.rightBrowTop, FACE.rightBrowBottom),
    ],
    grow: FEATURE_GROWS.brows,
  },
  { outlines: [FACE.lipsOuter], grow: FEATURE_GROWS.lips },
  {
    // The nostrils: from the foot of the wing along the base to the septum, and back above the opening.
    outlines: [
      [294, 327, 326, 2, 370, 462, 250, 290, 305],
      [64, 98, 97, 2, 141, 242, 20, 60, 75],
    ],
    grow: FEATURE_GROWS.nostrils,
    gain: FEATURE_GAIN.nostrils,
  },
]

/** A mask of the face's features: 1 on eyes with their lashes, brows, lips, mouth and nostrils, with soft edges. */
export function featuresMask(region: FaceRegion): Float32Array {
  const covered = allocZeroPlane(region.width * region.height)
  for (const { outlines, grow, gain = FEATURE_GAIN.usual } of FEATURES) {
    const plane = allocZeroPlane(covered.length)
    for (const ring of outlines) paintPolygon(plane, region, landmarkPath(region, ring))
    // One sigma outside the outline the blurred fill is 0.16: times 6 the mask is still 1 there, and fades beyond.
    const soft = blur(plane, region, Math.max(FEATURE_LEAST_SIGMA, grow * region.faceWidth))
    cover({ covered, soft }, { gain })
  }
  return covered
}

const cover = formula(
  { planes: ['covered', 'soft'], scalars: ['gain'] },
  'covered = max(covered, min(1, soft * gain))',
)
