import { allocZeroPlane } from '../raster/arena.ts'
import { blur } from '../raster/blur.ts'
import { formula } from '../raster/formula.ts'
import { paintPolygon } from '../raster/paint-polygon.ts'
import type { Point } from '../raster/picture.ts'
import { FACE } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath } from './face-region.ts'

/**
 * A part of the face that is no skin: its outline, by how much to grow it, in widths of the face, and what a blurred fill
 * is taken times where six is too little: what is hardly larger than the blur is thinned out by it.
 */
type Feature = { rings: (canvas: FaceRegion) => Point[][]; grow: number; gain?: number }

function outlineOf(upper: readonly number[], lower: readonly number[]): number[] {
  return [...upper, ...[...lower].reverse()]
}

/** Around each nostril, from the foot of the wing along the base to the septum and back above the opening. */
const NOSTRILS = {
  left: [294, 327, 326, 2, 370, 462, 250, 290, 305],
  right: [64, 98, 97, 2, 141, 242, 20, 60, 75],
} as const

const FEATURES: Feature[] = [
  {
    rings: (canvas) => [
      landmarkPath(canvas, outlineOf(FACE.leftUpperLid, FACE.leftLowerLid)),
      landmarkPath(canvas, outlineOf(FACE.rightUpperLid, FACE.rightLowerLid)),
    ],
    grow: 0.014,
  },
  {
    rings: (canvas) => [
      landmarkPath(canvas, outlineOf(FACE.leftBrowTop, FACE.leftBrowBottom)),
      landmarkPath(canvas, outlineOf(FACE.rightBrowTop, FACE.rightBrowBottom)),
    ],
    grow: 0.016,
  },
  { rings: (canvas) => [landmarkPath(canvas, FACE.lipsOuter)], grow: 0.012 },
  {
    rings: (canvas) => [landmarkPath(canvas, NOSTRILS.left), landmarkPath(canvas, NOSTRILS.right)],
    grow: 0.018,
    gain: 9,
  },
]

/** 1 on eyes with their lashes, brows, lips, mouth and nostrils, softly 0 around them. */
export function featuresMask(canvas: FaceRegion): Float32Array {
  const covered = allocZeroPlane(canvas.width * canvas.height)
  for (const { rings, grow, gain = 6 } of FEATURES) {
    const plane = allocZeroPlane(covered.length)
    for (const outline of rings(canvas)) paintPolygon(plane, canvas, outline)
    // One sigma outside an outline a blurred fill is 0.16: times six it is still whole there, and fades beyond.
    const soft = blur(plane, canvas, Math.max(0.7, grow * canvas.faceWidth))
    cover({ covered, soft }, { gain })
  }
  return covered
}

const cover = formula(
  { planes: ['covered', 'soft'], scalars: ['gain'] },
  'covered = max(covered, min(1, soft * gain))',
)
