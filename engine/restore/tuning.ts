/**
 * What was tuned of carrying a change up to the size of its source: each value with its unit and what it decides,
 * under the file it acts in. Where a comment names no measurement, none was written down.
 */

// estimate-displacement.ts

/** Pixels of the shorter side of the coarsest level. A move of a twentieth of the picture is two pixels there. */
export const MOTION_COARSEST = 40

/** Steps of the search at each level. */
export const MOTION_STEPS = 4

/** The most that one step moves a pixel: further away a plane is not linear, and the step would be a guess. */
export const MOTION_MAX_STEP = 1.5

/** Sigma in pixels of the window over which one displacement is sought, and of the light that is taken out before. */
export const MOTION_WINDOW = 3.5
export const MOTION_LIGHT = 6

/** Sigma in pixels over which a displacement spreads from where there is texture to where there is none. */
export const MOTION_SPREAD = 4

/** A difference, in levels of 0–1, that counts half: larger ones are new content, which has no displacement. */
export const MOTION_OUTLIER = 0.08

/** The squared gradient at which a window says as much of its displacement as its neighbours do. */
export const MOTION_TEXTURE = 2e-5

/** The share of {@link MOTION_TEXTURE} that is added to a window's own gradients, so that a plain one stays. */
export const MOTION_DAMPING = 0.1

/** The confidence of a window without any texture: its neighbours' displacement spreads into it. */
export const MOTION_CONFIDENCE = 1e-3

/** The share of a difference that a displacement takes away from which on it stays whole. */
export const MOTION_GAIN = 0.2

// find-change.ts

/** Sigma in pixels over which a difference is measured, and over which noise is taken to be alike. */
export const CHANGE_SIGMA = 1.5
export const CHANGE_NOISE_SIGMA = 4

/** The difference, in levels of 0–255, that rounding and another decoder make. */
export const CHANGE_LEAST_NOISE = 1.2

/** Differences, in deviations of the noise: from the first a change is sure, down to the second it goes on. */
export const CHANGE_SURE = 5
export const CHANGE_LIKELY = 2.2

/** The fewest pixels of a change. */
export const CHANGE_PIXELS = 12

/**
 * The share of the picture that is taken to be unchanged when its noise is measured, and the most that measured noise
 * may exceed what compressing explains: services compress in ways of their own, but a change is none of them.
 */
export const CHANGE_QUIET = 0.1
export const CHANGE_MOST_NOISE = 4

// read-service-picture.ts

/** How much the proportions of a returned picture may differ from those of the sent one. */
export const MAX_RATIO_CHANGE = 0.015

// split-change.ts

/** Sigmas in pixels: what is coarser than the first is colour and light; detail is what is finer than the second. */
export const SPLIT_LIGHT = 3
export const SPLIT_DETAIL = 1.2

/** Sigma over which two pictures' detail is compared, in sigmas of what is finer. */
export const SPLIT_COMPARED = 2.5

/** Sigmas in pixels of coarser detail, the coarsest first, which tell of finer detail that noise hides. */
export const SPLIT_COARSER = [3.6, 2.2]

/** The power of detail that noise is compared with at least: that of a plain picture is 0. */
export const LEAST_POWER = 1e-8

// write-webp.ts

/**
 * The share of its source's bytes below which a picture is encoded once more at a higher quality: decoded and encoded
 * again at the same, grain is lost.
 */
export const WEBP_LEAST_SIZE = 0.9

/** By how much the logarithm of the bytes grows with a step of quality, before it is known. */
export const WEBP_SLOPE = 0.02
