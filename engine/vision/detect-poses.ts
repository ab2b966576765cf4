import type { Candidate } from './candidate.ts'
import type { Pyramid } from './pyramid.ts'
import { type Detector, runDetector } from './run-detector.ts'
import type { Square } from './square.ts'
import type { Net } from './vision.ts'

/**
 * Where the detector believes a person is: the box is around the head; the keypoints are the middle of the hips, the
 * end of the body's reach above it, the middle of the shoulders, and its reach.
 */
export type PoseCandidate = Candidate

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
  square: Square,
  net: Net,
  threshold: number,
): Promise<PoseCandidate[]> {
  return runDetector(DETECTOR, pyramid, { square, frame: FRAME }, () => net, threshold)
}
