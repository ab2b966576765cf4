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

// shape/widen.ts

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
