import { copyPlane } from '../raster/arena.ts'
import type { Size } from '../raster/blur.ts'
import { clampBox } from '../raster/crop.ts'
import { readLabPlanes } from '../raster/lab-planes.ts'
import type { Box, Picture, Point } from '../raster/picture.ts'
import { FACE, type Face } from '../vision/faces/face.ts'

/** Colour planes in CIELAB, all of one size. */
export type LabPlanes = { l: Float32Array; a: Float32Array; b: Float32Array }

/**
 * A face laid out for work on its skin. Large faces are worked on at a whole fraction of their size: what is finer than
 * that is the skin's own grain, which no treatment takes away.
 */
export type FaceRegion = FaceRegionGeometry & { lab: LabPlanes }

/** How a face is laid out, without its colours. */
export type FaceRegionGeometry = Size & {
  /** The part of the picture it shows. */
  area: Box
  /** Source pixels per canvas pixel, each way. */
  scale: number
  /** The face's width in canvas pixels; every length of a treatment is a share of it. */
  faceWidth: number
  /** The landmarks in canvas pixels. */
  points: Point[]
  /** From the chin to the forehead, length 1. */
  up: Point
}

/**
 * The width of face, in canvas pixels, that a treatment needs at most; larger faces are worked on at half their size, or
 * a third, … What is broader than pores is seen as well on the smaller canvas.
 */
export const MAX_FACE_WIDTH = { fine: 700, broad: 420 } as const

/** Room around the landmarks, in widths of the face: for the forehead above the mesh and for soft edges. */
const FACE_MARGIN = { around: 0.12, above: 0.3 } as const

/** The room that a face's skin takes up with its soft edges, and no hair. */
export const SKIN_MARGIN = { around: 0.05, above: 0.16 } as const

/** Less room is less by so many places, so that blurs see a face on the same grid whatever the room. */
const GRID_STEP = 32

export type Margin = { around: number; above: number }

export function readFaceRegion(
  picture: Picture,
  face: Face,
  widest: number = MAX_FACE_WIDTH.fine,
  room: Margin = FACE_MARGIN,
): FaceRegion {
  const frame = faceRegionGeometry(picture, face, widest, room)
  return { ...frame, lab: readLabPlanes(picture, frame) }
}

/** The canvas of a face in a picture of this size, not yet looked at. */
export function faceRegionGeometry(
  size: Size,
  { landmarks }: Face,
  widest: number = MAX_FACE_WIDTH.fine,
  room: Margin = FACE_MARGIN,
): FaceRegionGeometry {
  const from = landmarks[FACE.rightTemple]!
  const to = landmarks[FACE.leftTemple]!
  const chin = landmarks[FACE.chin]!
  const top = landmarks[FACE.foreheadTop]!
  const span = Math.hypot(to.x - from.x, to.y - from.y)
  const tall = Math.hypot(top.x - chin.x, top.y - chin.y)
  // A turned head's mesh is narrow; its height still tells the size.
  const faceWidth = Math.max(1, span, 0.7 * tall)
  const up = { x: (top.x - chin.x) / (tall || 1), y: (top.y - chin.y) / (tall || 1) }
  const factor = Math.max(1, Math.ceil(faceWidth / widest))
  const [whole, needed] = [FACE_MARGIN, room].map((of) =>
    boundsWithMargin(landmarks, faceWidth, up, size, of),
  )
  const area = cutToGrid(whole!, needed!, GRID_STEP * factor)
  const width = Math.ceil(area.width / factor)
  const height = Math.ceil(area.height / factor)
  const points = landmarks.map(({ x, y }) => ({
    x: (x - area.left) / factor,
    y: (y - area.top) / factor,
  }))
  return { width, height, area, scale: factor, faceWidth: faceWidth / factor, points, up }
}

/** The same canvas with half the pixels each way. */
export function halveGeometry<Of extends FaceRegionGeometry>(frame: Of): Of {
  return {
    ...frame,
    width: (frame.width + 1) >> 1,
    height: (frame.height + 1) >> 1,
    scale: frame.scale * 2,
    faceWidth: frame.faceWidth / 2,
    points: frame.points.map(({ x, y }) => ({ x: x / 2, y: y / 2 })),
  }
}

/** The chosen landmarks of a canvas as a line or ring. */
export function landmarkPath(
  canvas: Pick<FaceRegionGeometry, 'points'>,
  indices: readonly number[],
): Point[] {
  return indices.map((i) => canvas.points[i]!)
}

export function copyLabPlanes({ l, a, b }: LabPlanes): LabPlanes {
  return { l: copyPlane(l), a: copyPlane(a), b: copyPlane(b) }
}

/** An area cut to a part of it, to the left and above by whole steps. */
function cutToGrid(whole: Box, part: Box, step: number): Box {
  const before = (from: number, to: number): number => from + Math.floor((to - from) / step) * step
  const [left, top] = [before(whole.left, part.left), before(whole.top, part.top)]
  const [right, bottom] = [part.left + part.width, part.top + part.height]
  return { left, top, width: right - left, height: bottom - top }
}

function boundsWithMargin(
  landmarks: readonly Point[],
  faceWidth: number,
  up: Point,
  size: Size,
  free: Margin,
): Box {
  const crown = landmarks.map((p) => ({
    x: p.x + up.x * faceWidth * free.above,
    y: p.y + up.y * faceWidth * free.above,
  }))
  const xs = [...landmarks, ...crown].map((p) => p.x)
  const ys = [...landmarks, ...crown].map((p) => p.y)
  const room = free.around * faceWidth
  const left = Math.min(...xs) - room
  const top = Math.min(...ys) - room
  const width = Math.max(...xs) + room - left
  const height = Math.max(...ys) + room - top
  return clampBox({ left, top, width, height }, size)
}
