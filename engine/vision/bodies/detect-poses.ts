import type { Detection } from '../detection/detection.ts'
import { type Detector, runDetector } from '../detection/run-detector.ts'
import type { Pyramid } from '../input/pyramid.ts'
import type { Roi } from '../input/roi.ts'
import type { Net } from '../vision.ts'
import type { BodyCircle } from './pose-roi.ts'

/**
 * A person that the pose detector proposes. The box is around the face. The keypoints are the middle of the hips, a
 * point of the circle around the whole body, the middle of the shoulders, and a point of the circle around the upper
 * body.
 */
export type PoseDetection = Detection

/** MediaPipe's pose detector, with the anchors of its graph config. */
const POSE_DETECTOR: Detector = {
  range: { low: -1, high: 1 },
  strides: [8, 16, 32, 32, 32],
  perLayer: 2,
  keypoints: 4,
}

const INPUT_SIZE = { width: 224, height: 224 }

/**
 * Detects people in one region of the picture. People much smaller than a fifth of its side are missed.
 * @param threshold the lowest score that counts, 0–1
 * @returns one detection for each person, best first
 */
export function detectPoses(
  pyramid: Pyramid,
  roi: Roi,
  net: Net,
  threshold: number,
): Promise<PoseDetection[]> {
  return runDetector(POSE_DETECTOR, pyramid, { roi, inputSize: INPUT_SIZE }, () => net, threshold)
}

/** The circle around the whole body of a detected person. */
export function bodyCircleOf({ keypoints }: PoseDetection): BodyCircle {
  return { midHip: keypoints[0]!, circlePoint: keypoints[1]! }
}
