/**
 * What was tuned of face reshape: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// require-reshapable.ts

/** Degrees that each angle has to stay below. */
export const MAX_ANGLE = { pitch: 30, yaw: 30, roll: 30 } as const
