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

/** How much foundation lightens and darkens a spot at most, in L*. */
export const EVEN_SKIN_SPOT = { lighter: 9, darker: 6 } as const

/** A share of a change of colour below this shows in no level of 255. */
export const LEAST_CHANGE = 0.004

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

/** Points along the edge of a brow. */
export const BROW_STEPS = 24

/**
 * Where hairs and the skin around are looked at: the mesh's brow blurred by two sigmas, in widths of the face; hairs
 * where the narrow blur has more than `core`, skin where the wide one has more and the narrow one less.
 */
export const BROW_SAMPLES = {
  near: 0.011,
  far: 0.03,
  core: 0.7,
  around: { far: 0.08, near: 0.1 },
} as const

/**
 * A hair lies where the mesh's blurred brow has more than `within`, and is darker than the light on it by shares of
 * what hairs typically are, which is taken to be `leastDepth` at least.
 */
export const BROW_HAIRS = { within: 0.2, from: 0.2, to: 0.7, leastDepth: 0.05 } as const

/** Blurred hairs below the first leave a place bare, from the second on it is filled. */
export const BROW_BARE = { from: 0.04, to: 0.5 } as const

/** The least light that the darkness of a brow is measured by, so that it is no division by zero. */
export const BROW_LEAST_LIGHT = 1e-3

// find-lid-skin.ts

/** What hides a part of the skin below an eye hides less of it than this. */
export const SHOWN_SHARE = 0.25

/** Points of the ring of an eye between two landmarks. */
export const LID_SKIN_STEPS = 3

/**
 * Over which sigma colours are looked at, in widths of the face, at least so many pixels; and the linear light that is
 * added to green, so that the ratios of dark pixels are not those of their noise.
 */
export const LID_SKIN_NEAR = { sigma: 0.004, least: 0.5, light: 0.004 } as const

/**
 * How far a colour is off the skin's, by the ratios of red and of blue to green, of which blue counts by this share:
 * skin up to the first, surely hair or glasses from the second on.
 */
export const LID_SKIN_OTHER = { from: 0.55, to: 1.1, blue: 0.7 } as const

/** Luminances by the typical one on the cheek up to which something is surely too dark for skin, and surely not. */
export const LID_SKIN_DARK = { from: 0.07, to: 0.2 } as const

/**
 * The white of an eye: by how much redder than the light of the face it may be, how light it is by the skin, and how
 * much bluer than skin.
 */
export const EYE_WHITE = {
  cast: { from: 1.4, to: 1.7 },
  light: { from: 0.3, to: 0.6 },
  bluer: { from: 0.17, to: 0.37, blue: 0.6 },
} as const

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

/** A place is white from this share on. */
export const LOWER_LID_WHITE = 0.4

/** How far the second row of landmarks below an eye moves with its lid. */
export const BELOW_LOWER_LID = 0.5

// lash-mask.ts

/** The shortest and the longest lashes of a look, and a lash's breadth at its root, in widths of the eye. */
export const LASH_MASK_LENGTH = { least: 0.13, most: 0.33 } as const
export const LASH_MASK_BREADTH = 0.02

/** Lashes of one lid. */
export const LASH_MASK_LASHES = 34

/** How long lashes look: of a closed eye, of a narrow one by a wide one, and from which opening on (eye widths). */
export const LASH_SHOWN = { closed: 0.8, narrow: 0.6, wide: 0.32 } as const

/** Lashes of the lower lid: reach and breadth by those of the upper one, and how many. */
export const LOWER_LASHES = { reach: 0.3, count: 22, breadth: 0.55 } as const

/**
 * Roots along the lid, 0 at the outer corner and 1 at the inner one: from where, over which range, how far each strays
 * in distances between two, and the power that makes them denser outside.
 */
export const LASH_ROOTS = { from: 0.01, range: 0.9, spread: 0.6, denser: 1.15 } as const

/** How far lashes lean aside by how far they rise: outside towards the temple, inside towards the nose. */
export const LASH_LEAN = {
  outer: { by: 0.95, until: 0.75 },
  inner: { by: 0.3, from: 0.7 },
} as const

/** By what share the lashes at the inner corner are shorter, and from where along the lid on. */
export const LASH_INNER = { shorter: 0.6, from: 0.25 } as const

/** How much single lashes differ: the shortest by the usual length, how much longer others are, and their lean. */
export const LASH_VARIES = { shortest: 0.78, longer: 0.36, lean: 0.22 } as const

/** The bend of a lash: the share that goes aside first, by how much, and where along it. */
export const LASH_CURL = { share: 0.45, aside: 0.8, at: 0.45 } as const

/** Points along a lash, and the power by which it narrows. */
export const LASH_STEPS = 6
export const LASH_TAPER = 0.7

// lid-coordinates.ts

/** How far the coordinates go on beyond the outer corner, in widths of the eye. */
export const LID_COORDINATES_BESIDE = 0.4

/** Columns of the coordinates beside an eye and over it. */
export const LID_COORDINATES_COLUMNS = { beside: 6, eye: 32 } as const

/** By how much the skin beside the eye rises towards the temple, as eyeshadow is drawn out. */
export const LID_COORDINATES_RISE = 0.32

/** How far the coordinates go beside the eye at the brow, and below the eye, by how far they go at the lid. */
export const LID_COORDINATES_ENDS = { brow: 0.6, below: 0.8 } as const

// lid-line.ts

/** Straight pieces of a lid’s edge. */
export const LID_LINE_STEPS = 40

/**
 * Below this opening, in widths of the eye, an eye is closed: the mesh leaves a gap between closed lids. Measured: open
 * eyes of people who laugh have 0.22, closed ones up to 0.12.
 */
export const LID_LINE_CLOSED = 0.15

// lip-masks.ts

/**
 * Sigma of the band along the contours of the mesh in which the samples of lips and skin do not lie, in face widths,
 * at least so many pixels.
 */
export const LIP_MASKS_BAND = { sigma: 0.011, least: 0.6 } as const

/**
 * How far the outer contour may be moved to the edge that the picture shows, in widths of the face: farther inwards,
 * because colour on skin is seen and an edge that lies outside may be that of a beard or of a shadow.
 */
export const LIP_MASKS_REACH = { inwards: 0.036, outwards: 0.02 } as const

/**
 * How much more firmly the corners of the mouth are held, where shadow hides the end of the lips, and over how many
 * landmarks of the contour that fades.
 */
export const HELD_CORNERS = { by: 12, reach: 1.5 } as const

/**
 * Sigma of the edge of the lips: together in pixels, in widths of the face and as a share of the picture's own blur.
 * Between the `tight` values of the blurred lips their edge lies.
 */
export const LIP_EDGE = {
  pixels: 0.45,
  face: 0.0035,
  ofBlur: 0.9,
  tight: { from: 0.08, to: 0.92 },
} as const

/** The contrast of lips and skin from which on colours decide nothing, and all. */
export const LIP_MASKS_CONTRAST = { none: 0.03, full: 0.12 } as const

/** Points of the outer contour between two landmarks. */
export const LIP_MASKS_STEPS = 4

/**
 * Over which sigma redness is looked at, in widths of the face, at least so many pixels; and the linear light that is
 * added to both channels, so that the ratio of dark ones is not that of their noise.
 */
export const LIP_REDNESS = { sigma: 0.007, least: 0.8, light: 0.003 } as const

/**
 * Where the colours of lips and of skin are taken: of the lips blurred by the band more than `own.edge` and of the gap
 * less than `own.gap`; of the skin less of the first than `around.edge`, and within a blur over `sigma` widths of the
 * face more than `around.far`.
 */
export const LIP_SAMPLES = {
  sigma: 0.035,
  own: { edge: 0.8, gap: 0.1 },
  around: { edge: 0.02, far: 0.05 },
} as const

/** The least luminance of lips and the least contrast that a measurement is divided by. */
export const LEAST_LIPS = { luminance: 0.004, contrast: 0.02 } as const

/** What lies inside the outer contour: redness from skin (0) to lips (1), or the blurred gap of the mouth. */
export const LIP_INSIDE = {
  red: { from: 0.2, to: 0.8 },
  gap: { from: 0.1, to: 0.4 },
  shine: { from: 1.15, to: 1.5 },
} as const

/**
 * The least redness of a paler lip, as a share of both lips’, the quantile of its pixels that stands for it (one half
 * of a lip may shine), and the sigma over which its part of the mouth reaches, in widths of the face.
 */
export const PALER_LIP = { least: 0.4, quantile: 0.35, sigma: 0.03 } as const

/** Teeth are so many times lighter than lips, and no redder than the second range, from skin (0) to lips (1). */
export const TEETH = { light: { from: 1.25, to: 1.9 }, red: { from: 0.15, to: 0.55 } } as const

/** The dark of an open mouth, in luminances of the lips: surely up to the first, none from the second on. */
export const MOUTH_DARK = { from: 0.12, to: 0.35 } as const

/** The blurred gap from where on teeth and dark count, and from where on all of it is mouth, whatever its colour. */
export const MOUTH_GAP = { rim: { from: 0.04, to: 0.3 }, deep: { from: 0.55, to: 0.8 } } as const

/** The outline of the lips ends between these values of the lips blurred by the band. */
export const LIP_OUTLINE = { from: 0.62, to: 0.9 } as const

/**
 * The opening of closed lips: half its thickness in widths of the face, at least so many pixels; the sigma over which
 * it fades, in widths of the face, and the values of that between which colour of its own is laid.
 */
export const LIP_OPENING = {
  half: 0.005,
  least: 0.5,
  sigma: 0.02,
  shown: { from: 0.02, to: 0.34 },
} as const

/** The least share of either lip in a pixel: where there is neither, both count alike. */
export const LEAST_LIP_SHARE = 1e-4

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

/** The least luminance that typical skin is taken to have: that of a black picture is 0. */
export const LEAST_SKIN = 0.01

/** The strength of light where only skin tells it: it grows with its luminance from the least on. */
export const LIGHT_BY_SKIN = { least: 0.55, by: 1.1 } as const

/** The reflectance of the palest skin: light is no weaker than what that would reflect. */
export const PALEST_SKIN = 0.66

/** Bounds of the tint of the whites of the eyes, and of the skin's deviation from neutral. */
export const WHITE_TINT = { least: 0.7, most: 1.35 } as const
export const SKIN_TINT = { least: 0.5, most: 1.6 } as const

// paint-brow.ts

/** Powder between the hairs lets at least this share of light through, whatever its pigment. */
export const MOST_FILL = 0.42

/** A brow is filled between these values of where it lies, so that its soft edge stays bare. */
export const BROW_FILL = { from: 0.12, to: 0.9 } as const

// paint-eyes.ts

/** Room around eye and brow for lashes, wings and soft edges, in widths of the face. */
export const EYES_MARGIN = 0.1

/** The bounds of the light around an eye, by the typical one on the skin. */
export const EYES_SHADE = { least: 0.02, most: 2.2 } as const

/** The share of ink that does not take on the relief below it, and the most light by the typical one that it takes. */
export const INK = { even: 0.45, mostLight: 1.4 } as const

/**
 * The edge of the face at a far eye: a sigma in widths of the face, and the values of the blurred face between which
 * paint begins, all of them inside.
 */
export const EYES_FACE = { sigma: 0.006, from: 0.5, to: 0.95 } as const

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

/**
 * Where the skin below an eye is looked at, from its lower lid, in widths of the face. Its light counts beside so many
 * pixels in full light, so that none is no shadow, and is at least this share of the typical one.
 */
export const EYESHADOW_BELOW = {
  from: 0.05,
  to: 0.09,
  step: 0.01,
  full: 0.05,
  least: 0.1,
} as const

/**
 * The size of a grain of sparkle, a sigma in widths of the face, at least so many pixels; and by what share grains
 * glitter where the lid has no sheen.
 */
export const EYESHADOW_GRAIN = { sigma: 0.0016, least: 0.45, alone: 0.25 } as const

/** How finishes reflect: a sheen in the middle of the lid, and sparkle, as shares of a white surface's light. */
export const EYESHADOW_FINISH = {
  matte: undefined,
  satin: { sheen: 0.1, sparkle: 0 },
  shimmer: { sheen: 0.22, sparkle: 0.5 },
  metallic: { sheen: 0.5, sparkle: 0.32 },
} as const

/** Where a lid shines most, and over how much of it that fades, in the coordinates of the lid. */
export const EYESHADOW_SHEEN = {
  across: { middle: 0.5, reach: 0.32 },
  up: { middle: 0.16, reach: 0.17 },
} as const

/** The light around on a lid, by that below the eye, that is surely of dark make-up and surely not; what it hides. */
export const EYESHADOW_WORN = { from: 0.25, to: 0.4, less: 0.75 } as const

/** The shares of pigment and of light in what mica reflects, and the most light by the typical one that it does. */
export const EYESHADOW_MICA = { pigment: 0.74, light: 0.18, mostShade: 1.5 } as const

/** The height on the lid up to which eyeshadow is laid under a fringe, and from which on it is not. */
export const BELOW_FRINGE = [0.3, 0.6] as const

// paint-liner.ts

/** The thinnest and the broadest line, in widths of the eye. */
export const LINER_THICKNESS = { least: 0.028, most: 0.11 } as const

/** The longest wing, in widths of the eye, how steeply it rises, and where along the lid it joins the line. */
export const LINER_WING = { length: 0.42, rise: 0.55, joint: 0.24 } as const

/**
 * The thickness of a line along the lid, 0 at the outer corner and 1 at the inner one: full up to a third, thin where
 * it ends, and without a wing thin at the outer corner up to where it has risen; shares of its thickness.
 */
export const LINER_PROFILE = {
  full: 0.3,
  ends: 1.02,
  outer: 0.45,
  rises: 0.2,
  least: 0.12,
} as const

/** How far a line goes below the edge of the lid, in its thicknesses. */
export const LINER_UNDER = 0.18

/**
 * The line along the lower lid: how far below the lid it begins, its thickness and what smudging adds, in widths of
 * the eye; where along the lid it is full and has ended; and the softness of its edge that it has unsmudged.
 */
export const LOWER_LINER = {
  below: 0.012,
  thickness: 0.026,
  smudged: 0.02,
  full: 0.1,
  ends: 0.92,
  soft: 0.25,
} as const

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
export const FINE_RELIEF = { sigma: 0.006, least: 0.8 } as const

/** How much lighter than the lips at their outline is the most that covers an old lip liner. */
export const OLD_LINER = 1.1

/** How many times lighter than skin lipstick is laid as it is; the power that limits more; the most of skin's hue. */
export const LIPS_PALE = { most: 1.3, power: 0.6, hue: 0.3 } as const

/**
 * How far outside the lips their old edge fades, a sigma in widths of the face, at least so many pixels; so many times
 * the faded lips cover it whole.
 */
export const OLD_EDGE = { sigma: 0.008, least: 0.8, times: 3 } as const

/** Old lipstick beside the lips: luminances of skin that are surely dark and surely none; its redness by skin's. */
export const OLD_LIPSTICK = { dark: { from: 0.5, to: 0.8 }, red: { from: 1.15, to: 1.6 } } as const

/** How finishes change what lips reflect: the contrast of light and shadow, the lips' own highlights, and new ones. */
export const LIP_FINISH = {
  matte: { relief: 0.78, own: 0.25, gloss: 0 },
  satin: { relief: 0.92, own: 0.8, gloss: 0.1 },
  gloss: { relief: 1.05, own: 1, gloss: 0.3 },
} as const

/** Luminances of the lips from which on light is reflected at their surface, and has its own colour. */
export const LIP_HIGHLIGHT = 1.7

/** The least light on lips, in their luminances, and the one below which shadow keeps its contrast. */
export const LIP_SHADOW = { least: 0.04, kept: 0.4 } as const

/**
 * How shine breaks at the lines of the lips: their relief is what differs from a blur (a sigma in widths of the face,
 * at least so many pixels), beside a share of the lips' luminance, counts `by` times, and stays between two bounds.
 */
export const WET_RELIEF = {
  sigma: 0.008,
  least: 0.6,
  floor: 0.3,
  by: 2.2,
  dimmest: 0.2,
  most: 1.8,
} as const

/**
 * Where wet lips shine: how far down the lower lip, and beside the cupid's bow down the upper one; sigmas in breadths
 * of the mouth and in thicknesses of the lower lip, or face widths for the bow; at least so many pixels flat.
 */
export const WET_SHINE = {
  lower: { down: 0.42, across: 0.15, thick: 0.17 },
  bow: { down: 0.3, across: 0.045, thick: 0.008, by: 0.55 },
  least: 0.8,
} as const

/** Room around the lips, in widths of the face. */
export const LIPS_MARGIN = 0.09

// paint-skin.ts

/** Powders are soft: the greatest width of the face that they are laid at, in region pixels. */
export const SKIN_MAX_FACE_WIDTH = 240

/** The share of concealer at opacity 1; more of it and the eyes look flat. */
export const MAX_CONCEALER = 0.8

/**
 * The sigmas of the detail by which hair is told from skin, and of what is around a place, in widths of the face; the
 * least variance of L* that is skin's; so many times as rough as the smoother cheek powder begins to be left away, and
 * is.
 */
export const SKIN_ROUGH = { fine: 0.012, around: 0.03, least: 1, from: 10, to: 25 } as const

/**
 * By what share blush takes on the luminance of skin: pale powder looks ashen on dark skin, and a deep hue that is made
 * as light as pale skin glows like paint. The luminance it goes to is a share of the skin's.
 */
export const SKIN_SHEER = { paler: 1, darker: 0.6, goal: 0.85 } as const

/** The luminance of a contour, by that of the skin. */
export const SKIN_SHADE = 0.45

/**
 * Highlighter: the share of it at opacity 1; how strongly it reflects, which grows with the skin's luminance, so that
 * it does not look grey on dark skin; what that is multiplied by; and the most light by which it counts.
 */
export const SKIN_GLOW = {
  most: 0.5,
  least: 0.03,
  bySkin: 1.3,
  share: 0.4,
  mostLight: 1.6,
} as const

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

/** Shares below these change no level of 255: of a pigment, and of light that is added, which dark skin shows more. */
export const LEAST_COVER = 0.002
export const LEAST_GLOW = 0.001

// require-paintable.ts

/** Degrees from frontal, beyond which one eye or half of the lips hardly shows. */
export const MAX_ANGLE = { yaw: 35, pitch: 30 } as const

/**
 * How wide the sharpest edges of eyes and brows may be, in widths of the face (see `readEyeEdgeWidth`). Of photographed
 * faces those up to 0.0118 take a look; in five of 0.0137 to 0.022 neither lids nor irises nor the rims of glasses can
 * be told, and paint lies on bare skin, sharper than the face.
 */
export const MAX_EYE_EDGE_WIDTH = 0.0125
