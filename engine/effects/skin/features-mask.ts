import { formula } from '../../raster/formula.ts'
import type { Point } from '../../raster/picture.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur } from './blur.ts'
import { type Canvas, trace } from './canvas.ts'
import { paintPolygon } from './paint-polygon.ts'

/**
 * A part of the face that is no skin: its outline, by how much to grow it, in widths of the face, and what a blurred fill
 * is taken times where six is too little: what is hardly larger than the blur is thinned out by it.
 */
type Feature = { rings: (canvas: Canvas) => Point[][]; grow: number; gain?: number }

const ring = (upper: readonly number[], lower: readonly number[]): number[] => [
  ...upper,
  ...[...lower].reverse(),
]

/** Around each nostril, from the foot of the wing along the base to the septum and back above the opening. */
const NOSTRILS = {
  left: [294, 327, 326, 2, 370, 462, 250, 290, 305],
  right: [64, 98, 97, 2, 141, 242, 20, 60, 75],
} as const

const FEATURES: Feature[] = [
  {
    rings: (canvas) => [
      trace(canvas, ring(FACE.leftUpperLid, FACE.leftLowerLid)),
      trace(canvas, ring(FACE.rightUpperLid, FACE.rightLowerLid)),
    ],
    grow: 0.014,
  },
  {
    rings: (canvas) => [
      trace(canvas, ring(FACE.leftBrowTop, FACE.leftBrowBottom)),
      trace(canvas, ring(FACE.rightBrowTop, FACE.rightBrowBottom)),
    ],
    grow: 0.016,
  },
  { rings: (canvas) => [trace(canvas, FACE.lipsOuter)], grow: 0.012 },
  {
    rings: (canvas) => [trace(canvas, NOSTRILS.left), trace(canvas, NOSTRILS.right)],
    grow: 0.018,
    gain: 9,
  },
]

/** 1 on eyes with their lashes, brows, lips, mouth and nostrils, softly 0 around them. */
export function featuresMask(canvas: Canvas): Float32Array {
  const covered = zeroPlane(canvas.width * canvas.height)
  for (const { rings, grow, gain = 6 } of FEATURES) {
    const plane = zeroPlane(covered.length)
    for (const outline of rings(canvas)) paintPolygon(plane, canvas, outline)
    // One sigma outside an outline a blurred fill is 0.16: times six it is still whole there, and fades beyond.
    const soft = blur(plane, canvas, Math.max(0.7, grow * canvas.unit))
    cover({ covered, soft }, { gain })
  }
  return covered
}

const cover = formula('covered = max(covered, min(1, soft * gain))')
