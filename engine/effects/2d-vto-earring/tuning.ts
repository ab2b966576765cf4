/**
 * What was tuned of earrings: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// earring-shape.ts

/** A drop is this many times as high as wide; of a hoop this share of the box is open. */
export const DROP_ASPECT = 1.35
export const HOOP_OPEN = 0.3

// earring.ts

/** The share of an earring that has to show for it to be worn at all. */
export const MIN_SHOWN = 0.12

/** That share where nobody said what hides the earring or where it goes: one that shows by half looks torn off. */
export const MIN_SHOWN_UNASKED = 0.6

/** What a pair has in place of the parameters, which are for one earring. */
export const OF_A_PAIR = {
  earring_occluded_type: 0,
  earring_shadow_intensity: 0.15,
  earring_ambient_light_intensity: 1,
} as const

// find-earlobe.ts

/** Degrees by which a head is turned away from an ear, from which on the head hides it. */
export const TURNED_AWAY = 16

/**
 * In widths of the face: how far the hole lies above the lower end of the lobe, and how high and wide an ear is at
 * least. Before hair or neck, a narrow strip of skin's colours is a lock of hair or the cheek.
 */
export const EARLOBE_HOLE = 0.048
export const MIN_EAR = 0.07
export const MIN_WIDTH = { outlined: 0.02, bySkin: 0.05 } as const

/** In widths of the face: how far from where it is expected a lobe can be, and what is no step along its edge. */
export const EARLOBE_REACH = { down: 0.15, aside: 0.075 } as const

/** From this share of hair around it on, a place is no ear whose shade was taken for hair. */
export const SURELY_HAIR = 0.9

/** The change of lightness L* below most of a lobe, at least: hair that only fades from what was found has none. */
export const EARLOBE_SHARP = 2

/** The slope of an ear's edge over a few columns that is its lower end, and one that is the jaw or a beard. */
export const EARLOBE_LEVEL = 0.8
export const EARLOBE_STEEP = 1.3
export const EARLOBE_FLAT = 3
