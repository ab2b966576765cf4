import type { Pyramid } from '../input/pyramid.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'
import { sampleRoi } from '../input/sample-roi.ts'
import type { Nets } from '../vision.ts'
import type { HandLandmark } from './hand.ts'

/** One look of the landmark network at one square. */
export type HandEstimate = {
  /** Whether the square holds a hand, 0–1. */
  presence: number
  /** How sure the network is that it is the depicted person's right hand, 0–1. */
  right: number
  landmarks: HandLandmark[]
}

const SIZE = 224
const LANDMARKS = 21

/**
 * Reads the landmarks of the hand that the square is laid around. The network's labels are meant for mirrored
 * pictures: its "Left" is the right hand of somebody in a photograph.
 */
export async function estimateHand(
  pyramid: Pyramid,
  roi: Roi,
  net: Nets['handLandmark'],
): Promise<HandEstimate> {
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
