import { boundingBox } from '../../../engine/vision/boxes.ts'
import { detectHands, type HandNets } from '../../../engine/vision/hands/detect-hands.ts'
import { estimateHand } from '../../../engine/vision/hands/estimate-hand.ts'
import type { Hand } from '../../../engine/vision/hands/hand.ts'
import { roiOfHand } from '../../../engine/vision/hands/hand-roi.ts'
import type { Pyramid } from '../../../engine/vision/input/pyramid.ts'

/** The detector looks anew after this many frames in which the hand was tracked. */
const TRACKED_FRAMES = 30

/** The least presence of a tracked hand, 0–1. */
const TRACKED_PRESENCE = 0.7

/** Finds hands in frames that follow each other, the largest first, which is tracked by its landmarks. */
export function createHandFinder(nets: HandNets): (pyramid: Pyramid) => Promise<Hand[]> {
  let tracked: Hand | undefined
  let others: Hand[] = []
  let frames = 0
  return async (pyramid) => {
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
    const size = ({ box }: Hand) => Math.max(box.width, box.height)
    const hands = (await detectHands(pyramid[0], nets)).toSorted((a, b) => size(b) - size(a))
    tracked = hands[0]
    others = hands.slice(1)
    return hands
  }
}
