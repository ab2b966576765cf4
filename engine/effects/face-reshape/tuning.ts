/**
 * What was tuned of face reshape: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 *
 * Lengths are in face units (distances between the eyes) where nothing else is said. `by` is what an amount of 1 moves;
 * a warp acts whole up to `inner` and fades until `outer`.
 */

// require-reshapable.ts

/** Degrees that each angle has to stay below. */
export const MAX_ANGLE = { pitch: 30, yaw: 30, roll: 30 } as const

// chin.ts

/** The falloff of a reshaped chin (see {@link OUTLINE_FALLOFF}), and along the outline where it rises and ends. */
export const CHIN_RESHAPE = {
  falloff: { from: 0.6, band: 0.3 },
  rises: [0.7, 0.86],
  ends: [0.9, 1],
  by: 0.15,
} as const

/** A longer or shorter chin: its falloff, along the outline where it rises, and by how much, in widths of the face. */
export const CHIN_LENGTH = {
  falloff: { from: 0.58, band: 0.5 },
  rises: [0.68, 0.96],
  by: 0.16,
} as const

// face-outline.ts

/**
 * From which share of the way out from the middle of the face a moved outline takes the face along, and how far beyond
 * itself it takes the background along.
 */
export const OUTLINE_FALLOFF = { from: 0.42, band: 0.36 } as const

/**
 * How far each part of the outline goes, as a share of its distance from the midline, and along the outline (0 the
 * hairline, 1 the chin) where that begins, is whole, stays whole and has ended.
 */
export const OUTLINE_PARTS = {
  faceWidth: { share: 0.11, between: [0.08, 0.36, 0.7, 1.05] },
  faceShape: { share: 0.16, between: [0.36, 0.66, 0.8, 1.04] },
  cheekbones: { share: 0.12, between: [0.26, 0.44, 0.5, 0.7] },
  jaw: { share: 0.15, between: [0.5, 0.66, 0.74, 0.92] },
} as const

// eyes.ts

/** How far what moves an eye reaches aside, in half widths of the eye: it ends before the other eye. */
const EYE_REACH = 2.15

/**
 * The disc around an eye with its lids and lashes, in half widths of the eye: it ends in the brow, whose distance
 * counts `brow` times.
 */
export const EYE_DISC = { inner: 0.6, outer: EYE_REACH, brow: 1.3 } as const

/** How much larger and smaller an eye becomes at most, as a share of it. */
export const EYE_SIZE = { larger: 0.3, smaller: 0.24 } as const

/** Eyes and brows that move apart, in half widths of an eye but for `by`. */
export const EYE_DISTANCE = {
  by: 0.075,
  outer: { u: EYE_REACH, v: 2.4 },
  innerUp: 1.6,
  outerUp: 3.6,
} as const

/** Radians of a turned eye at an amount of 1, and the part of it that turns whole, in half widths of the eye. */
export const EYE_ANGLE = { inner: 0.85, by: 0.22 } as const

/** How much higher or lower lids open, and the iris that is widened with them: its radii, half widths of the eye. */
export const EYE_HEIGHT = { higher: 0.3, lower: 0.26, iris: { inner: 0.9, outer: 1.1 } } as const

/** The part of an eye that is made longer, in half widths of it. */
export const EYE_WIDTH = {
  by: 0.3,
  inner: { u: 0.9, v: 0.7 },
  outer: { u: EYE_REACH, v: 1.8 },
} as const

// lips.ts

/**
 * The least room up to the nose and down to the chin that a mouth is taken to have: raised heads have 0.07, open mouths
 * 0.19.
 */
export const LEAST_MOUTH = { roomAbove: 0.1, roomBelow: 0.2 } as const

/** The mouth that is scaled: in half widths of it, heights of its lips, and shares of the room to nose and chin. */
export const MOUTH_SCALED = {
  inner: { u: 0.85, v: 0.9 },
  outer: { u: 1.65, roomBelow: 0.75, roomAbove: 1.25 },
} as const

/** How much the mouth grows at most, across and up, as shares of it. */
export const LIP_SIZE = { u: 0.16, v: 0.22 } as const

/** How much wider the mouth becomes at most, as a share of it. */
export const LIP_WIDTH = 0.18

/**
 * A peak of the upper lip: how far it rises, a share of the lip's height within limits; how broad it is, in half widths
 * of the mouth; how much of the lip's height moves whole, and over how much of it and of the room above that fades.
 */
export const LIP_PEAK = {
  rise: { least: 0.03, most: 0.06, ofHeight: 0.5 },
  side: 0.42,
  whole: 0.2,
  fades: { up: 1.1, down: 1.1 },
} as const

/** How much thicker or thinner lips get, and over which share of the room to the nose and to the chin that fades. */
export const LIP_HEIGHT = { thicker: 0.6, thinner: 0.5, roomAbove: 1.05, roomBelow: 0.6 } as const

/** Towards the corners a lip is taken to be this share of its thickest place thick, so that the move has no crease. */
export const LIP_CORNER = 0.2

// nose.ts

/**
 * The least room that a nose is taken to have: from its wings up to the lids (faces have 0.31 and more), and from the
 * bridge to the corner of an eye (0.15 and more).
 */
export const LEAST_NOSE = { roomAbove: 0.25, corner: 0.12 } as const

/**
 * The bridge: how much narrower it gets, along its length (0 between the eyes, 1 the tip) where that rises and ends,
 * how wide it acts: up to the corners of the eyes (shares of an eye) above, and to half widths of the nose below, which
 * are reached at `widens`.
 */
export const NOSE_BRIDGE = {
  by: 0.55,
  rises: [-0.2, 0.15],
  ends: [0.7, 1.05],
  eye: 0.95,
  inner: 0.2,
  outer: 1.15,
  widens: 0.8,
} as const

/**
 * How far the wings of the nose are lifted, how far that reaches and where it begins above them: widths of the face.
 */
export const NOSE_LIFT = { by: -0.1, outer: { u: 0.32, v: 0.18 }, innerUp: 0.04 } as const

/** A nose that is scaled around a middle somewhat above its wings. */
export const NOSE_SIZE = {
  by: { u: 0.24, v: 0.2 },
  middle: 0.08,
  inner: { u: 0.8, v: 0.16, up: 0.1 },
  outer: { u: 0.4, v: 0.32, belowLids: 0.03 },
} as const

/** The tip, in half widths of the nose; down to the lips, and within these limits. */
export const NOSE_TIP = { by: 0.34, inner: 0.3, least: 0.7, outer: 1.35 } as const
export const NOSE_TIP_WIDTH = {
  by: 0.4,
  inner: { u: 0.35, v: 0.4 },
  outer: { u: 1.3, least: 0.7, up: 1.3 },
} as const

/**
 * How much the wings of the nose spread, as a share of their width, and the heights and reach of that in widths of the
 * face.
 */
export const NOSE_WING = { by: 0.26, inner: 0.08, outer: { u: 0.34, v: 0.32 } } as const
