/**
 * What was tuned of face lift: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// auto-strengths.ts

/** The strengths of an automatic lift lie between these: the person is to look rested, not another. */
export const MIN_STRENGTH = 0.15
export const MAX_STRENGTH = 0.6

// require-liftable.ts

/** Degrees from frontal that each angle has to stay below. */
export const MAX_ANGLE = { yaw: 90, roll: 75 } as const

// softening-layers.ts

/** Only this share of the shadow below an eye belongs to the bag. */
export const SHADOW_SHARE = 0.6

/** A fold's shadow lies between two blurs (sigmas in widths of the face); `share` of it is removed. */
export const SOFTENING_LAYERS_FOLDS = { fine: 0.006, coarse: 0.07, share: 0.65 }
