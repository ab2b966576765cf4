/**
 * What was tuned of preparing files: each value with its unit and what it decides, under the file it acts in. Where a
 * comment names no measurement, none was written down.
 */

// crop-to-target.ts

/** The share of a crop's width that a target has at most: the rest is around it. */
export const WIDEST_TARGET = 0.95

// frame-target.ts

/** How often a crop is made tighter when the target was measured smaller in it than in the whole picture. */
export const MAX_CROPS = 4

/** How much more than the least share is asked of a picture that is not cropped: the service measures again. */
export const FRAME_SAFETY = 1.05

/**
 * How many times tighter the next crop is: where the target was too small, where another one was larger, and where none
 * was found; and by how much more than what was missed.
 */
export const FRAME_TIGHTER = { small: 1.05, another: 1.3, lost: 0.85, missed: 1.03 } as const

// prepare-video.ts

/** How much smaller a video that came out too large is tried again, along each side, and how often. */
export const SMALLER_VIDEO = 0.7
export const VIDEO_ATTEMPTS = 3

// scale-to-rule.ts

/** How much smaller a picture becomes when its file has too many bytes at every quality. */
export const SMALLER_PICTURE = 0.85
