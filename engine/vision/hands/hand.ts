import type { Box } from '../../geometry/box.ts'

/** One landmark of a hand in source pixels. `z` is the depth in the same unit: smaller is nearer, the wrist is 0. */
export type HandLandmark = { x: number; y: number; z: number }

/** One hand found in a picture. */
export type Hand = {
  /** Tight around the landmarks, in whole source pixels. */
  box: Box
  /** The landmark network's confidence that this is a hand, 0–1. */
  score: number
  /** The person's left or right hand. */
  side: 'left' | 'right'
  /** The network's confidence in `side`, 0.5–1. */
  sideScore: number
  /** The 21 landmarks of MediaPipe Hands, in its order; see {@link HAND}. */
  landmarks: HandLandmark[]
}

/** Indices of a hand's landmarks (MediaPipe Hands topology); fingers run from the palm to the tip. */
export const HAND = {
  wrist: 0,
  thumb: [1, 2, 3, 4],
  index: [5, 6, 7, 8],
  middle: [9, 10, 11, 12],
  ring: [13, 14, 15, 16],
  little: [17, 18, 19, 20],
} as const
