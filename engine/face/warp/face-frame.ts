import type { Point } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'

/**
 * A place on a face: `u` along the line of the eyes to the person's left, `v` down the face. The unit is the distance
 * between the eyes, `u` foreshortened with the head's turn as the face itself is. (0, 0) lies midway between the eyes.
 */
export type FacePoint = { u: number; v: number }

/** The coordinates of one face. */
export type FaceFrame = {
  /** Pixels of one `u`. */
  pixelsPerU: number
  /** Pixels of one `v`. */
  pixelsPerV: number
  toFacePoint(point: Point): FacePoint
  /** Where in the picture a place is. */
  toPixel(place: FacePoint): Point
  /** A step in face units as pixels of the picture. */
  toPixelVector(step: FacePoint): Point
}

/** Turned further the near side says more about a face's size than the foreshortened distance of the eyes. */
const MAX_YAW = 50

/** Lays the coordinates of a face by its eyes. */
export function faceFrameOf({ landmarks, pose }: Face): FaceFrame {
  const middle = ({ outer, inner }: { outer: number; inner: number }): Point => ({
    x: (landmarks[outer]!.x + landmarks[inner]!.x) / 2,
    y: (landmarks[outer]!.y + landmarks[inner]!.y) / 2,
  })
  const left = middle(FACE.leftEye)
  const right = middle(FACE.rightEye)
  const across = Math.max(1e-6, Math.hypot(left.x - right.x, left.y - right.y))
  const turn = (Math.min(MAX_YAW, Math.abs(pose.yaw)) * Math.PI) / 180
  const tall = across / Math.cos(turn)
  const cos = (left.x - right.x) / across
  const sin = (left.y - right.y) / across
  const origin = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const toPixels = ({ u, v }: FacePoint): Point => ({
    x: u * across * cos - v * tall * sin,
    y: u * across * sin + v * tall * cos,
  })
  return {
    pixelsPerU: across,
    pixelsPerV: tall,
    toPixelVector: toPixels,
    toPixel: (place) => {
      const { x, y } = toPixels(place)
      return { x: origin.x + x, y: origin.y + y }
    },
    toFacePoint: ({ x, y }) => {
      const dx = x - origin.x
      const dy = y - origin.y
      return { u: (dx * cos + dy * sin) / across, v: (dy * cos - dx * sin) / tall }
    },
  }
}
