/**
 * What was tuned of face swap: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// align-closed-lips.ts

/** Up to this share of its width a mouth counts as closed. */
export const MAX_CLOSED_OPENNESS = 0.04

/** The gap left between closed lips, in heights of both: triangles between equal landmarks would be degenerate. */
export const LIP_GAP = 0.002

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

/** A blur of a smaller sigma, in pixels, changes nothing that is seen. */
export const DONOR_BLUR = 0.2

// face-mesh.ts

/** How far behind the temples the cylinder's axis lies, in widths of the face. */
export const AXIS_DEPTH = 0.2

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

// harmonise.ts

/** Less skin than this in a pixel of the mask, 0–1, tells nothing of the light. */
export const LIT_SKIN = 0.1

/** How far hairs of brows lie outside their landmarks: a sigma in widths of the face, and what multiplies the blur. */
export const SHADING_BROWS = { soft: 0.03, gain: 5 } as const

/** How much bare skin counts that is not clear, and that is hidden, so that there is some everywhere. */
export const UNCLEAR_SKIN = { bare: 0.3, hidden: 1e-5 } as const

// illumination.ts

/**
 * Shading and colour coarser than this sigma, in widths of the face, come from the target: the light with its shadows,
 * and the flush of cheeks and nose. Finer are features, folds and pores.
 */
export const LIGHT_SIGMA = 0.06

/** Between this sigma and the light's lies the relief of a face in its light. */
export const RELIEF_SIGMA = 0.025

/** Lips are coloured by lips: their colour is blurred by this sigma within them, in widths of the face. */
export const LIP_SIGMA = 0.04

/** How far patches of skin, blurred by a sigma in widths of the face, may differ from the light, CIELAB units. */
export const PATCHES_IN_LIGHT = { sigma: RELIEF_SIGMA, most: { l: 5, a: 2.5, b: 3 } } as const

/**
 * How far they may differ from the target's own skin without its features. Without the limit the sides of a nose are
 * dark or light stripes, and its tip is of another hue: shown by 12 of 58 pairs of photographs. At 0.02 stripes stay.
 */
export const PATCHES_ON_SKIN = { sigma: 0.012, most: { l: 4, a: 2, b: 2 } } as const

/**
 * How soft the edges of openings and of lips are, sigmas in widths of the face, and the least share that counts, 0–1.
 */
export const OPENINGS_SOFT = 0.006
export const LIPS_SOFT = { sigma: 0.012, least: 0.01 } as const

// is-stubbled.ts

/**
 * A chin is stubbled whose pattern (as of a beard) is from `texture` on, and whose L* + 16 is below this share of the
 * cheeks'. Men's stubble measures 0.025 to 0.038 and 0.81 to 0.88; women's chins of 200 pixels and more up to 0.018,
 * smaller and noisy ones up to 0.028, but 0.92 and more.
 */
export const STUBBLED = {
  texture: 0.022,
  light: 0.9,
  cheeks: [
    [50, 101, 205],
    [280, 330, 425],
  ],
} as const

// limit-shading.ts

/**
 * How many units of L* the skin may be darker and lighter than its light beyond what the target's is within `near`,
 * both after a blur by `sigma` (widths of the face); and from how many units on what goes takes its colour along.
 */
export const SHADING_LIMITS = {
  sigma: 0.008,
  near: 0.02,
  darker: 3,
  lighter: 3,
  colour: 6,
} as const

// limit-unlike.ts

/**
 * How near the donor is kept to the target. Patches are coarser than `coarse`, lines than `fine`, sigmas in widths of
 * the face; the rest is pores. Each may differ from the target's own by so many units of CIELAB. `opening` is how soft
 * the edge of the mouth's inside is, a sigma alike.
 */
export const UNLIKE = {
  opening: 0.006,
  coarse: 0.02,
  fine: 0.006,
  most: {
    l: { patch: 0.5, line: 0.3, pore: 0.3 },
    a: { patch: 0.3, line: 0.2, pore: 0.2 },
    b: { patch: 0.3, line: 0.2, pore: 0.2 },
  },
} as const

// lips-to-keep.ts

/**
 * Lips are painted whose colour lies this far from the skin's, units of a* and b*, and by so much more than the
 * other's. Lipstick measures 42 to 45, lips of their own colour 6 to 28.
 */
export const PAINTED_LIPS = { least: 34, more: 12 } as const

// match-grain.ts

/** Region pixels. Grain that is too strong is attenuated by a Gaussian of this sigma. */
export const GRAIN_SIGMA = 1

/** The strongest grain that is added, a standard deviation in L*. */
export const MAX_ADDED_SIGMA = 4

/** The donor's grain may be this many times the target's, and at least a share of it stays. */
export const MAX_RATIO = 1.15
export const MIN_KEPT_SHARE = 0.3

/** Less missing grain than this, a variance in squared levels, is not added. */
export const MISSING_GRAIN = 0.01

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

// recolour-irises.ts, match-teeth.ts

/** Less of a blurred feature in a pixel than this, 0–1, is none of it. */
export const SOFT_LEAST = 0.01

// match-sharpness.ts

/** How much more energy in its fine detail the donor may have than the target. */
export const MAX_ENERGY_RATIO = 1.4

/**
 * Fine detail is compared in octaves that end at these sigmas (region pixels), coarse detail from a share of the face's
 * width.
 */
export const FINE_SIGMAS = [1, 2] as const
export const SHARPNESS_COARSE_SIGMA = 0.03

/** The strongest blur, a sigma in widths of the face, and how often its range is halved. */
export const MAX_SIGMA = 0.03
export const SHARPNESS_BISECTIONS = 4

/** Upscaling loses detail finer than this sigma, in pixels of the smaller picture. */
export const LOST_SIGMA = 0.75

/** Region pixels; a loss below this sigma is not visible. */
export const MIN_SIGMA = 0.6

/** The most that the remaining detail is amplified by, and its overshoot in L*. */
export const MAX_GAIN = { times: 1.6, past: 9 } as const

/** How much less of it skin gets, whose finest detail is the compression and noise of the smaller picture. */
export const SKIN_REDUCTION = 0.6

// match-teeth.ts

/**
 * The part of an open mouth that is measured, as a share of its size (`inset`): lips blur into the rest; from which
 * share of that on a pixel lies `inside`; how much of the difference is taken over (`share`), and how soft the edges
 * are, a blur's sigma in widths of the face.
 */
export const TEETH = { inset: 0.85, inside: 0.9, share: 0.55, soft: 0.008 } as const

/** The percentiles of lightness that are white: below them lie tongue and gaps, above them reflections. */
export const LIGHTNESS_PERCENTILES = { from: 0.5, to: 0.92 } as const

/** With fewer pixels, or a lightness below this share of the skin's, the target's white is not known. */
export const MIN_EVIDENCE = { pixels: 10, light: 0.5 } as const

/** How far a white may become darker or lighter (a ratio), and be tinted (CIELAB units). */
export const LIGHTNESS_RATIO = { least: 0.72, most: 1.3 } as const
export const TINT_RANGE = { least: -22, most: 22 } as const

/** The share of a white's tint that gaps between teeth take on, as far as they reflect light. */
export const DARK_SHARE = 0.25

/** From this share of the white's light on a pixel is white, and wholly. */
export const WHITENESS = { from: 0.4, whole: 0.85 } as const

// occlusion.ts

/** A face whose skin between lower lip and chin is less than this share has a beard. */
export const OCCLUSION_BEARD = {
  ring: [84, 17, 314, 406, 369, 175, 140, 182],
  skin: 0.5,
  texture: 0.0395,
} as const

/** The same between nose and upper lip for a moustache: measured 0 to 0.3 with one, 0.45 and more without. */
export const OCCLUSION_MOUSTACHE = {
  ring: [165, 167, 164, 393, 391, 269, 267, 0, 37, 39],
  skin: 0.37,
  texture: 0.05,
} as const

/**
 * Short and fair hair lets skin through: it shows by its pattern between these sigmas (widths of the face, at least so
 * many pixels), whose root mean square is that share of the skin's L* + 16. Of 12 chins with beards that are not
 * dark 0.040 to 0.072, of 32 shaven ones 0.005 to 0.032 and of stubble up to 0.038; of upper lips with a moustache
 * 0.052 to 0.1, of others up to 0.047.
 */
export const FACIAL_HAIR_SIGMAS = { fine: 0.003, leastFine: 0.6, coarse: 0.012 } as const

/**
 * Grey hair may be as light as skin, and black hair as dark as black skin, but both have less colour: a beard's
 * saturation is below this share of the face's (0.25 to 0.6 of grey and white beards, 0.8 and more of shaven faces).
 * A face below the least saturation is grey as a whole and tells nothing.
 */
export const OCCLUSION_COLOURLESS = { share: 0.67, least: 0.06 } as const

/** Where a fringe over a brow is searched: above the brow's hairs, within a sigma around, in widths of the face. */
export const FRINGE_SEARCH = { above: 0.045, around: 0.02 } as const

/**
 * The outline of a face: how softly it is drawn, sigma in widths of the face, and between which shares it lies, 0–1.
 */
export const OCCLUSION_OUTLINE = { soft: 0.02, from: 0.05, to: 0.9 } as const

/** The least share of what is no skin that connects it to the outline, 0–1. */
export const OCCLUSION_CONNECTED = 0.3

/** Where a beard begins below the nose, and a fringe above the brows, in widths of the face. */
export const OCCLUSION_BELOW = [-0.05, 0.03] as const
export const OCCLUSION_ABOVE = [0.025, 0.08] as const

/** Less bare skin in a pixel than this, 0–1, is none. */
export const OCCLUSION_BARE = 0.02

/** A fringe hides what it is beside: from this share near it on, 0–1, and the shares between which it does. */
export const FRINGE_BESIDE = { near: 0.05, from: 0.35, whole: 0.75 } as const

// openings.ts

/** By how much the openness of two mouths may differ, in widths of the mouth, for one's teeth to fit the other. */
export const MAX_MOUTH_DIFFERENCE = 0.07

/** A mouth open by less, in its own widths, is closed; then the other may be open by so much more at most. */
export const CLOSED_MOUTH = 0.01
export const MAX_PARTED_LIPS = 0.03

/** An eye whose height is below this share of its width is closed. */
export const CLOSED_EYE = 0.1

/** Lids keep their shape where they are this many times as far open as the donor's. */
export const STRETCHED_EYE = 1.7

// relight.ts

/** Units of a* or b* by which what is inside eyes and mouth may take on the hue opposite to its own. */
export const MOST_OPPOSITE = 3

/** How far detail of brows, lips and lashes may be amplified or damped with the light it lies in. */
export const GAIN_RANGE = { least: 0.4, most: 1.4 } as const

/**
 * From the second to the first of these shares of the skin's light a pixel counts more and more as dark by itself, not
 * by its light. Such pixels become at most so many times lighter.
 */
export const DARK_FEATURE_RANGE = [0.5, 0.78] as const
export const MAX_DARK_GAIN = 1.25

/** How far relief and texture of the skin may be amplified or damped to be as strong as the target's. */
export const SKIN_GAIN_RANGE = { least: 0.45, most: 1.1 } as const

/**
 * How much more or less colour for its light than the skin around it a pixel may have, as a factor, and by how much its
 * hue may differ (as a share of the colour): brows and lashes are less coloured, freckles and lids more.
 */
export const COLOUR_RANGE = { least: 0.65, most: 1.35, turned: 0.3 } as const

/** Skin with less colour than this, as a share of L* + 16, has no hue that a pixel's could be compared with. */
export const RELIGHT_COLOURLESS = 0.04

/** The share of the difference between the two lights that what is inside eyes and mouth takes on if as light. */
export const INNER_SHARE = 0.4

/**
 * Two skins in one light differ by at most this much in their colour, as a share of L* + 16. What is more is the tint
 * of the lights, and irises and gaps between teeth take it on whole: dark eyes in lamplight would be red in daylight.
 */
export const MAX_SKIN_DIFFERENCE = 0.12

/** What a light is divided by at least, as a share of the whole, and a difference of hue. */
export const LEAST_LIGHT = 0.1
export const LEAST_TINT = 0.001

// require-alike-shading.ts

/**
 * On which share of the nose, and of what is `around` it (a sigma in widths of the face), the shading may be changed by
 * more than `much` units of L*. Of 41 pairs of photographs the two worst measure 0.025 and 0.029, most of the good ones
 * 0.009 at most and one 0.038.
 */
export const ALIKE_SHADING = { share: 0.021, much: 5, around: 0.015 } as const

// require-even-light.ts

/** Colours are measured after a blur of this sigma, in widths of the face, which removes spots and flushes. */
export const PATCH_SIGMA = 0.04

/**
 * How far the skin's colour may spread: in CIELAB's a* and b*, and as a share of its chroma. Faces in one light measure
 * 0.1 to 0.3, in lamps of two colours 0.45 to 0.7; in very warm light a shadow spreads the colours too.
 */
export const MAX_SPREAD = { units: 8, share: 0.42 } as const

/**
 * Shadows lie between these sigmas, in widths of the face. Their root mean square, as a share of the skin's L* + 16, is
 * 0.04 to 0.09 on faces in usual light, and more where hard light or strands of hair draw a pattern.
 */
export const EVEN_LIGHT_SHADOW = { fine: 0.012, coarse: 0.08, most: 0.095 } as const

/**
 * The L* + 16 of one side of the nose as a share of the other's: a donor lit from the front measures 0.8 and more. One
 * below `plain` is allowed on a target that is lit from the same side, as far as their ratio is above `unlike`. The
 * logarithms of both ratios may be `apart`: a nose half of which is black measures 0.76 to 0.9, others up to 0.53.
 */
export const NOSE_LIGHT = { plain: 0.78, unlike: 0.76, apart: 0.5 } as const

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

// require-skin-colour.ts

/** The least a* and b* of skin. Of 70 photographed faces none is below 4 and 1 but those without colours, at -2. */
export const SKIN_COLOUR = { leastA: -8, leastB: -12 } as const

// require-seen-eyes.ts

/**
 * Which quantile of L* in the openings of a target's eyes is dark, and the most that it may be of the face's median. Of
 * 91 photographed faces two have 0.69 and 0.70, behind lenses that reflect; of the others that a swap takes none has
 * more than 0.48.
 */
export const SEEN_EYES = { quantile: 0.2, most: 0.64 } as const

// require-sharp.ts

/**
 * The donor's edges may be this many times as wide as the target's. Edges up to `from`, in widths of the face, are
 * sharp enough for any target: they measure 0.002 to 0.007 in sharp portraits, 0.01 to 0.03 in blurred ones. A target's
 * may be as wide as `target`: at 0.013 the result is good, at 0.02 lids and irises lie apart.
 */
export const MAX_BLUR = { times: 1.8, from: 0.008, target: 0.0175 } as const

// require-swappable.ts

/** Degrees from a frontal view. Beyond them half of the face is not seen, and stretching the other half smears it. */
export const MAX_ANGLE = { yaw: 35, pitch: 30 } as const

/** Degrees by which the two faces may look into different directions: seen from below a nose shows another side. */
export const MAX_POSE_DIFFERENCE = { yaw: 18, pitch: 15 } as const

/** Degrees of yaw by which the donor may be turned further than the target: its picture does not show the far cheek. */
export const MAX_EXTRA_YAW = 15

/** Pixels of width below which a face shows no features. */
export const MIN_FACE_WIDTH = 24

/**
 * How many times as large as the donor the target may be: enlarged further the donor is a blur. A donor of fewer pixels
 * than `from` shows too little of its eyes to be enlarged by more than the second factor.
 */
export const MAX_ENLARGEMENT = { times: 2, from: 95, ofSmall: 1.3 } as const

/** The share of a face's skin that has to be visible. */
export const MIN_VISIBLE_SHARE = { src: 0.4, ref: 0.5 } as const

/**
 * The share of the skin around either eye of the donor that may be hidden: two eyes of two people would not match. The
 * rings of landmarks run from the fold of the lid to below the eye.
 */
export const MAX_HIDDEN_EYE = 0.8

/** The share of a face that has to lie inside the picture; the donor has to be whole, up to errors of detection. */
export const MIN_INSIDE_SHARE = { src: 0.8, ref: 0.97 } as const

// restore-detail.ts

/**
 * Faces of fewer pixels of width than `upTo` get the detail back that displacing their features damps: wider ones lose
 * only what is finer than is seen. Of 12 photographs of 83 to 335 pixels 0.64 to 0.96 of the Laplacian's energy was
 * left. By how many `times` the loss of its amplitude the mask is stronger, as coarser detail gains less, and at most.
 */
export const RESAMPLING_LOSS = { upTo: 350, times: 1.15, most: 0.4 } as const

// shaded-skin.ts

/** Texture lies between these sigmas, in widths of the face; how strong it is is averaged over `around`. */
export const SHADED_SKIN_TEXTURE = { fine: 0.008, coarse: 0.035, around: 0.03 } as const

/** From which to which deviation the texture is that of hair, as a share of its own L* + 16. */
export const SHADED_SKIN_DEVIATION = { from: 0.03, to: 0.05 } as const

/**
 * How skin in a shadow compares with lit skin: its saturation and the turn of its hue as a factor and a share of the
 * colour, and the least share of its L* + 16. Light that was reflected by skin or hair is warmer.
 */
export const SHADED_SKIN = {
  saturation: { least: 0.5, most: 1.45 },
  turned: 0.35,
  light: { none: 0.3, full: 0.4 },
} as const

/** The least sigma of fine texture, pixels. */
export const SHADED_SKIN_FINE = 0.6

/** What the strength of a skin's colour is divided by at least. */
export const SHADED_SKIN_STRENGTH = 1e-4

/** Over how much of the same measures skin fades out: below and above its saturation, turned aside, and in height. */
export const SKIN_FADES = {
  grey: 0.1,
  vivid: 0.15,
  turned: 0.1,
  height: [-0.03, 0.02],
} as const

// swap-mask.ts

/** The feather of the mask's edge, a sigma in widths of the face. */
export const SWAP_MASK_EDGE_SIGMA = 0.045

/**
 * How large the mask's oval is below the eyes, as a share of the face's, and from how far below them on, in widths of
 * the face. At 1 strands of the donor's hair are seen on cheeks, and with 0.86 above the eyes too, brows are not taken.
 */
export const SWAP_MASK_INNER = { scale: 0.86, below: 0.12 } as const

/** The feather towards hair, a sigma in widths of the face. */
export const FRINGE_SIGMA = 0.018

/**
 * The feather of features that stay the target's (a sigma in widths of the face), and by how much they are grown: hairs
 * of a brow lie outside its landmarks.
 */
export const OPENING_FEATHER = { soft: 0.012, gain: 2.5 } as const
export const BROW_FEATHER = { soft: 0.018, gain: 3.5 } as const

/**
 * The shares, 0–1, between which hair near the face is left: beside it, over it; and between which the oval is whole.
 */
export const SWAP_MASK = { beside: [0.02, 0.12], over: [0.08, 0.45], oval: [0.5, 0.98] } as const

// swap-region.ts

/** Region pixels. Light, masks and seams of a wider face are found at half the size: they have no finer detail. */
export const MAX_COARSE_FACE_WIDTH = 350

/** Room around the landmarks, in widths of the face: for the skin around brows and the edge of the face. */
export const SWAP_REGION_MARGIN = { around: 0.05, above: 0.05 } as const

// teeth-to-keep.ts

/**
 * Over which sigma lightness within the lips is evened, in widths of the face; how much it varies from that at least
 * where teeth are told, units of L*; and which share of it the donor's must have. Where a mouth is transferred and
 * looks well, the donor's has 1.1 to 1.9 times as much; 0.24 is a strip without teeth. Lips that hardly part have 0.8.
 */
export const TEETH_DETAIL = { sigma: 0.02, least: 2, share: 0.5 } as const
