import type { Detector } from '../detection/run-detector.ts'

/**
 * MediaPipe's full-range face detector, with the anchors of its graph config: one in each cell of 4 × 4 pixels. Its
 * boxes reach from the brows to the chin. Its keypoints are the person's right eye, left eye, nose tip, mouth, right
 * ear and left ear.
 */
export const FACE_DETECTOR: Detector = {
  range: { low: -1, high: 1 },
  strides: [4],
  perLayer: 1,
  keypoints: 6,
}

/** The index of the nose tip among the keypoints. */
export const NOSE_KEYPOINT = 2
