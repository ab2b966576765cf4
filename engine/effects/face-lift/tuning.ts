/**
 * What was tuned of face lift: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// auto-strengths.ts

/** The strengths of an automatic lift lie between these: the person is to look rested, not another. */
export const MIN_STRENGTH = 0.15
export const MAX_STRENGTH = 0.6

/** The droop of the corners of the mouth that a lift of full strength answers, in half widths of the mouth. */
export const FULL_DROOP = 0.15

/**
 * From which breadth of the jaw on, in widths at the temples, its line is drawn in, and over which range up to full
 * strength.
 */
export const BROAD_JAW = { from: 0.72, range: 0.16 } as const

/** The mean change of lightness (L*) by a part's full softening at which the part gets the maximum. */
export const SATURATING_CHANGE = { eye_bag: 2.5, cheek: 1.2, forehead: 0.8, mouth: 0.8 } as const

/**
 * What a face is measured by is so wide at least, in the units of a normalised face: a turned one divides by little.
 */
export const AUTO_LEAST_WIDTH = 0.1

// require-liftable.ts

/** Degrees from frontal that each angle has to stay below. */
export const MAX_ANGLE = { yaw: 90, roll: 75 } as const

// softening-layers.ts

/** Only this share of the shadow below an eye belongs to the bag. */
export const SHADOW_SHARE = 0.6

/** A fold's shadow lies between two blurs (sigmas in widths of the face); `share` of it is removed. */
export const SOFTENING_LAYERS_FOLDS = { fine: 0.006, coarse: 0.07, share: 0.65 }

// lift-warps.ts

/**
 * The box of a lifted cheek, and how far it moves at full strength, in distances between the eyes, up to the eye at
 * most but for the least room.
 */
export const CHEEK_LIFT = {
  inner: 0.04,
  outer: { u: 0.5, v: 0.6 },
  leastRoom: 0.25,
  by: { u: 0.02, v: -0.085 },
} as const

/**
 * The box of a lifted corner of the mouth; how far it rises at full strength, in distances between the eyes: as far as
 * it lies below the line between the lips and `beyond`, within bounds; and how much of that it moves aside. Level
 * corners that rose by 0.065 smirked.
 */
export const MOUTH_LIFT = {
  inner: 0.03,
  outer: { u: 0.3, v: 0.34 },
  rise: { least: 0.012, most: 0.065, beyond: 0.02 },
  aside: 0.23,
} as const

/**
 * The box of a lifted brow, which reaches beyond the top of the forehead, and how far it moves at full strength, in
 * distances between the eyes.
 */
export const FOREHEAD_LIFT = {
  aside: 0.08,
  inner: { u: 0.22, v: 0.02, up: 0.08 },
  outer: { u: 0.62, v: 0.3 },
  hairline: { least: 0.4, beyond: 0.1 },
  by: -0.06,
} as const

/**
 * Where along the outline of a face, 0 the temple and 1 the chin, its jowls are drawn in and its jaw up, how broad the
 * band is, in distances between the eyes, and by how much: a share of the way to the midline, and a distance.
 */
export const JAW_LIFT = {
  from: 0.45,
  band: 0.36,
  jowl: { from: 0.45, full: 0.68, ends: 0.78 },
  below: { from: 0.6, full: 0.8, chin: 0.85, less: 0.6 },
  inwards: 0.1,
  up: -0.05,
} as const
