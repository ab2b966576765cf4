/**
 * What was tuned of face swap: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// displace-features.ts

/**
 * How features carry the skin around them along, lengths in widths of the face. Beside a feature its weight is half of
 * that within at `core`, and nothing from `reach` on; `still` is the weight of staying where one is. So far from the
 * outline a place goes by less than `slope` of its distance, and within `soft` of it by still less. Neighbouring pixels
 * differ in their step by the shares `strain` of their distance at most, within features and in the skin between:
 * without limits they differ by up to 0.5, and lids and lines beside the eyes bend. The field has so many `nodes` in a
 * width of the face.
 */
export const DISPLACED = {
  core: 0.04,
  reach: 0.4,
  still: 0.05,
  edge: { slope: 0.14, soft: 0.02 },
  strain: { feature: 0.08, skin: 0.14 },
  nodes: 48,
} as const

// donor.ts

/** Room around a face, as a share of its box. */
export const CROP_MARGIN = 0.15

// face-swap.ts

/** Skin with less colour than this, as a share of L* + 16, is that of a black and white picture. */
export const COLOURLESS = 0.04

// feature-motion.ts

/**
 * How features move, lengths in widths of the face: less far than `shift`; turned (radians) and stretched less than
 * `bend`, at more of which brows look drawn and noses squeezed. Extents of less than `damping` do not tell how much a
 * feature is stretched.
 */
export const PROPORTIONS = { shift: 0.04, bend: 0.1, damping: 0.03 } as const

// fit-features.ts

/**
 * Mouths are unlike that differ in openness or in how far their corners are lifted, in widths of the mouth, from the
 * first share on and wholly from the second: calm ones differ by 0.05 and 0.06 at most, and squeezed into a smile lips
 * are torn.
 */
export const UNLIKE_MOUTHS = { open: [0.02, 0.1], lift: [0.03, 0.1] } as const

// recolour-irises.ts

/**
 * How many times as light irises become: lighter, pupils turn grey, and darker, their texture is lost. Which share of
 * the difference between the whites of two faces is their light, and how much of it is taken off at most, as a share of
 * L* + 16: whites are pink beside lids. How much `redder` an iris may be than grey, and more for each unit that it is
 * yellow (`byYellow`), how much `greener` and `bluer`, and how much colour it may have, all as shares of L* + 16; and
 * the share of the difference between a pixel's colour and the iris's that stays, its `texture`. Irises with less of
 * their white's L* than `dark` are brown, with so much yellow, and red by it: no dark iris is green, blue or grey. From
 * which saturation of the skin on, chroma by L* + 16, a picture has colours, and wholly: toned ones measure 0.05, faces
 * in colour 0.15 and more. From which white on irises are `seen`, and wholly: in eyes in the dark, with 14 to 19,
 * another colour glows. Where one iris beside its white has less than `shaded` of the other's light, it shows no colour
 * that it is given, and the other would be no pair with it: of 12 photographed faces one has 0.31, the others 0.53 and
 * more. From which tint of their whites on, as a share of L* + 16, irises lie in coloured light and keep their colour,
 * in which grey ones look blue. Where between iris and white a pixel is white or a `reflection`; up to which share of
 * the iris's L* one is `pupil`; and how soft the edges of irises are, a sigma in widths of the face.
 */
export const IRISES = {
  times: { least: 0.65, most: 1.2 },
  light: { share: 0.5, most: 0.08 },
  natural: { redder: 0.04, byYellow: 0.8, greener: 0.04, bluer: 0.12, most: 0.3 },
  texture: 0.4,
  dark: { whole: 0.28, none: 0.42, yellow: 0.04, red: 0.5 },
  colour: { from: 0.05, whole: 0.15 },
  seen: { from: 20, whole: 40 },
  shaded: { none: 0.32, whole: 0.5 },
  tinted: { from: 0.3, none: 0.45 },
  reflection: { from: 0.45, whole: 0.85 },
  pupil: { whole: 0.15, none: 0.5 },
  soft: 0.006,
} as const

/** Less of a blurred feature in a pixel than this, 0–1, is none of it. */
export const SOFT_LEAST = 0.01

// measure-irises.ts

/**
 * Between which radii of an iris its colour is measured, without pupil and limbal ring, and from which on is white.
 * Which quantile of the white's L* is its light, and from which share of it on it is lit.
 */
export const IRIS_PARTS = {
  ring: { from: 0.35, to: 0.85 },
  white: 1.15,
  lightest: 0.8,
  lit: 0.85,
} as const

/**
 * How large an iris is in its picture, a radius in pixels; how far the tints of two are apart, as shares of L* + 16;
 * which share of a disc the lids show; and its L* by that of the white, above which it is a reflection. Of 37
 * photographed faces most have 0.1 or less between both irises, one behind lashes 0.26; pale blue ones have 0.7.
 */
export const IRIS_CERTAINTY = {
  pixels: { from: 3.5, whole: 7 },
  apart: { from: 0.1, none: 0.25 },
  shown: { from: 0.4, whole: 0.6 },
  pale: { from: 0.7, none: 0.9 },
} as const

// openings.ts

/** An eye whose height is below this share of its width is closed. */
export const CLOSED_EYE = 0.1

/** Lids keep their shape where they are this many times as far open as the donor's. */
export const STRETCHED_EYE = 1.7

// require-few-faces.ts

/** As many faces as `face_mapping` can name. */
export const MAX_FACES = 20

// require-no-dark-glasses.ts

/** Bound of the face's width in region pixels: lenses have no detail. */
export const MAX_WIDTH = 210

/**
 * The quantile of L* that stands for the skin below an eye, and the one for the white in it: lashes are left out, and
 * so is a reflection.
 */
export const NO_DARK_GLASSES_QUANTILES = { below: 0.4, white: 0.9 } as const

/** Is added to each L*, so that ratios of very dark colours stay measures. */
export const NO_DARK_GLASSES_BASE = 4

/**
 * Both eyes are behind dark lenses where the skin below them is darker than these shares of the nose's and of the
 * cheek's or forehead's, whichever is lighter. The most sunken eyes measure 0.57 and 0.63, others 0.69 and more.
 */
export const NO_DARK_GLASSES_LENS = { ofNose: 0.57, ofFace: 0.62 } as const

/**
 * A lens that lets half of the light through darkens the skin below the eye to these shares, and the white alike. In a
 * deep socket the white is darker than that skin: 0.37 to 0.83 of it where the skin is nearly this dark.
 */
export const NO_DARK_GLASSES_TINTED = { ofNose: 0.63, ofFace: 0.6, white: 0.9 } as const

/**
 * Dark skin is hardly lighter than a lens. But on a face of less than this L* (with the base) the white of an eye is
 * lighter than the skin: 1.2 to 2.4 times. Behind a lens it is not, and the skin below is darker than the nose. Lowered
 * eyes show no white either, and a nose may shine: but without a lens the skin below both eyes is as light as the
 * cheeks, 0.96 to 2 times on geometric average, and behind lenses 0.83 at most.
 */
export const ON_DARK_SKIN = { upTo: 58, white: 1, ofNose: 0.8, ofCheeks: 0.9 } as const

// require-seen-eyes.ts

/**
 * Which quantile of L* in the openings of a target's eyes is dark, and the most that it may be of the face's median. Of
 * 91 photographed faces two have 0.69 and 0.70, behind lenses that reflect; of the others that a swap takes none has
 * more than 0.48.
 */
export const SEEN_EYES = { quantile: 0.2, most: 0.64 } as const

// require-sharp.ts

/**
 * The widest edges of eyes and brows, in widths of the face: they measure 0.002 to 0.007 in sharp portraits, 0.01 to
 * 0.03 in blurred ones. At 0.013 landmarks lie well, at 0.02 lids and irises lie apart.
 */
export const MAX_BLUR = 0.0175

// require-swappable.ts

/** Degrees from a frontal view. Beyond them half of the face is not seen, and where its landmarks lie is a guess. */
export const MAX_ANGLE = { yaw: 35, pitch: 30 } as const

/** Degrees by which the two faces may look into different directions: seen from below a nose shows another side. */
export const MAX_POSE_DIFFERENCE = { yaw: 18, pitch: 15 } as const

/** Degrees of yaw by which the donor may be turned further than the target: where its far eye lies is a guess. */
export const MAX_EXTRA_YAW = 15

/**
 * Pixels of width below which a face shows no features, and those of a reference lie too uncertainly: of 20
 * photographed ones at 64 pixels an eighth of a step is error (both as root mean squares), at 48 a quarter, at 24
 * nearly half.
 */
export const MIN_FACE_WIDTH = { src: 24, ref: 48 } as const

/** So many parts of a face may be covered, of those that a detection names: forehead, eyes, cheeks and mouth. */
export const MAX_COVERED = 2

/** The share of a face that has to lie inside the picture; the donor has to be whole, up to errors of detection. */
export const MIN_INSIDE_SHARE = { src: 0.8, ref: 0.97 } as const

// restore-detail.ts

/**
 * Faces of fewer pixels of width than `upTo` get the detail back that displacing their features damps: wider ones lose
 * only what is finer than is seen. Of 12 photographs of 83 to 335 pixels 0.64 to 0.96 of the Laplacian's energy was
 * left. By how many `times` the loss of its amplitude the mask is stronger, as coarser detail gains less, and at most.
 */
export const RESAMPLING_LOSS = { upTo: 350, times: 1.15, most: 0.4 } as const
