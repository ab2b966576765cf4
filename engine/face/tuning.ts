/**
 * What was tuned of reading, retouching and warping faces: each value with its unit, what it decides and how it was
 * found, under the file it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures
 * of the contact sheets. The file is as long as the list is.
 */

// wears-glasses.ts

/** Bound of the face's width in region pixels. */
export const GLASSES_MAX_WIDTH = 350

/** Frames of glasses lie between these sigmas, in widths of the face, at least so many pixels. */
export const GLASSES_BAND = {
  fine: 0.006,
  leastFine: 0.5,
  coarse: 0.03,
  leastCoarse: 1.2,
} as const

/** Rows beyond those of the landmarks that are looked at, in widths of the face. */
export const GLASSES_ROOM = 0.15

/**
 * How much darker than its surroundings a frame is, as a share of the skin's L* + 16. Measured without glasses: 0.01 to
 * 0.06 at the bridge, -0.005 and more as the mean of both sides; with thin frames: -0.03, and -0.012 to -0.05. Hair or
 * a wrinkle may darken one side, so both sides have to be darker than skin.
 */
export const GLASSES_DARKNESS = { bridge: -0.015, sides: -0.01, side: 0 } as const

/**
 * A bold frame tells itself by bridge and lower rims where hair, hard light or a turn hides its sides: as shares of the
 * skin's L* + 16. Measured in bold frames -0.18 to -0.28 and -0.08 to -0.28; a deep frown has -0.18 and -0.05.
 */
export const BOLD_FRAME = { bridge: -0.1, rims: -0.075 } as const

/**
 * The bridge of a metal frame may be no darker than skin: then both lower rims and both sides tell it. Rims measure
 * -0.22 and -0.26 of the skin's L* + 16 in such a frame; without glasses -0.14 in deep bags, whose sides are skin.
 */
export const METAL_FRAME = -0.12

/** Where a lower rim is searched, from the landmarks below an eye, in widths of the face. */
export const RIM_OFFSETS = { from: -0.12, to: 0.02 } as const

/** Where a side is searched: offsets from the straight line, in widths of the face, and slopes. */
export const GLASSES_OFFSETS = { from: -0.08, to: 0.08, step: 0.008 } as const

/** Slopes of a side that are tried, as a rise per run. */
export const GLASSES_SLOPES = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06] as const

/**
 * Samples along a part of a side, and the share of it that slopes turn about; and across the bridge (half a width in
 * widths of the face), at so many heights.
 */
export const TEMPLE_SAMPLES = { from: 0.3, to: 0.85, samples: 13, pivot: 0.6 } as const

/** Samples across the bridge: half a width in widths of the face, how many, and at how many heights. */
export const BRIDGE_SAMPLES = { half: 0.03, samples: 9, down: 61 } as const

// hair-strands.ts

/**
 * Strands lie between these sigmas, in widths of the face, at least so many pixels; how dense they are is averaged over
 * `around`.
 */
export const HAIR_STRANDS = { fine: 0.006, coarse: 0.035, around: 0.022, least: 0.6 } as const

/** Between which heights above the brows strands begin to be a fringe, widths of the face. */
export const ABOVE_BROWS = { from: 0.01, to: 0.05 } as const

/** The shares of bare skin between which the hairline lies, 0–1, and that of strands which connects them to it. */
export const HAIRLINE_EDGE = { from: 0.05, to: 0.9, connected: 0.3 } as const

/**
 * From which to which deviation pixels count as hair, as a share of the skin's L* + 16. Bare foreheads measure 0.004 to
 * 0.018, with wrinkles; fringes 0.025 to 0.06.
 */
export const HAIR_STRANDS_DEVIATION = { from: 0.018, to: 0.03 } as const

// retouch/find-wrinkles.ts

/** Sigmas at which wrinkles are looked for, in widths of the face. */
export const WRINKLE_WIDTHS = [0.004, 0.008, 0.013] as const

/**
 * The ridge response at which a line starts, and down to which it is followed: L* on skin of `light` (L* + 16) or more.
 * The shadow in a fold is a share of the light on the skin, so that on darker skin it is less, down to `least` of that.
 */
export const WRINKLE_RESPONSE = { high: 0.9, low: 0.35, light: 80, least: 0.5 } as const

/**
 * The least length of a wrinkle, in widths of the face, and its least ratio of length to width; the most area of a
 * line, in squared widths of the face, and the least sigma, in pixels, by which it is looked for.
 */
export const WRINKLE_LINE = {
  length: 0.035,
  slender: 2,
  mostArea: 0.05,
  leastSigma: 0.8,
} as const

/** The length of an even line by its standard deviation: about the square root of 12. */
export const LENGTH_BY_DEVIATION = 3.5

/**
 * Skin that wrinkles are looked for in: how far around a place it is compared, a sigma in widths of the face; the bare
 * face that is none; the share of skin around below which hair is near, and from which on none is; and the skin in
 * which grooves begin to count, and do.
 */
export const WRINKLE_SKIN = {
  near: 0.03,
  bare: 0.02,
  hair: 0.72,
  clear: 0.93,
  grooves: { from: 0.5, to: 0.9 },
} as const

/**
 * The soft edge of wrinkles, a sigma in widths of the face, and the values of the blurred lines between which it lies;
 * and the sigma over which their depth is one.
 */
export const WRINKLE_COVER = { sigma: 0.009, from: 0.03, to: 0.42, depth: 0.02 } as const

/** A line's contrast to the skin beside it, over its ridge response at the sigma that fits its width best. */
export const WRINKLE_CONTRAST = 2.6

/**
 * Black hair and frames of glasses have less than this share of the chroma of the skin beside them; folds have more. In
 * pictures without colour the same share of the light tells lashes and hair.
 */
export const WRINKLE_CHROMA = 0.62

/**
 * A line above the tip of the nose and this long, in widths of the face, is the frame of glasses where its darkest
 * tenth has less than this share of the light (L* + 16) of the skin around it. On 37 photographs, of lines longer than
 * 0.15: two brown frames 0.28 to 0.55, strands of blond hair 0.55 and more, folds 0.68 and more. Shorter lines may be
 * as dark.
 */
export const FRAME_LINE = { length: 0.15, light: 0.6, darkest: 0.1 } as const

/** The ratio of chroma to light below which a picture has no colour to compare. */
export const LEAST_CHROMA = 0.06

/** Pixels. Lines whose sigma is above this are found at half the size. */
export const WRINKLE_HALVED = 3.2

// skin-masks.ts

/** How far the upper edge of the face mesh lies below the hairline, in widths of the face. */
export const BROW_TO_HAIR = 0.16

/**
 * Region pixels. Masks of a wider face are found at half its size, since their edges are soft: the mask `clear`, and
 * the others, whose edges are softer still.
 */
export const SKIN_MASK_FINE = 420

/** The width of a face, in pixels, above which the softer masks are found at half its size. */
export const SKIN_MASK_COARSE = 200

/** The weight of a difference in a* towards red: flushed skin is skin. */
export const REDNESS_WEIGHT = 0.5

/**
 * The outline of a face: heights above the root of the nose, in widths of the face, between which the mesh is raised
 * to the hairline; its soft edge, a sigma in widths of the face, and the values of the blurred face where it lies.
 */
export const FACE_OUTLINE = {
  liftFrom: 0.15,
  liftTo: 0.45,
  sigma: 0.025,
  from: 0.45,
  to: 0.95,
} as const

/** The radius around landmarks in which skin is measured, in widths of the face. */
export const SKIN_SAMPLE_RADIUS = 0.05

/** How far a colour may be off the typical one, in L* and in hue, to tell the light around: surely, and at most. */
export const SKIN_LIKELY = { light: { from: 14, to: 26 }, hue: { from: 10, to: 18 } } as const

/**
 * What is like skin: sigmas over which colours are looked at, in widths of the face, for clear skin and for all, at
 * least so many pixels, and over which the light around is; how much skin around is trusted. `dark`: L* below what is
 * expected, which is more in the light, and how many times that is surely none. The least L* that the light on a colour
 * is compared with, the weight of a difference in b*, L* above what is expected that is a reflection whatever its hue,
 * and the difference of hue that is skin's and surely none. Below `connected` what lies between is no skin.
 */
export const SKIN_LIKE = {
  fine: 0.004,
  coarse: 0.022,
  leastSigma: 0.6,
  around: 0.12,
  trusted: 8,
  dark: { least: 7, byLight: 0.1, ends: 1.8 },
  leastLight: 12,
  yellow: 0.8,
  glare: { from: 4, to: 16 },
  hue: { from: 15, to: 24 },
  connected: 0.1,
} as const

// retouch/smooth-skin.ts

/**
 * Bands of lightness: sigmas that part them (widths of the face), the share of each that is taken at full strength,
 * and the L* by which a detail is too strong to be unevenness.
 */
export const SMOOTHED_LIGHT = {
  blurs: [0.0045, 0.012, 0.035],
  shares: [0.8, 0.75],
  shape: 6,
} as const

/** The same of a* and b*. */
export const SMOOTHED_HUE = { blurs: [0.006, 0.025, 0.09], shares: [0.85, 0.7], shape: 9 } as const

/** The least sigma of a blur, in pixels. */
export const SMOOTHED_LEAST_SIGMA = 0.6

/** A share of a change, or a value of a mask of skin, below this shows in no level of 255. */
export const RETOUCH_LEAST = 0.004

// retouch/soften-wrinkles.ts

/** The share of a line that is removed at full intensity, and the L* by which a deep fold is lightened at most. */
export const SOFTEN_SHARE = 0.85

/** The L* by which a deep fold is lightened at most. */
export const SOFTEN_LIFT = 15

/**
 * What is left of a deep fold is blurred by this sigma, in widths of the face: a shallow fold is wide, not a thin dark
 * line.
 */
export const SOFTEN_REST = 0.012

/**
 * Sigmas in widths of the face: what is coarser than the first is the face's shape; over the second, lines are
 * straight.
 */
export const SOFTEN_FORM = 0.026

/** The sigma over which lines are straight, in widths of the face. */
export const SOFTEN_STRAIGHT = 0.014

/**
 * Detail that is not common to a line is kept as grain up to this many times the skin's usual grain, which is at least
 * so much, and what differs from a blur (a sigma in widths of the face, at least so many pixels).
 */
export const SOFTEN_GRAIN = { times: 4, least: 0.1, sigma: 0.004, leastSigma: 0.8 } as const

/**
 * Sigmas over which lines are looked at and their direction is one, in widths of the face, and the least one in pixels
 * over which a line is straight.
 */
export const SOFTEN_FLOW = { fine: 0.004, sigma: 0.01, leastStraight: 1.5 } as const

/** What of a line does not count to the skin beside it. */
export const SOFTEN_BESIDE = 0.7

// retouch/under-eyes.ts

/** How far below the second row a shadow or bag may reach, in widths of the face. */
export const UNDER_EYES_BELOW = 0.035

/** How far around the eyes the filters read skin, in widths of the face. */
export const UNDER_EYES_AROUND = 0.21

/** How far from what covers a face its edge is seen in skin, a sigma in widths of the face. */
export const UNDER_EYES_RIM = 0.007

/** The soft edge of the mask, a sigma in widths of the face, and how many times the blurred mask counts. */
export const UNDER_EYES_EDGE = { sigma: 0.014, times: 1.25 } as const

/**
 * What covers a face: L* below the typical one, over a sigma in widths of the face, at least so many and a share of the
 * typical one more, and how many times that it surely is; and the values of the blurred covers between which skin ends.
 */
export const UNDER_EYES_COVERS = {
  sigma: 0.004,
  least: 10,
  byLight: 0.3,
  ends: 1.4,
  from: 0.02,
  to: 0.4,
} as const

// retouch/flatten-eye-bags.ts

/** The share of a bag's relief that is removed at full intensity. */
export const EYE_BAG_SHARE = 0.85

/** L* that is removed at most. No bag is deeper; what is deeper belongs to the eye. */
export const EYE_BAG_RELIEF = 14

/** Bound of the gain of colour with light: at the lashes the proportion does not hold. */
export const EYE_BAG_CHROMA = 1.15

/** Sigmas of even skin and of a bag's relief, in widths of the face, the second at least so many pixels. */
export const EYE_BAG_SIGMA = { even: 0.06, relief: 0.005, least: 0.5 } as const

// retouch/lighten-dark-circles.ts

/** The share of the difference to the skin around that is removed at full intensity. */
export const DARK_CIRCLE_SHARE = 0.88

/** The difference to the skin around, in L* or in b*, at which a pixel belongs fully to a circle. */
export const DARK_CIRCLE_CONTRAST = 4

/**
 * Skin counts as a reference less and less the more its a* and b* differ from the typical ones; sigma in CIELAB units.
 */
export const DARK_CIRCLE_COLOUR = 5

/** Sigmas of the skin around a circle and of its own colour, in widths of the face. */
export const DARK_CIRCLE_SIGMA = { around: 0.05, own: 0.01 } as const

/** What skin of any colour counts as a reference where there is no other. */
export const DARK_CIRCLE_SOME = 0.01

// retouch/anatomical-masks.ts

/** The radius of the shadow at a corner of the mouth, in widths of the face. */
export const CORNER_SHADOW = 0.035

/** The soft edges of creases and shadows, sigmas in widths of the face, and how many times they count. */
export const ANATOMY_EDGE = {
  creases: { sigma: 0.008, gain: 2 },
  shadows: { sigma: 0.012, gain: 4 },
} as const

// warp/ear-visibility.ts

/** Where an ear is searched: how far outside the outline, as shares of the distance from the midline. */
export const EAR_DISTANCES = [1.05, 1.1, 1.15] as const

/**
 * What still counts as skin: the difference from the cheek's colour (levels 0-255, after brightness is equalised) that
 * surely does and that surely does not, and the ratio of brightness.
 */
export const EAR_HUE = { same: 14, other: 30 } as const

/** The brightness of an ear by that of the cheek, between which it is skin. */
export const EAR_BRIGHTNESS = { least: 0.42, most: 1.7 } as const

/** The mean likeness of an ear's places to the cheek from which on it begins to show, and surely does. */
export const EAR_SHOWN = { from: 0.15, to: 0.5 } as const

// crease-mask.ts

/** How far lines of the forehead may lie above the mesh, in widths of the face. */
export const CREASE_FOREHEAD = 0.16

/** Half the width of a fold, and the feather of its edge (a sigma), in widths of the face. */
export const CREASE_HALF_WIDTH = 0.06

/** The feather of a fold’s edge, a sigma in widths of the face. */
export const CREASE_EDGE = 0.025

// is-too-dark.ts

/** Luma of the skin, 0–1, at which the light is sufficient whatever the skin type. */
export const MIN_SKIN_LUMA = 0.27

/** Luminance, 0–1, that the white of an eye has at least where very dark skin is well lit. */
export const MIN_SCLERA_LIGHT = 0.12

/** Luma of the skin, 0–1, below which no detail is visible. */
export const MIN_VISIBLE_LUMA = 0.05

// warp/motion-mask.ts

/** Distances from another face's outline at which its pin ends, in units of that face. */
export const OTHER_FACE_FALLOFF = { pinned: 0.08, free: 0.45 } as const

/** Distance from the picture's border at which its pin ends, in units of the face that is changed. */
export const BORDER_FALLOFF = 0.3

// warp/outline.ts

/** How far outside the outline the ears reach, face units, and where along it they are. */
export const EARS = { width: 0.24, from: 0.3, to: 0.42, until: 0.52, end: 0.64 } as const

/** How much further an arc between two directions of a table reaches than its ends, face units. */
export const ARC_MARGIN = 0.001

// sclera.ts

/** Pixels within this many radii of the iris are left out: its dark rim blurs into the white. */
export const IRIS_MARGIN = 1.15

/** Quantiles of the pixels by luminance: below lie lashes, shadow and veins, above lie reflections. */
export const SCLERA_QUANTILES = { from: 0.5, to: 0.92 } as const

// warp/warp-face.ts

/** How far from the outline of a face a warp may reach, in distances of the eyes. */
export const WARP_MARGIN = 0.7

/** Pixels; a field whose longest displacement is shorter changes nothing. */
export const MIN_DISPLACEMENT = 0.05

// warp/invert-field.ts

/** Bounds the iteration; the damping lets it converge where the field is steep. */
export const INVERT_ITERATIONS = 12

/** The share of a correction that one iteration makes: the whole does not converge where the field is steep. */
export const INVERT_DAMPING = 0.8

/** A correction below this, in pixels along each axis, ends the iteration: a warp samples at 1/512 of a pixel. */
export const INVERT_CONVERGED = 0.001

// features-mask.ts

/** How far the mask of a feature grows beyond its outline, in widths of the face, at least so many pixels. */
export const FEATURE_GROWS = { eyes: 0.014, brows: 0.016, lips: 0.012, nostrils: 0.018 } as const
export const FEATURE_LEAST_SIGMA = 0.7

/** What a blurred feature is multiplied by: one hardly larger than the blur needs more than the usual. */
export const FEATURE_GAIN = { usual: 6, nostrils: 9 } as const

// face-region.ts

/** The least width of a face by its height: the mesh of a turned head is narrow. */
export const WIDTH_BY_HEIGHT = 0.7

/** The same where a face is the measure of what is worn on a head, hair and jewellery: narrower ones are turned. */
export const FACE_ASPECT = 0.75

/** Space around a face that holds its skin with soft edges, and little hair, in widths of the face. */
export const SKIN_MARGIN = { around: 0.05, above: 0.16 } as const

/** Space around a face that holds the forehead above the mesh, and soft edges, in widths of the face. */
export const WHOLE_FACE_MARGIN = { around: 0.12, above: 0.3 } as const

// warp/normalised-face.ts

/** The least lengths that are taken of a face whose landmarks coincide, in distances between its eyes. */
export const LEAST_FACE = { height: 0.1, halfEye: 0.05, halfOpening: 0.01, brow: 0.12 } as const

// what effects require of a face

/** The least share of the face inside the picture. A whole face may seem cut: its box is of estimated landmarks. */
export const MIN_INSIDE = 0.985

// eye-edge-width.ts

/**
 * The greatest width of a face in region pixels where only its sharpness is asked for: of 91 photographed faces the
 * sharp ones measure 0.001 more than at 700, the blurred ones up to 0.003.
 */
export const EYE_EDGE_FACE_WIDTH = 256

/** The sigma at which gradients are measured: a share of the face's width, and a minimum in region pixels. */
export const EYE_EDGE_SIGMA = { share: 0.004, pixels: 0.6 } as const

/** Room around eyes and brows, in widths of the face. */
export const EYE_EDGE_MARGIN = 0.03

/** The share of pixels there that counts as edges: lashes, irises, brows. */
export const STEEPEST_SHARE = 0.06

/**
 * The least ratio of two edges' steepness, which is 1 of ones that are endlessly wide, and the narrowest edge, pixels.
 */
export const EYE_EDGE = { ratio: 1.0001, width: 0.33 } as const
