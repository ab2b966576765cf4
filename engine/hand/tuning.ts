/**
 * What was tuned of hands and wrists: each value with its unit, what it decides and how it was found, under the file
 * it acts in. A breadth is that of the hand across its knuckles. Where a comment names no measurement, the value was
 * chosen by eye on the pictures of the contact sheet.
 */

// hand-colours.ts

/** How far apart a hand's colours are read, as a share of the way from wrist to knuckle, and the most of them. */
export const HAND_COLOURS = { step: 0.04, most: 5 } as const

/**
 * How far from the hand's nearest colour skin may be, CIELAB units: in hue alone where an arm is followed, with less
 * weight on lightness where its edges are found. With more, wood and cloth of warm colours are taken as arm; with less,
 * the shaded side of an arm is lost.
 */
export const HAND_SKIN = 15

// arm-direction.ts

/**
 * How far around the wrist an arm is looked for, in breadths, and the longer side of the grid, pixels: an arm is some
 * twenty of them wide. An area of less than `least` pixels a side shows none.
 */
export const ARM_DIRECTION_GRID = { reach: 1.6, most: 96, least: 8 } as const

/** How far an arm is followed, and the steps, in breadths. */
export const ARM_FOLLOWED = { most: 1.3, step: 0.06 } as const

/** The places across a strip of arm, in breadths: all of them but one have to be skin. */
export const ARM_STRIP = [-0.14, -0.07, 0, 0.07, 0.14] as const

/**
 * CIELAB units by which skin may change from one step to the next, half as much in lightness. With more, a cuff in the
 * hues of skin is followed; with less, an arm ends where it turns out of the light.
 */
export const ARM_CHANGE = 9

/** An arm that goes on straight for so many breadths is not looked for elsewhere. */
export const ARM_STRAIGHT = 0.6

/**
 * Degrees by which a wrist bends at most, and the steps that are tried. The arm of a bent one goes on by so many
 * breadths more than the straight one, and farther than the hand itself is wide. Its landmark lies at its edge, so the
 * arm may begin beside it.
 */
export const ARM_BENT = { most: 75, step: 15, longer: 0.45, least: 0.75 } as const
export const ARM_BESIDE = [0, -0.16, 0.16] as const

// arm-rows.ts

/** How far around the wrist an arm is looked at, in breadths, and the longer side of the grid, pixels. */
export const ARM_ROWS_GRID = { reach: 2.3, most: 320 } as const

/** Rows across the arm, in breadths from the wrist's landmark: towards the hand and towards the elbow. */
export const ARM_ROWS = { from: -0.5, to: 1.9, step: 0.04 } as const

/**
 * What is beside the arm: so many breadths from its middle, and so many CIELAB units from the hand's colours. Every
 * seventh pixel is read, so many breadths away from the hand's landmarks, and so many colours are told apart.
 */
export const ARM_GROUND = { beside: 0.95, apart: 5, every: 7, hand: 0.3, most: 8 } as const

/**
 * The widths of an arm, in breadths: what is narrower is the rest of one beside a sleeve. An edge is looked for no
 * farther than half of the most away from the middle.
 */
export const ARM_WIDTH = { least: 0.42, most: 1.7 } as const

/** Places across an arm, and the share of them that are skin where nothing is worn: a watch covers it aslant. */
export const ARM_BARE = { places: 16, share: 0.8 } as const

/** How near to the border of the picture an edge of the arm is cut off, in breadths. */
export const ARM_BORDER = 0.02

/**
 * Up to how many breadths from the wrist's landmark a row may lack skin: the hand's shade hides it there. From where on
 * the hand on the middle of a row is followed, and by what share of how far it moved.
 */
export const ARM_ROWS_SHADED = 0.1
export const ARM_ROWS_FOLLOWED = { from: -0.1, share: 0.5 } as const

/**
 * An edge of the arm: how wide a gap in the skin is passed over and where the strongest edge is looked for around the
 * end of the skin, in breadths. It is found in so many steps to a breadth, each at least half a pixel, as the change of
 * L* and of so much b* over so many steps to both sides.
 */
export const ARM_EDGE = {
  gap: 0.05,
  from: -0.02,
  to: 0.06,
  steps: 160,
  leastStep: 0.5,
  apart: 1.5,
  yellow: 0.7,
} as const

// find-wrist.ts

/**
 * The breadth of a hand, in distances from the knuckle of the index finger to that of the little one; and of one that
 * is seen from its side, in distances from wrist to knuckle: 0.83 to 0.93 of hands that are seen flat, where it is
 * measured.
 */
export const HAND_BREADTH = { knuckles: 1.25, sideways: 0.72 } as const

/** How often the arm's direction is taken from its edges anew. */
export const WRIST_ROUNDS = 2

/** Rows that have to show the arm, and those that tell how it leans: fewer are taken as straight. */
export const WRIST_ROWS = { least: 3, leaning: 4 } as const

/** How many rows around a place tell where the arm's edges are there, by their medians. */
export const WRIST_NEAR_ROWS = 5

/** Where the arm is at its narrowest, in breadths from the wrist's landmark. */
export const WRIST_NARROWEST = { from: -0.2, to: 1.2 } as const

/** Widths are straight lines over this many breadths to either side. */
export const WRIST_LEVELLED = 0.19

/**
 * A hand becomes narrower by little beside the wrist, so where it is as narrow as the wrist cannot be told well. Where
 * it is this much wider than the arm at its narrowest can; the joint lies that far behind, in breadths. Measured on
 * drawn hands: a width of 1.05 moved the joint by 4.5 % of the hand's length with noise of one per cent.
 */
export const WRIST_WIDE = 1.12
export const WRIST_CREASE = 0.308

/**
 * Where the joint lies behind the wrist's landmark, in breadths: 0.49 to 0.58 of drawn hands. What narrows farther away
 * is an arm that a sleeve, a watch or the frame cuts off aslant, or a bent wrist.
 */
export const WRIST_JOINT_BEHIND = { least: 0.25, most: 0.6 } as const
