import { boundingBox } from '../../../engine/geometry/bounding-box.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { detectHands, type HandNets } from '../../../engine/vision/hands/detect-hands.ts'
import { estimateHand } from '../../../engine/vision/hands/estimate-hand.ts'
import type { Hand } from '../../../engine/vision/hands/hand.ts'
import { roiOfHand } from '../../../engine/vision/hands/hand-roi.ts'
import type { Pyramid } from '../../../engine/vision/input/pyramid.ts'

/** The detector looks anew after this many frames in which the hand was tracked. */
const TRACKED_FRAMES = 30

/** The least presence of a tracked hand, 0–1. */
const TRACKED_PRESENCE = 0.7

export type HandFinder = {
  /** The hands of a frame, the largest first. */
  find(pyramid: Pyramid): Promise<Hand[]>
  /** All that the service would find, in its order. */
  findAll(picture: Picture): Promise<Hand[]>
}

/** Finds hands in frames that follow each other; the largest is tracked by its landmarks. */
export function createHandFinder(nets: HandNets): HandFinder {
  let tracked: Hand | undefined
  let others: Hand[] = []
  let frames = 0
  const find: HandFinder['find'] = async (pyramid) => {
    if (tracked && frames < TRACKED_FRAMES) {
      const estimate = await estimateHand(pyramid, roiOfHand(tracked.landmarks), nets.handLandmark)
      if (estimate.presence >= TRACKED_PRESENCE) {
        frames += 1
        const { landmarks, presence, right } = estimate
        tracked = {
          box: boundingBox(landmarks),
          landmarks,
          score: presence,
          side: right > 0.5 ? 'right' : 'left',
          sideScore: Math.max(right, 1 - right),
        }
        return [tracked, ...others]
      }
    }
    frames = 0
    const size = ({ box }: Hand) => box.width * box.height
    const hands = (await detectHands(pyramid[0], nets)).toSorted((a, b) => size(b) - size(a))
    tracked = hands[0]
    others = hands.slice(1)
    return hands
  }
  return { find, findAll: (picture) => detectHands(picture, nets) }
}
