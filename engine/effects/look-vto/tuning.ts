/**
 * What was tuned of make-up: each value with its unit, what it decides and how it was found, under the file it acts in.
 * Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file is
 * as long as the list is.
 */

// even-skin.ts

/**
 * What foundation evens out lies between two blurs (sigmas in widths of the face): pores and the face's own shading
 * stay, blotches go.
 */
export const EVEN_SKIN_BLOTCHES = { fine: 0.009, coarse: 0.055 } as const

/** Redness varies over whole cheeks. */
export const EVEN_SKIN_FLUSH = 0.16

/** The shares of uneven lightness and colour that a full cover hides. */
export const EVEN_SKIN_COVER = { light: 0.62, colour: 0.72, flush: 0.45 } as const

/** How much darker than the skin around, in L*, what no foundation covers is: frames of glasses, single hairs. */
export const EVEN_SKIN_FOREIGN = { from: 26, to: 38 } as const

/** The same by the fine blur, which is dark beside a frame, too: blotches are at most so dark. */
export const EVEN_SKIN_BESIDE = { from: 12, to: 22 } as const

// find-brow.ts

/**
 * The logarithm by which a brow is darker than what is around it: from `none` on it may be one, at `sure` it is.
 * Measured on photographs: brows under a fringe have 0.0, the palest ones that show 0.2.
 */
export const BROW_DARKER = { none: 0.04, sure: 0.18 } as const

/** How far from its hairs a brow is filled, a sigma in widths of the face: the mesh can go on where it has ended. */
export const BROW_NEAR = 0.013

/** How far the light on the skin around a place of a brow is gathered, a sigma in widths of the face. */
export const BROW_LIGHT = 0.03

// find-lid-skin.ts

/** What hides a part of the skin below an eye hides less of it than this. */
export const SHOWN_SHARE = 0.25

// fit-contour.ts

/** Places along each normal, from the innermost to the outermost. */
export const CONTOUR_PLACES = 25

/** Costs of lying away from where the contour was, and of lying otherwise than the point before. */
export const CONTOUR_HOLD = 0.12
export const CONTOUR_BEND = 30

// fit-lower-lid.ts

/** How far the white of an eye is followed below the mesh's lower lid, in widths of the eye. */
export const LOWER_LID_REACH = 0.17

/** The least share of the places along a lid that must have white below them: the iris takes half of them. */
export const LEAST_SHARE = 0.15

// lash-mask.ts

/** The shortest and the longest lashes of a look, and a lash's breadth at its root, in widths of the eye. */
export const LASH_MASK_LENGTH = { least: 0.13, most: 0.33 } as const
export const LASH_MASK_BREADTH = 0.02

export const LASH_MASK_LASHES = 34

// lid-coordinates.ts

/** How far the coordinates go on beyond the outer corner, in widths of the eye. */
export const LID_COORDINATES_BESIDE = 0.4

export const LID_COORDINATES_COLUMNS = { beside: 6, eye: 32 } as const

/** By how much the skin beside the eye rises towards the temple, as eyeshadow is drawn out. */
export const LID_COORDINATES_RISE = 0.32

// lid-line.ts

export const LID_LINE_STEPS = 40

/**
 * Below this opening, in widths of the eye, an eye is closed: the mesh leaves a gap between closed lids. Measured: open
 * eyes of people who laugh have 0.22, closed ones up to 0.12.
 */
export const LID_LINE_CLOSED = 0.15

// lip-masks.ts

/** Sigma of the band along the contours of the mesh in which the samples of lips and skin do not lie, face widths. */
export const LIP_MASKS_BAND = 0.011

/**
 * How far the outer contour may be moved to the edge that the picture shows, in widths of the face: farther inwards,
 * because colour on skin is seen and an edge that lies outside may be that of a beard or of a shadow.
 */
export const LIP_MASKS_REACH = { inwards: 0.036, outwards: 0.02 } as const

/** How much more firmly the corners of the mouth are held: shadow hides where the lips end there. */
export const HELD_CORNERS = 12

/** Sigma of the edge of the lips, in widths of the face. */
export const LIP_MASKS_SOFTNESS = 0.0035

/** The contrast of lips and skin from which on colours decide nothing, and all. */
export const LIP_MASKS_CONTRAST = { none: 0.03, full: 0.12 } as const

/** Points of the outer contour between two landmarks. */
export const LIP_MASKS_STEPS = 4

// look-vto.ts

/** The greatest width of a face that eyes and lips are painted at, in pixels; a liner is sharper than a lip. */
export const LOOK_VTO_MAX_FACE_WIDTH = { eyes: 700, lips: 500 } as const

// measure-blur.ts

/** Sigmas of the three blurs between which two bands of detail lie, in pixels. */
export const BLUR_SIGMAS = [0.7, 1.4, 2.8] as const

/** The widest blur that is told apart, a sigma in pixels. */
export const BLUR_MOST = 3

/** Of more rows than these only every second, third, … one is read: they say the same. */
export const MAX_ROWS = 96

// measure-light.ts

/** The luminance of the white of an eye in full light; the lids shade it. Measured on well exposed portraits. */
export const SCLERA_LUMINANCE = 0.42

/** Bounds of the strength of light. */
export const LIGHT_STRENGTH = { least: 0.18, most: 1.1 } as const

/** The share of the tint of the sclera that is taken for that of the light: veins and the iris tint it too. */
export const TINT_SHARE = 0.35

/**
 * Skin's red and blue by its green, in linear light, where the light is neutral: of pale and of dark skin. In between
 * they go with the logarithm of luminance. Measured on the drawn skin types, which were taken from colour charts.
 */
export const NEUTRAL_SKIN = {
  pale: { y: 0.6, red: 1.5, blue: 0.72 },
  dark: { y: 0.04, red: 2.6, blue: 0.5 },
}

/** The share of skin's deviation from neutral that is taken for the light's: people differ, too. */
export const SKIN_SHARE = 0.6

/** Deviations from neutral beyond these are an error of the measurement. */
export const MOST_CAST = 2.2

/** Pixels of sclera from which on it can be trusted. */
export const MIN_SCLERA = 24

// paint-brow.ts

/** Powder between the hairs lets at least this share of light through, whatever its pigment. */
export const MOST_FILL = 0.42

// paint-eyes.ts

/** Room around eye and brow for lashes, wings and soft edges, in widths of the face. */
export const EYES_MARGIN = 0.1

// paint-eyeshadow.ts

/** Eyeshadow is laid on a grid on which the face is at most so wide, in pixels: it has no sharp edge. */
export const EYESHADOW_MAX_FACE_WIDTH = 256

/** The edge of every zone is softened once more, by a sigma in widths of the face. */
export const EYESHADOW_SOFTNESS = 0.008

/** By what share powder that is paler than the skin takes on its luminance. */
export const EYESHADOW_SHEER = 0.25

/**
 * How many times lighter than the skin pigment is that does not cover lids which wear dark make-up, at least and
 * surely; how far around a pixel its darkness tells of that, a sigma in widths of the face.
 */
export const EYESHADOW_PALER = [0.7, 1.1] as const
export const EYESHADOW_AROUND = 0.012

/** Where the skin below an eye is looked at, from its lower lid, in widths of the face. */
export const EYESHADOW_BELOW = { from: 0.05, to: 0.09, step: 0.01 } as const

/** The size of a grain of sparkle, a sigma in widths of the face. */
export const EYESHADOW_GRAIN = 0.0016

/** The height on the lid up to which eyeshadow is laid under a fringe, and from which on it is not. */
export const BELOW_FRINGE = [0.3, 0.6] as const

// paint-liner.ts

/** The thinnest and the broadest line, in widths of the eye. */
export const LINER_THICKNESS = { least: 0.028, most: 0.11 } as const

/** The longest wing, in widths of the eye, and how steeply it rises. */
export const LINER_WING = { length: 0.42, rise: 0.55 } as const

/** The sigma of the edge of a line, sharp and fully smudged, in widths of the eye. */
export const LINER_EDGE = { sharp: 0.008, smudged: 0.07 } as const

// paint-lips.ts

/** By what share lipstick that is paler than the lips takes on their luminance: the lips show through. */
export const LIPS_SHEER = 0.3

/** Shares of the skin's luminance at which lips surely wear dark lipstick, and surely none; and that of bare lips. */
export const LIPS_DARK = [0.2, 0.36] as const
export const LIPS_BARE = 0.5

/** How much redder than skin lips are that surely wear no bright lipstick, and that surely do: see `contrast`. */
export const LIPS_BRIGHT = [0.9, 1.6] as const

/**
 * The share of the finest relief that is taken from lips which wear dark or bright lipstick, and its sigma in widths of
 * the face: grain and the edges of shine are strong beside so little light, and would be specks in a paler one.
 */
export const LIPS_CALM = 0.5
export const FINE_RELIEF = 0.006

/** How much lighter than the lips at their outline is the most that covers an old lip liner. */
export const OLD_LINER = 1.1

/** How many times lighter than skin lipstick is laid as it is; the power that limits more; the most of skin's hue. */
export const LIPS_PALE = { most: 1.3, power: 0.6, hue: 0.3 } as const

/** How far outside the lips their old edge fades, a sigma in widths of the face. */
export const OLD_EDGE = 0.008

/** Room around the lips, in widths of the face. */
export const LIPS_MARGIN = 0.09

// paint-skin.ts

/** Powders are soft: the greatest width of the face that they are laid at, in region pixels. */
export const SKIN_MAX_FACE_WIDTH = 240

/** The share of concealer at opacity 1; more of it and the eyes look flat. */
export const MAX_CONCEALER = 0.8

/**
 * The sigmas of the detail by which hair is told from skin, and of what is around a place, in widths of the face; the
 * least variance of L* that is skin's.
 */
export const SKIN_ROUGH = { fine: 0.012, around: 0.03, least: 1 } as const

/**
 * By what share blush takes on the luminance of skin: pale powder looks ashen on dark skin, and a deep hue that is made
 * as light as pale skin glows like paint.
 */
export const SKIN_SHEER = { paler: 1, darker: 0.6 } as const

// paint-strokes.ts

/** Strokes are soft: they are painted on a grid on which the face is at most so wide, in pixels. */
export const STROKES_MAX_FACE_WIDTH = 128

// pigment.ts

/** How many times lighter than skin pale powder is laid as it is, and the power by which more of it counts. */
export const PIGMENT_PALE = { most: 2, beyond: 0.35 } as const

/** The least channel of a pigment by its greatest, in linear light: vivid ones, and those that are nearly white. */
export const PIGMENT_WHITENESS = [0.3, 0.75] as const

/** By what share nearly white powder takes on the hue of the skin that shows through it: at least, and at most. */
export const SKIN_HUE = { least: 0.55, most: 0.75 } as const

// require-paintable.ts

/** The least share of the face inside the picture. A whole face may seem cut: its box is of estimated landmarks. */
export const MIN_INSIDE = 0.985

/** Degrees from frontal, beyond which one eye or half of the lips hardly shows. */
export const MAX_ANGLE = { yaw: 35, pitch: 30 } as const
