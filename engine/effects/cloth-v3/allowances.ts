/** Cloth stands off what is measured by this share of the shoulders. */
export const EASE = 0.012
