import type { Detector } from '../detection/run-detector.ts'

/**
 * The full-range face detector. Its boxes reach from the brows to the chin; its keypoints are the person's right eye,
 * left eye, nose tip, mouth, right ear and left ear.
 */
export const FACE_DETECTOR: Detector = {
  range: { low: -1, high: 1 },
  strides: [4],
  perLayer: 1,
  keypoints: 6,
}

/** Where the nose tip stands among the keypoints. */
export const NOSE_KEYPOINT = 2
