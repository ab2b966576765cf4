import { distance, type Point } from '../../geometry/point.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'

/**
 * A point in a face's own coordinates. `u` runs along the line of the eyes to the person's left, `v` down the face, and
 * (0, 0) lies midway between the eyes. One unit is the distance between the eyes; along `u` it is foreshortened as the
 * turned face is.
 */
export type FacePoint = { u: number; v: number }

/** The similarity between a face's own coordinates and the picture's pixels. */
export type FaceFrame = {
  /** Pixels of one `u`. */
  pixelsPerU: number
  /** Pixels of one `v`. */
  pixelsPerV: number
  toFacePoint(pixel: Point): FacePoint
  toPixel(point: FacePoint): Point
  /** A displacement in face units as one in pixels. */
  toPixelVector(vector: FacePoint): Point
}

/** Degrees. Of a face turned further, the near half tells its size better than the distance of the eyes. */
const MAX_YAW = 50

/** Derives a face's coordinates from the corners of its eyes and its yaw. */
export function faceFrameOf({ landmarks, pose }: Face): FaceFrame {
  const middle = ({ outer, inner }: { outer: number; inner: number }): Point => ({
    x: (landmarks[outer]!.x + landmarks[inner]!.x) / 2,
    y: (landmarks[outer]!.y + landmarks[inner]!.y) / 2,
  })
  const left = middle(FACE.leftEye)
  const right = middle(FACE.rightEye)
  const pixelsPerU = Math.max(1e-6, distance(left, right))
  const yaw = (Math.min(MAX_YAW, Math.abs(pose.yaw)) * Math.PI) / 180
  const pixelsPerV = pixelsPerU / Math.cos(yaw)
  const cos = (left.x - right.x) / pixelsPerU
  const sin = (left.y - right.y) / pixelsPerU
  const origin = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const toPixelVector = ({ u, v }: FacePoint): Point => ({
    x: u * pixelsPerU * cos - v * pixelsPerV * sin,
    y: u * pixelsPerU * sin + v * pixelsPerV * cos,
  })
  return {
    pixelsPerU,
    pixelsPerV,
    toPixelVector,
    toPixel: (point) => {
      const { x, y } = toPixelVector(point)
      return { x: origin.x + x, y: origin.y + y }
    },
    toFacePoint: ({ x, y }) => {
      const dx = x - origin.x
      const dy = y - origin.y
      return { u: (dx * cos + dy * sin) / pixelsPerU, v: (dy * cos - dx * sin) / pixelsPerV }
    },
  }
}
