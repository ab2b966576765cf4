/**
 * What was tuned of colours outside sRGB: each value with its unit and what it decides, under the file it acts in.
 * Where a comment names no measurement, none was written down.
 */

// to-source-colours.ts

/** The change of a pixel, in levels (0–255), at which 1/e of its colour outside sRGB is kept. A Gaussian falloff. */
export const KEPT_CHANGE_LEVELS = 24

/** With less of its colour outside sRGB than this share a pixel has none. */
export const KEPT_LEAST = 0.01
