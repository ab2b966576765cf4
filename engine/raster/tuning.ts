/**
 * What was tuned of filters, masks and warps: each value with its unit and what it decides, under the file it acts in.
 * Where a comment names no measurement, none was written down.
 */

// filter/blur.ts

/** Pixels. A Gaussian below this sigma changes nothing that can be seen: the plane is copied. */
export const LEAST_BLUR = 0.2

// filter/convolution.ts

/** How far a Gaussian filter reaches, in sigmas. */
export const GAUSSIAN_REACH = 2.7

// filter/line-structure.ts

/** How much a groove counts less for curving alike in all directions, as a dot does: none is left of a round one. */
export const LINE_ROUNDNESS = 1.5

// filter/median-within.ts

/** The median of the absolute value of a normal distribution, in standard deviations. */
export const MEDIAN_PER_SIGMA = 0.6745

// mask/close-islands.ts

/** The largest island of black that is closed, as a share of what the mask covers. */
export const LARGEST_ISLAND = 0.01

// warp/displacement.ts

/** A shorter displacement, in pixels, cannot be seen. */
export const MIN_VISIBLE_SHIFT = 0.02

/** The share of its area that a cell keeps at least where a field would fold it. */
export const LEAST_AREA = 0.12

// warp/warp-cell.ts

/** Most rounding error, in pixels, of a source position in fixed point. */
export const FIXED_POINT_SLACK = 0.01
