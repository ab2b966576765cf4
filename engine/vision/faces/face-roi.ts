import type { Point } from '../../raster/picture.ts'
import type { Detection } from '../detection/detection.ts'
import type { Roi } from '../input/roi.ts'
import { FACE } from './face.ts'

/** How much larger than the face the square is (MediaPipe's setting). */
const ROOM = 1.5

/** The square for a first look at a detected face, turned so that the eyes are level. */
export function roiOfDetection({ box, keypoints }: Detection): Roi {
  const [rightEye, leftEye] = keypoints
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    side: Math.max(box.width, box.height) * ROOM,
    angle: Math.atan2(leftEye!.y - rightEye!.y, leftEye!.x - rightEye!.x),
  }
}

/** The square for a second look: around a face's landmarks, turned so that the outer corners of the eyes are level. */
export function roiOfLandmarks(landmarks: readonly Point[]): Roi {
  const right = landmarks[FACE.rightEye.outer]!
  const left = landmarks[FACE.leftEye.outer]!
  const angle = Math.atan2(left.y - right.y, left.x - right.x)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const u = { low: Infinity, high: -Infinity }
  const v = { low: Infinity, high: -Infinity }
  for (const { x, y } of landmarks) {
    const along = x * cos + y * sin
    const across = y * cos - x * sin
    u.low = Math.min(u.low, along)
    u.high = Math.max(u.high, along)
    v.low = Math.min(v.low, across)
    v.high = Math.max(v.high, across)
  }
  const middleU = (u.low + u.high) / 2
  const middleV = (v.low + v.high) / 2
  return {
    x: middleU * cos - middleV * sin,
    y: middleU * sin + middleV * cos,
    side: Math.max(u.high - u.low, v.high - v.low) * ROOM,
    angle,
  }
}
