import { FACE } from '../../vision/faces/face.ts'

/** The person's left and right brow, as rings of landmarks. */
export const BROW_RINGS = [
  [...FACE.leftBrowTop, ...[...FACE.leftBrowBottom].reverse()],
  [...FACE.rightBrowTop, ...[...FACE.rightBrowBottom].reverse()],
] as const
