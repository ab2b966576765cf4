import type { Box } from '../../raster/picture.ts'

/** One landmark of a hand in source pixels; `z` is depth in the same unit, smaller is nearer, the wrist is 0. */
export type HandLandmark = { x: number; y: number; z: number }

/** One hand found in a picture. */
export type Hand = {
  /** Tight around the landmarks, in whole source pixels. */
  box: Box
  /** How sure the landmark network is that this is a hand, 0–1. */
  score: number
  /** Whose hand it is: the depicted person's left or right. */
  side: 'left' | 'right'
  /** How sure the network is of `side`, 0.5–1. */
  sideScore: number
  /** The 21 landmarks of MediaPipe Hands, in its order; see {@link HAND}. */
  landmarks: HandLandmark[]
}

/** Indices of a hand's landmarks (MediaPipe Hands topology); fingers from the palm to the tip. */
export const HAND = {
  wrist: 0,
  thumb: [1, 2, 3, 4],
  index: [5, 6, 7, 8],
  middle: [9, 10, 11, 12],
  ring: [13, 14, 15, 16],
  little: [17, 18, 19, 20],
} as const
