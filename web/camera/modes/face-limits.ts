import type { FaceLimits } from '../judge/limits.ts'

const ANYWHERE = [0, 1] as const

/** A face that is wholly in the picture, light enough. */
const LIT_FACE = {
  edges: { left: ANYWHERE, right: ANYWHERE, top: ANYWHERE, bottom: ANYWHERE },
  lighting: [0.55, 0.8],
  uneven: 0.2,
} as const

/** A face seen from the front that takes up much of the picture. */
export const FRONTAL: FaceLimits = {
  ...LIT_FACE,
  ratio: [0.4, 1],
  pitch: [-15, 13],
  yaw: [-12, 12],
  roll: [-12, 12],
}

/** The colour of skin is read within 10 degrees of the front; a degree of it is left for the reading. */
export const SHADE: FaceLimits = { ...FRONTAL, pitch: [-13, 13], yaw: [-9, 9], roll: [-9, 9] }

/** A head with all of its hair: smaller than a portrait, so that hair has room around it. */
export const HEAD: FaceLimits = {
  ...LIT_FACE,
  ratio: [0.2, 0.5],
  pitch: [-20, 20],
  yaw: [-15, 15],
  roll: [-15, 15],
}

/** Head, neck and shoulders. */
export const BUST: FaceLimits = { ...HEAD, ratio: [0.18, 0.45], uneven: 0.25 }

/** A head turned to one side, the person's own. */
export const TURNED = {
  right: { yaw: [-60, -25], uneven: 0.4 },
  left: { yaw: [25, 60], uneven: 0.4 },
} as const

/**
 * A head bowed so that its crown is seen. The pitch reads two thirds to all of the truth, so that 45 degrees read 30
 * and more.
 */
export const BOWED = { pitch: [-60, -30], yaw: [-20, 20], roll: [-20, 20] } as const
