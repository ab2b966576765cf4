/**
 * What was tuned of people in pictures: each value with its unit, what it decides and how it was found, under the file
 * it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet.
 * The file is as long as the list is.
 */

// confine-move.ts

/** A pixel with at least this value of a mask (0-255) is somebody's. */
export const CONFINE_MOVE_SOMEBODY = 32

/** Share of the room around a person in which a move is whole: a wider outline lies within it. */
export const CONFINE_MOVE_WHOLE = 1 / 3

// crop-to-body.ts

/** Margin around a body's box: a share of its longer side, and pixels. */
export const CROP_TO_BODY_MARGIN = { share: 0.12, pixels: 24 } as const

// matte-doubt.ts

/** Pixels of the body scale in a measure of the mattes: more are averaged first. */
export const MATTE_DOUBT_SCALE = 130

/**
 * Sigmas in body scales: of the neighbourhood whose colours a piece of outline is compared with, of the strip along the
 * outline in which the matte is checked, and of the stretch of outline that shares its doubt.
 */
export const MATTE_DOUBT_SIGMA = { colour: 0.045, strip: 0.022, stretch: 0.06 } as const

/** A pixel is certainly the person from this alpha on (0-1). */
export const MATTE_DOUBT_CERTAIN = 0.98

/** Share of certain background around a piece of outline: as in a narrow gap, and as along an open outline. */
export const BACKGROUND_SHARE = { gap: 0.1, open: 0.24 } as const

/** Difference of colour across the outline, in levels: none to be seen, and a plain one. */
export const MATTE_DOUBT_CONTRAST = { none: 14, plain: 34 } as const

/** Mean difference between the matte and the alpha that the colours say: that of a true matte, and of a wrong one. */
export const MATTE_DOUBT_MISFIT = { right: 0.13, wrong: 0.27 } as const

/** How wide the matte's soft edge is, in body scales: as around a sharp outline, and as where the matte knows none. */
export const SOFT_WIDTH = { sharp: 0.013, vague: 0.028 } as const

/** Length of outline in a neighbourhood, in that of a straight one: smooth, and as jagged as no person is. */
export const MATTE_DOUBT_LENGTH = { smooth: 1.2, jagged: 1.6 } as const

/** Mean doubt along a stretch of outline that is none, and that is as good as certain. */
export const MEAN_DOUBT = { none: 0.12, full: 0.5 } as const

/** The doubt of an outline counts as far as anything moves: sigma of its stretch, at least, in that distance. */
export const SIGMAS_IN_REACH = 0.4

/** Share of a straight outline's weight that an outline farther away must exceed for its doubt to count. */
export const FAINT_OUTLINE = 0.02

// mattes.ts

/**
 * How far the support reaches beyond the matte. A camera's sharpening draws a light or dark halo around a person, and a
 * mask may be off by a pixel or two: a support that ended at the matte would leave the halo behind as a ghost. Blurred
 * with a sigma of `share` body scales, from `least` to `most` pixels, and multiplied by `gain`, the matte reaches about
 * two sigmas further. Values below `faint` (0-255) are cut off.
 */
export const SUPPORT_RIM = { share: 1 / 150, least: 1.35, most: 5, gain: 8, faint: 90 }

/**
 * Values of the person mask that are stretched to 0 and 255. Masks refined by colour are weakly set wherever the
 * background has the person's colour, such as a door's edge beside an arm.
 */
export const ALPHA_RANGE = { zero: 56, full: 235 }

/** Slope with which a pixel passes to the person as their claim exceeds the others'. */
export const CLAIM_CONTRAST = 4

// move-person.ts

/** A field whose longest displacement, in pixels, is shorter moves nothing visibly. */
export const MOVE_PERSON_MIN_REACH = 0.05

/** Pixels that the uncovered rim may be thicker than the longest displacement: soft edges and the interpolation. */
export const RIM_MARGIN = 4

/** Room in which a move fades out, see confine-move.ts: times the longest displacement, body scales at least. */
export const MOVE_PERSON_ROOM = {
  toOthers: { reaches: 3, least: 0.05 },
  around: { reaches: 3.5, least: 0.15 },
} as const

/** Most strain of the field where the mattes are in doubt, in steps, see limitStrain. */
export const MAX_DOUBTFUL_STRAIN = 0.5

/** A move that must end with less than this share of its longest displacement is refused. */
export const MOVE_PERSON_MIN_SHARE = 0.2

// protect-others.ts

/** Most share of the body's trunk that others may cover: with more, the outlines cannot be told apart. */
export const MAX_SHARED_TRUNK = 0.02

/** Most share of a stranger's face inside the body's own mask: with more, the mask holds two people. */
export const MAX_MIXED_SHARE = 0.4

/** Most people in a group that overlaps. */
export const PROTECT_OTHERS_MAX_GROUP = 3

/** Two people overlap when their boxes share more than this part of the smaller one. */
export const MIN_OVERLAP = 0.1

/** How far around a body others are looked for, in longer sides of its box. */
export const SURROUNDINGS = 0.2

// remove-spurs.ts

/** Sigma of the neighbourhood of an outline pixel: a share of the body scale, at least so many pixels. */
export const NEIGHBOURHOOD_SIGMA = { share: 1 / 110, least: 1.5 } as const

/**
 * Least sigma of that neighbourhood, in pixels of the copy on which it is measured. A wider one is measured on a
 * smaller copy: of a drawn outline with spurs, at two to five times this sigma, no value of the matte differs from what
 * is left of it at full size by more than 12 levels of 255, and the mean by less than 0.05.
 */
export const NEIGHBOURHOOD_REDUCED_SIGMA = 4

/** Share of the person in a pixel's neighbourhood at which it is removed and kept. On a straight outline it is 0.5. */
export const REMOVE_SPURS_PERSON_SHARE = { removed: 0.24, kept: 0.44 } as const

/** Matte values above this stay whatever their shape: a finger, a heel. */
export const CERTAIN_ALPHA = 250

// stray-hair.ts

/** How far from the middle of the head hair may reach, and the sigma of the background's blur, in body scales. */
export const STRAY_HAIR_HEAD_RADIUS = 0.5
export const STRAY_HAIR_BACKGROUND_SIGMA = 0.12

/** Mask values (0-255): below the first lies background, above the second the head that the hair must hang on. */
export const STRAY_HAIR_MASK = { background: 28, head: 200 } as const

/** Most noise of the background, in levels; on a busier one hair cannot be told apart. */
export const MAX_BACKGROUND_NOISE = 9

/** Levels beyond twice the background's noise from which a pixel is partly, and wholly, hair. */
export const HAIR_LEVELS = { from: 6, full: 34 } as const

/** A pixel with less of the hair value (0-1) does not connect others to the head. */
export const MIN_CONNECTED = 0.15

/** Hair covers at most this share of a disc of half the head radius; more must be an object behind the head. */
export const MAX_HAIR_SHARE = 0.5

/** From this share of that reach on hair fades out. */
export const HAIR_FADES = 0.85
