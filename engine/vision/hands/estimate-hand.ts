import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoi } from '../input/sample-roi.ts'
import type { Nets } from '../vision.ts'
import type { HandLandmark } from './hand.ts'

/** The output of the landmark network for one region of interest. */
export type HandEstimate = {
  /** The probability that the region shows a hand, 0–1. */
  presence: number
  /** The probability that it is the person's right hand, 0–1. */
  right: number
  landmarks: HandLandmark[]
}

/** The side of the network's input in pixels. */
const SIZE = 224
const LANDMARKS = 21

/**
 * Estimates the landmarks of the hand in a region of interest (Zhang et al., "MediaPipe Hands: On-device Real-time
 * Hand Tracking", 2020). The network's labels are meant for mirrored pictures: its "Left" is the right hand of a
 * person in a photograph.
 * @throws when the network's outputs are not those of the model
 */
export async function estimateHand(
  pyramid: Pyramid,
  roi: Roi,
  net: Nets['handLandmark'],
): Promise<HandEstimate> {
  await ensureLevel(pyramid, pyramidLevelFor(pyramid, roi.side / SIZE), roi)
  const input = sampleRoi(pyramid, roi, SIZE, { low: 0, high: 1 })
  const [points, presence, mirroredLeft] = await net.run(input)
  if (points?.length !== LANDMARKS * 3 || presence?.length !== 1 || mirroredLeft?.length !== 1) {
    throw new Error('The hand network has other outputs than expected.')
  }
  return {
    presence: presence[0]!,
    right: mirroredLeft[0]!,
    landmarks: Array.from({ length: LANDMARKS }, (_, at) => ({
      ...roiToPicture(roi, points[at * 3]! / SIZE, points[at * 3 + 1]! / SIZE),
      z: (points[at * 3 + 2]! / SIZE) * roi.side,
    })),
  }
}
