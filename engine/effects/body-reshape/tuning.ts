/**
 * What was tuned of body reshape: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// shape/anatomy.ts

/** Half-width per body scale at t = 0, 0.5, 1 and 1.5, for lean adults. */
export const ANATOMY_GIRTH: Record<'torso' | 'arm' | 'leg', [number, number, number, number]> = {
  torso: [0.36, 0.3, 0.35, 0.36],
  arm: [0.12, 0.09, 0.07, 0.09],
  leg: [0.19, 0.13, 0.09, 0.12],
}

/** From which presence and visibility on (0–1) a landmark counts as shown. */
export const LANDMARK_SHOWN = { presence: 0.5, visibility: 0.3 } as const

/** A body scale is at least so many widths of the shoulders: a torso that bends away is seen shorter than it is. */
export const ANATOMY_SCALE = 1.1

/** How far parts go on beyond their last landmark, in body scales and, as a mark along them, in their own lengths. */
export const BEYOND = { torso: 0.6, arm: 0.3, leg: 0.15 } as const

/** Where a girth is read at most, in places of its table: just before the last one, which has none after it. */
export const ANATOMY_END = 2.999

// shape/keep-held.ts

/** Pixels of the body scale in the copy on which what hands hold is looked for. */
export const HELD_SCALE = 130

/**
 * In body scales: the middle of a hand beyond the wrist, how far from it a line may pass, where at most it comes out of
 * the person, how far it is looked for and how long it must be seen, and how thick what is held may be; the share of it
 * that is seen, the pixels beside the person that are not looked at, the least cosine between its two edges, and the
 * share of the first beside which the second is seen; the pixels beside both at which colours are compared, how much
 * less these may differ than from what is held, and the share of places where they do; how many other lines make it one
 * of several, how parallel these must be (cosine), and how much their thickness may differ, as a share of its own.
 */
export const HELD = {
  hand: 0.12,
  off: 0.2,
  out: 0.5,
  reach: 1.1,
  seen: 0.25,
  thick: 0.09,
  covered: 0.7,
  tinged: 3,
  parallel: 0.85,
  twin: 0.4,
  beside: 3,
  alike: 0.8,
  free: 0.5,
  several: 2,
  aligned: 0.998,
  asThick: 0.5,
} as const

/**
 * In body scales: how far around a hand that holds something nothing moves, and from where on all does; the same along
 * what it holds. Found on skiers: nearer, a pole bends below the glove.
 */
export const HELD_KEPT = { hand: 0.3, free: 0.75, along: 0.08, beside: 0.35 } as const

/** How far an edge may lie from a line that it is of, in pixels of the level, and the cosine of their directions. */
export const HELD_EDGE = { apart: 1.5, along: 0.9 } as const

// shape/limit-to-frame.ts

/** Most displacement towards the frame, as a share of the distance to it. */
export const LIMIT_TO_FRAME_MAX_ROOM_SHARE = 0.5

// shape/section.ts

/** Distance from where a rider stops leaning on the part over which the outline becomes free, in body scales. */
export const FREEDOM_ONSET = 0.15

/** Distance from where a rider last leans on the part over which it ceases to move along, in body scales. */
export const CARRY_END = 0.35

/** The range of `t` in which riders are looked for: between armpit and hip, or between groin and ankle. */
export const CONTACT_RANGE = { from: 0.15, to: 1.02 }

/**
 * Length of a ray, in usual half-widths. One that finds no outline within it lies in something else, and the outline is
 * not moved. Legs get more because they may be in a skirt.
 */
export const MAX_RAY = { leg: 3.6, other: 2.3 }

/** Share of the usual half-width below which a hole in the mask is skipped if the part goes on by the second share. */
export const SECTION_HOLE = { within: 0.3, until: 0.6 }

/** A pixel with at least this value of the mask (0-255) is covered by the person. */
export const SECTION_COVERED = 128

/** A gap narrower than this is none; what reaches past an outline by less than this is the part itself: body scales. */
export const MIN_GAP = 0.03
export const MIN_CONTACT = 0.045

/** How far past an outline obstacles are looked for, and how far they are measured, in body scales. */
export const MAX_GAP = 0.6
export const MAX_OBSTACLE = 0.4

/** The distance of an obstacle where there is none, in body scales. */
export const NO_OBSTACLE = 9

/** Steps along a ray in a body scale. */
export const SECTION_STEPS = 300

/**
 * A rider leans on a part from this share of the part's usual half-width on; another part begins within `near` of its
 * own usual half-widths, or as far out in it as the place is in the part.
 */
export const SECTION_RIDER = { from: 0.6, near: 0.35 } as const

// shape/widen.ts

/** How far beside the end of a part's centreline a section still counts, in body scales. */
export const WIDEN_BESIDE = 0.02

/**
 * Where the move of an outline begins to fade beyond what moves along, in body scales and as a share of the room to an
 * obstacle, and over how much: so many times the move, but `least` body scales.
 */
export const WIDEN_FADE = { start: 0.02, ofRoom: 0.3, byMove: 2.5, least: 0.08 } as const

/** Passes of the mean over five sections that smooths the moves of an outline along its part. */
export const SMOOTHING_PASSES = 3

/** Most of a half-width that a part may lose, and most of the room to an obstacle that it may take. */
export const MAX_NARROWING = 0.6
export const WIDEN_MAX_ROOM_SHARE = 0.7

// taller.ts

/** Most growth of the legs, as a share of their length. */
export const MAX_LEG_GROWTH = 0.16

/** A pixel of the matte above this (0-255) belongs to the person's extent. */
export const EXTENT_ALPHA = 64

/** Pixels that must remain between the person and the frame. */
export const FRAME_MARGIN = 2

/** The least part of the growth that there must be room for, and of the picture's height that legs must take. */
export const LEAST_GROWTH = 0.05
export const LEAST_LEGS = 0.1

// widths.ts

/**
 * How much parts are widened at an amount of 1, as a share of their half-width, and along them (0 to 1 between their
 * first and last joints) from where to where that rises and ends; `along` is the middle of a bump and its reach.
 */
export const ARM = { by: 0.32, rises: [0.06, 0.24], ends: [0.8, 0.98] } as const
export const LEG = { by: 0.28, rises: [0.02, 0.25], ends: [0.82, 1] } as const
export const WAIST = { by: 0.26, along: [0.62, 0.45] } as const
export const HIP = { by: 0.24, along: [1.06, 0.46] } as const
export const SLIM = {
  by: 0.22,
  torso: { rises: [0, 0.4], ends: [0.9, 1.2] },
  leg: { rises: [0, 0.2], ends: [0.8, 0.98] },
  arm: { rises: [0.1, 0.3], ends: [0.75, 0.95] },
} as const

// contours.ts

/** A belly's outline as in {@link WAIST}, and the bulge of its front: place, radius and strength, in body scales. */
export const BELLY = {
  widen: 0.15,
  along: [0.76, 0.36],
  front: { down: 0.74, radius: 0.3, by: 0.22 },
} as const

/** Breasts: their outline, and bulges, which lie `out` half widths of the shoulders aside, `leastOut` body scales. */
export const BREAST = {
  widen: 0.06,
  rises: [0.1, 0.28],
  ends: [0.32, 0.5],
  front: { leastOut: 0.12, out: 0.46, down: 0.29, radius: 0.21, by: 0.45 },
} as const

/** The seat: its outline where the thigh begins, and a lift beside the middle of the body, in body scales. */
export const SEAT = {
  widen: 0.15,
  along: [1.1, 0.24],
  lift: { by: 0.045, along: [1.08, 0.3], inner: 0.12, outer: 0.55 },
} as const

// shoulders.ts

/**
 * The neck, in body scales below the middle of the shoulders and aside of it: its sides move inwards, whole from `full`
 * of the chin's height down to where the shoulders begin, and its slope goes down. The chin lies at a share of the
 * nose's height.
 */
export const NECK = {
  chin: 0.55,
  full: 0.6,
  ends: [-0.04, 0.06],
  inwards: 0.04,
  rises: [0.02, 0.13],
  fades: [0.18, 0.36],
  slope: { by: 0.02, out: [0.22, 0.15], above: [-0.05, 0.16] },
} as const

/**
 * Shoulders that are moved aside, and those that are squared, in body scales: where that rises and ends down the body,
 * and `across` in half widths of the shoulders.
 */
export const SHOULDER = {
  by: 0.09,
  rises: [-0.3, -0.08],
  ends: [0.12, 0.95],
  across: { rises: [0.1, 1], ends: [2.2, 3.2] },
} as const
export const SQUARED_SHOULDER = {
  by: 0.075,
  rises: [-0.42, -0.15],
  ends: [0.1, 0.75],
  across: { rises: [0.25, 0.85], ends: [2, 3] },
} as const

/** The least width of shoulders that face the camera, in distances from them to the hips. */
export const LEAST_SHOULDERS = 0.35

// note-marks-beside.ts

/**
 * How far beside the person is looked, in longest displacements and at least so many pixels, without the pixels that
 * the outline blurs; the displacement in pixels from which on a place moves; the levels over two pixels that make an
 * edge as hard as those of letters; and the share of these from which on the results say so.
 */
export const BESIDE = { reach: 2, least: 6, blurred: 2, moved: 1, levels: 90, noted: 0.06 } as const
