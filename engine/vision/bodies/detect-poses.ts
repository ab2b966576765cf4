import type { Detection } from '../detection/detection.ts'
import { type Detector, runDetector } from '../detection/run-detector.ts'
import type { Pyramid } from '../input/pyramid.ts'
import type { Roi } from '../input/roi.ts'
import type { Net } from '../vision.ts'

/**
 * Where the detector believes a person is: the box is around the head; the keypoints are the middle of the hips, the
 * end of the body's reach above it, the middle of the shoulders, and its reach.
 */
export type PoseDetection = Detection

const DETECTOR: Detector = {
  range: { low: -1, high: 1 },
  strides: [8, 16, 32, 32, 32],
  perLayer: 2,
  keypoints: 4,
}

const FRAME = { width: 224, height: 224 }

/**
 * Looks for people inside one square of the picture. People much smaller than a fifth of its side are missed.
 * @param threshold lowest score that counts
 * @returns one candidate a person, best first
 */
export function detectPoses(
  pyramid: Pyramid,
  roi: Roi,
  net: Net,
  threshold: number,
): Promise<PoseDetection[]> {
  return runDetector(DETECTOR, pyramid, { roi, inputSize: FRAME }, () => net, threshold)
}
