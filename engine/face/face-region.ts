import { type Box, clampBox } from '../geometry/box.ts'
import { distance, type Point } from '../geometry/point.ts'
import type { Size } from '../geometry/size.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { WHOLE_FACE_MARGIN, WIDTH_BY_HEIGHT } from './tuning.ts'

/**
 * The part of a picture around one face, sampled for work on its colours. A large face is sampled at a whole fraction
 * of its size: finer detail is grain, which no filter removes, and changes are applied at full size (`repaint`).
 */
export type FaceRegion = FaceRegionGeometry & { lab: LabPlanes }

/** Where a face region lies and how it is scaled, without its colours. */
export type FaceRegionGeometry = SamplingGrid & {
  /** The face's width in region pixels. Lengths in filters are shares of it. */
  faceWidth: number
  /** The face's landmarks in region pixels, by the index of the face mesh. */
  points: Point[]
  /** The direction from the chin to the forehead, length 1. */
  up: Point
}

/**
 * Bounds of a face's width in region pixels: for filters of pores and other fine detail, and for all others. A wider
 * face is sampled at a half, a third, … of its size.
 */
export const MAX_FACE_WIDTH = { fine: 700, broad: 420 } as const

/** Space around the landmarks, in widths of the face: all around, and towards the top of the head. */
export type Margin = { around: number; above: number }

/** Region pixels. A smaller margin is cut by whole steps, so that pyramid blurs see a face on the same grid. */
const GRID_STEP = 32

/**
 * Samples the region of a face.
 * @param maxFaceWidth bound of the face's width in region pixels
 */
export function readFaceRegion(
  picture: Picture,
  face: Face,
  maxFaceWidth: number = MAX_FACE_WIDTH.fine,
  margin: Margin = WHOLE_FACE_MARGIN,
): FaceRegion {
  const geometry = faceRegionGeometry(picture, face, maxFaceWidth, margin)
  return { ...geometry, lab: readLabPlanes(picture, geometry) }
}

/** The geometry of a face's region in a picture of this size. Parameters as for {@link readFaceRegion}. */
export function faceRegionGeometry(
  size: Size,
  { landmarks }: Face,
  maxFaceWidth: number = MAX_FACE_WIDTH.fine,
  margin: Margin = WHOLE_FACE_MARGIN,
): FaceRegionGeometry {
  const from = landmarks[FACE.rightTemple]!
  const to = landmarks[FACE.leftTemple]!
  const chin = landmarks[FACE.chin]!
  const top = landmarks[FACE.foreheadTop]!
  const span = distance(to, from)
  const tall = distance(top, chin)
  // The mesh of a turned head is narrow, but its height still gives the size.
  const faceWidth = Math.max(1, span, WIDTH_BY_HEIGHT * tall)
  const up = { x: (top.x - chin.x) / (tall || 1), y: (top.y - chin.y) / (tall || 1) }
  const scale = Math.max(1, Math.ceil(faceWidth / maxFaceWidth))
  const [whole, needed] = [WHOLE_FACE_MARGIN, margin].map((each) =>
    boundsWithMargin(landmarks, faceWidth, up, size, each),
  )
  const area = cutToGrid(whole!, needed!, GRID_STEP * scale)
  const width = Math.ceil(area.width / scale)
  const height = Math.ceil(area.height / scale)
  const points = landmarks.map(({ x, y }) => ({
    x: (x - area.left) / scale,
    y: (y - area.top) / scale,
  }))
  return { width, height, area, scale, faceWidth: faceWidth / scale, points, up }
}

/** The geometry of the same region with half the pixels each way. Planes that `geometry` carries are not changed. */
export function halveGeometry<Of extends FaceRegionGeometry>(geometry: Of): Of {
  return {
    ...geometry,
    width: (geometry.width + 1) >> 1,
    height: (geometry.height + 1) >> 1,
    scale: geometry.scale * 2,
    faceWidth: geometry.faceWidth / 2,
    points: geometry.points.map(({ x, y }) => ({ x: x / 2, y: y / 2 })),
  }
}

/** The landmarks of these indices as a polyline or ring, in region pixels. */
export function landmarkPath(
  region: Pick<FaceRegionGeometry, 'points'>,
  indices: readonly number[],
): Point[] {
  return indices.map((i) => region.points[i]!)
}

/** A box cut to a part of it, on the left and at the top by whole steps. */
function cutToGrid(whole: Box, part: Box, step: number): Box {
  const before = (from: number, to: number): number => from + Math.floor((to - from) / step) * step
  const [left, top] = [before(whole.left, part.left), before(whole.top, part.top)]
  const [right, bottom] = [part.left + part.width, part.top + part.height]
  return { left, top, width: right - left, height: bottom - top }
}

/** The bounding box of landmarks with a margin, inside a picture of `size`. All in source pixels. */
function boundsWithMargin(
  landmarks: readonly Point[],
  faceWidth: number,
  up: Point,
  size: Size,
  { around, above }: Margin,
): Box {
  // A crown of the same landmarks lies above them.
  const [liftX, liftY] = [up.x * faceWidth * above, up.y * faceWidth * above]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of landmarks) {
    left = Math.min(left, x, x + liftX)
    right = Math.max(right, x, x + liftX)
    top = Math.min(top, y, y + liftY)
    bottom = Math.max(bottom, y, y + liftY)
  }
  const space = around * faceWidth
  left -= space
  top -= space
  const [width, height] = [right + space - left, bottom + space - top]
  return clampBox({ left, top, width, height }, size)
}
