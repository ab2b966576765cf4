/**
 * What was tuned of painting by generators: each value with its unit and what it decides, under the file it acts in.
 * Where a comment names no measurement, none was written down.
 */

// inpaint-generator.ts

/** Of a tile at most this share may be hidden: what continues needs something to go on from. */
export const TILE_HIDDEN = 0.6

// interpolate-harmonically.ts

/** Sweeps of successive over-relaxation on each level, and the relaxation factor. */
export const SWEEPS = 6
export const OVER_RELAXATION = 1.6

// missing-grain.ts

/** The most grain that is added, and the least that is worth it: standard deviations in levels. */
export const GRAIN_MOST = 6
export const GRAIN_LEAST = 0.4

/** The quantile that grain is told by. Texture raises a median; a third of a picture is mostly smooth. */
export const GRAIN_QUANTILE = 0.3

/** The magnitude of a standard normal variable at that quantile. */
export const MAGNITUDE_AT_QUANTILE = 0.3853

// require-kept.ts

/**
 * The least correlation between the luma of what is kept in the picture and in the answer. Measured on a drawn
 * portrait: the same with other contrast and colours, as a poor JPEG, at half the size or a pixel lower has 0.98 or
 * more; somebody else 0.54, the same person a tenth of the height lower 0.33, mirrored 0.26.
 */
export const LEAST_KEPT = 0.85

// restyle-picture.ts

/** How much another style changes a picture where a request does not say, 0–1. */
export const RESTYLE_STRENGTH = 0.7

// take-fitted.ts

/** Sides in other proportions than the ones asked for, by more than this share, are another picture. */
export const MAX_DISTORTION = 0.02

/** Of each side that was asked for, at least this share is made: less would be enlarged until nothing is sharp. */
export const MIN_SHARE = 0.49
