/**
 * What was tuned of bracelets: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// bracelet-shape.ts

/** The opening of a ring has at least this share of the width of the product, and of its box. */
export const BRACELET_SHAPE_OPEN = { width: 0.4, area: 0.12 } as const

// bracelet.ts

/** How far apart several bracelets are, on the scale of the parameter. */
export const NEXT_PLACE = 0.28

/** The share of a bracelet that has to show for it to be worn at all; its back is always hidden. */
export const MIN_SHOWN = 0.05

/** Where the shadow under a bracelet falls and how soft it is, in breadths of the wrist. */
export const BRACELET_SHADOW = { across: 0.01, along: 0.03, sigma: 0.025 } as const

/** The quantile of the linear light on skin that counts as its lit part. */
export const LIT_QUANTILE = 0.8

// place-bracelet.ts

/**
 * How much of the depth of a ring that is seen half from above stays: a photo of an arm shows the ring more from the
 * side than a product picture does.
 */
export const BRACELET_DEPTH = 0.55

/** From this alpha on, 0–1, a pixel belongs to a bracelet's edge. */
export const EDGE_ALPHA = 0.4

/**
 * An arm whose direction goes down by less than this share of its length lies level: its sense is that of one that
 * hangs.
 */
export const UPRIGHT = 0.08

// require-wrist.ts

/** Where a bracelet is worn that names no place, on the scale of the parameter. */
export const USUAL_PLACE = 0.05

/** The joint's place on that scale, and pixels of one unit in breadths of the hand. */
export const WRIST_JOINT = -0.3
export const WRIST_UNIT = 0.9

/** Breadths of the hand that have to be bare beyond a bracelet's place. */
export const WRIST_BEYOND = 0.1

/** How far from the wrist's landmark towards the elbow a bracelet slides at least, in breadths of the hand. */
export const WRIST_NEAREST = 0.05

/** How far a bracelet keeps away from what covers the arm or cuts it off, in breadths of the hand. */
export const WRIST_AWAY = 0.2

/** How many times as wide as the arm where it ends a bracelet's place is at most: wider is the hand. */
export const WRIST_WIDEST = 1.3

/** Widths of an arm that a bracelet is put on: pixels, and shares of the picture's longer side. */
export const WRIST_ARM = { least: 20, most: 0.6 } as const

/**
 * Breadths of the hand that a wrist has at least: 0.65 to 0.9 of drawn hands and of photographs in which it shows.
 * Where less was found, one edge is that of a fold or a shadow.
 */
export const WRIST_THINNEST = 0.5

// wrists-in.ts

/** How much of an arm a bracelet may hide in a product picture, in breadths of the hand. */
export const WRISTS_IN_HIDDEN = 0.6
