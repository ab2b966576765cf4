/** Cloth stands off what is measured by this share of the shoulders. */
export const EASE = 0.012

/**
 * A sleeve, and the hem of a garment that lies flat, ends where what was worn ends if that is more than this share of
 * its own length: the shoulders tell its scale within a few per cent.
 */
export const ALIKE = 0.965
