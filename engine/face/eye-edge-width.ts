import { medianOrZero } from '../geometry/quantile.ts'
import type { Size } from '../geometry/size.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { blur } from '../raster/filter/blur.ts'
import { medianWithin } from '../raster/filter/median-within.ts'
import { formula } from '../raster/formula.ts'
import type { Picture } from '../raster/picture.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { type FaceRegion, landmarkPath, readFaceRegion } from './face-region.ts'
import {
  EYE_EDGE,
  EYE_EDGE_FACE_WIDTH,
  EYE_EDGE_MARGIN,
  EYE_EDGE_SIGMA,
  STEEPEST_SHARE,
} from './tuning.ts'

const EYES_AND_BROWS = [
  ...FACE.leftUpperLid,
  ...FACE.leftLowerLid,
  ...FACE.rightUpperLid,
  ...FACE.rightLowerLid,
  ...FACE.leftBrowTop,
  ...FACE.leftBrowBottom,
  ...FACE.rightBrowTop,
  ...FACE.rightBrowBottom,
]

/**
 * The width of the sharpest edges of eyes and brows, in widths of the face: the sigma of the Gaussian that blurs them,
 * by the ratio of their gradients before and after one more blur (Zhuo and Sim, "Defocus map estimation from a single
 * image", Pattern Recognition 44, 2011).
 */
export function readEyeEdgeWidth(picture: Picture, face: Face): number {
  const margin = { around: EYE_EDGE_MARGIN, above: EYE_EDGE_MARGIN }
  return withArena(() => eyeEdgeWidth(readFaceRegion(picture, face, EYE_EDGE_FACE_WIDTH, margin)))
}

function eyeEdgeWidth(region: FaceRegion): number {
  const { faceWidth } = region
  const { light, size } = eyePatchOf(region)
  const sigma = Math.max(EYE_EDGE_SIGMA.pixels, EYE_EDGE_SIGMA.share * faceWidth)
  const [once, twice] = [sigma, 2 * sigma].map((by) => gradients(blur(light, size, by), size))
  const inner = interiorWeights(once!.length, size.width)
  const steep = medianWithin(once!, inner, 1 - STEEPEST_SHARE)
  const widths: number[] = []
  for (let i = 0; i < once!.length; i++) {
    if (once![i]! < steep || inner[i] === 0) continue
    const ratio = Math.max(EYE_EDGE.ratio, (once![i]! / Math.max(1e-6, twice![i]!)) ** 2)
    widths.push(Math.sqrt(Math.max(0, ((4 - ratio) * sigma * sigma) / (ratio - 1))))
  }
  // Edges narrower than a third of a pixel cannot be told apart.
  return Math.max(EYE_EDGE.width, medianOrZero(widths)) / faceWidth
}

type LumaPatch = { light: Float32Array; size: Size }

/** The lightness of the part of a region that shows eyes and brows. */
function eyePatchOf(region: FaceRegion): LumaPatch {
  const points = landmarkPath(region, EYES_AND_BROWS)
  const room = EYE_EDGE_MARGIN * region.faceWidth
  const clamped = (value: number, most: number): number =>
    Math.min(most, Math.max(0, Math.round(value)))
  const left = clamped(Math.min(...points.map(({ x }) => x)) - room, region.width - 3)
  const top = clamped(Math.min(...points.map(({ y }) => y)) - room, region.height - 3)
  const right = clamped(Math.max(...points.map(({ x }) => x)) + room, region.width)
  const bottom = clamped(Math.max(...points.map(({ y }) => y)) + room, region.height)
  const size = { width: Math.max(3, right - left), height: Math.max(3, bottom - top) }
  const light = allocPlane(size.width * size.height)
  for (let y = 0; y < size.height; y++) {
    const from = (top + y) * region.width + left
    light.set(region.lab.l.subarray(from, from + size.width), y * size.width)
  }
  return { light, size }
}

/** The gradient magnitudes of a plane's inner pixels, in rows as wide as the plane's own. */
function gradients(plane: Float32Array, { width, height }: LumaPatch['size']): Float32Array {
  const slope = allocPlane(width * (height - 2) - 2)
  const from = (start: number): Float32Array => plane.subarray(start, start + slope.length)
  gradientMagnitude({
    slope,
    left: from(width),
    right: from(width + 2),
    up: from(1),
    down: from(2 * width + 1),
  })
  return slope
}

const gradientMagnitude = formula(
  { planes: ['slope', 'right', 'left', 'down', 'up'] },
  'slope = hypot(right - left, down - up)',
)

/** 1 for inner pixels of rows of this width, 0 where the end of one row meets the beginning of the next. */
function interiorWeights(length: number, width: number): Float32Array {
  const inner = allocPlane(length).fill(1)
  for (let i = width - 2; i < length; i += width) inner.fill(0, i, i + 2)
  return inner
}
