/**
 * What was tuned of the skin type analyser: each value with its unit, what it decides and how it was found, under the
 * file it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact
 * sheet. The file is as long as the list is.
 */

// correct-white-balance.ts

/**
 * The white of the eyes is no measure of the light where it has fewer `pixels`, where its strongest channel is more
 * than `cast` times its weakest, or where its luminance is less than this `share` of the skin's: then the brow shades
 * it.
 */
export const WHITE_BALANCE_TRUSTED = { pixels: 30, cast: 2.2, share: 0.75 } as const

/** The exponent of the correction (1 corrects the cast of the sclera fully), and the greatest gain of a channel. */
export const WHITE_BALANCE_BELIEF = 0.7
export const MAX_GAIN = 1.3

/** The least ratio of b* to a* of skin of any type in neutral light; less is due to the colour of the light. */
export const MIN_YELLOW_RATIO = 0.6

// estimate-exposure.ts

/** The luminance, 0–1, that the white of an eye has at least and at most where the exposure shows skin as it is. */
export const EXPOSURE_EXPOSED = { least: 0.28, most: 0.7 } as const

/** Sclera of this luminance or more may be clipped, so it may have been brighter. */
export const CLIPPED_WHITE = { from: 0.95, hint: { stops: -0.9, error: 0.4 } } as const

/**
 * How melanin changes the light that skin reflects. Its absorption falls with the wavelength to the power of 3.33
 * (Jacques, "Optical properties of biological tissues: a review", Phys. Med. Biol. 58, 2013), so from 610 nm to 545 nm
 * it grows by a factor of 1.455: while ln(R/G) grows by 0.455, ln Y falls by about 1.3. The ratio of red to green does
 * not depend on the exposure, so it tells how light skin of that colour should be. `ratio` and `light` are a point on
 * that line, of pale skin in portraits. In very dark skin the unfiltered reflection of the surface outweighs the green
 * that is left, and the ratio hardly grows any further: from `dark.ratio` on the slope is steeper.
 */
export const EXPOSURE_MELANIN = {
  slope: -2.8,
  ratio: 0.4,
  light: 0.6,
  dark: { ratio: 0.82, slope: -11 },
} as const

/** Stops. Blood and the colour of the light change the ratio of red to green too. */
export const MELANIN_ERROR = 0.6

/** Skin further off the line than this, in stops, or with a greater ln(R/G), is lit in colour and gives no hint. */
export const EXPOSURE_COLOURED = { stops: 2, ratio: 1 } as const

/** A channel at this level or more, linear 0–1, may be clipped and is not measured. */
export const CLIPPED_LEVEL = 0.97

/** The strongest correction, stops: the hints are no better. */
export const MAX_STOPS = 1

/**
 * How uncertain an exposure is, in stops, that bounds of a plausible light tell: of a picture that is too bright, and
 * of one that is too dark.
 */
export const EXPOSURE_ERROR = { bright: 0.4, dark: 0.6 } as const

/** A published photograph shows a face as somebody wanted it: mostly within a stop. */
export const AS_DELIVERED = { stops: 0, error: 0.7 } as const

// measure-colour-spread.ts, measure-skin-colour.ts

/** Bound of the face's width in region pixels: colour needs no detail. */
export const COLOUR_MAX_WIDTH = 210

// measure-colour-spread.ts

/** A sigma in widths of the face. It takes away noise, and the edges at which a JPEG has chroma at half the size. */
export const COLOUR_SPREAD_SIGMA = 0.012

/** L* of the pixels that count: in deep shadow and near white eight bits say little about the colour. */
export const COLOUR_SPREAD_LIGHTNESS = { from: 12, to: 97 } as const

/** Pixels whose L* differs by less than this are compared; fewer than `least` of them are left out. */
export const COLOUR_SPREAD_STEP = { lightness: 3, least: 12 } as const

/** The quantile that is given: lips, eyes, hair and clothes are a tenth of the region and more. */
export const COLOUR_SPREAD_QUANTILE = 0.9

// measure-skin-colour.ts

/** Quantiles of a patch's pixels by lightness: below lie pores and shadow, above lies shine. */
export const KEPT_QUANTILES = { from: 0.15, to: 0.6 } as const

/**
 * The share of a patch's pixels that is used: those with the most colour for their light. A specular reflection adds
 * light without the skin's colour (Shafer, "Using color to separate reflection components", 1985), so the others shine.
 */
export const MATTE_SHARE = 0.6

/** The least area of usable skin, as a share of the square of the face's width. */
export const MIN_AREA = 0.012

/** From this share on a pixel of a patch is clear skin, 0–1, and the pixels that a patch needs. */
export const CLEAR_SKIN = { share: 0.7, pixels: 20 } as const

// require-colour.ts

/**
 * A picture is grey or toned where the colours of equally light pixels lie less apart than this: CIELAB units, and as a
 * share of the chroma, because a JPEG of low quality spreads a strong tone more. Toned pictures measure up to 1.1 (up
 * to 2 and 0.07 after a JPEG of quality 75); pictures with colours 8 and more, a quarter of it at a quarter of their
 * saturation, and 0.1 and more under a lamp.
 */
export const MIN_SPREAD = { units: 1.6, share: 0.08 } as const

/** CIELAB chroma. The palest and the darkest skin have about 10; below this its typology angle would mean nothing. */
export const MIN_CHROMA = 3

/** The least b* that skin has in light it can be read in. */
export const MIN_YELLOW = -3

// require-readable.ts

/** The greatest width and height of a face, as a share of the picture's: a larger one is taken for cut off. */
export const MAX_SIZE = 0.98

/**
 * Degrees from frontal: 10 by the service's specification. Pitch has 5 more, since from a single picture it is known
 * only to about 5 degrees: it depends on the shape of the face.
 */
export const MAX_ANGLE = { yaw: 10, roll: 10, pitch: 15 } as const
