import type { Point } from '../../geometry/point.ts'
import type { Detection } from '../detection/detection.ts'
import type { Roi } from '../input/roi.ts'
import { FACE_ROI_SCALE } from '../tuning.ts'
import { FACE } from './face.ts'

/** The region of interest for a detected face, rotated so that its eyes are level. */
export function roiOfDetection({ box, keypoints }: Detection): Roi {
  const [rightEye, leftEye] = keypoints
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    side: Math.max(box.width, box.height) * FACE_ROI_SCALE,
    angle: Math.atan2(leftEye!.y - rightEye!.y, leftEye!.x - rightEye!.x),
  }
}

/** The region of interest around a face's landmarks, rotated so that the outer corners of its eyes are level. */
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
    side: Math.max(u.high - u.low, v.high - v.low) * FACE_ROI_SCALE,
    angle,
  }
}
