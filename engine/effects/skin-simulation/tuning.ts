/**
 * What was tuned of skin simulation: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// add-radiance.ts

/** L* that midtones gain at full intensity: with 5 a face is seen to be paler than its neck. */
export const RADIANCE_LIFT = 3.5

/** The share of a dull patch's lack of light that is restored at full intensity. */
export const RADIANCE_EVEN = 0.4

/**
 * Sigmas in widths of the face: of the lightness that is evened out, of the usual lightness around it, and of the edge
 * of what is lifted.
 */
export const RADIANCE_SIGMA = { patch: 0.035, wide: 0.2, edge: 0.05 } as const

// find-blemishes.ts

/** The radius of the largest blemish, and the sigma that finds the skin around it; both in widths of the face. */
export const MAX_RADIUS = 0.032
export const SURROUND_SIGMA = 0.03

/** The least contrast of a blemish to the skin around: in a* and in L*, and in standard deviations of uneven skin. */
export const BLEMISHES_CONTRAST = { red: 2.2, dark: 2.6, deviations: 2.6 } as const

/**
 * The L* of skin at which {@link BLEMISHES_CONTRAST} holds. On darker skin a stain of the same absorption has less
 * contrast.
 */
export const REFERENCE_LIGHTNESS = 72

/** The least gain of a* per loss of L* of a red blemish: more than that is blood, less is pigment. */
export const MIN_RED_RATIO = 0.6

/** The fine contrast around a blemish is at most this many times that of most of the skin; hair and beard have more. */
export const MAX_ROUGHNESS = 4

/**
 * Sigmas in widths of the face, but for `least`, which is in pixels: below which a blemish is no grain, of what is
 * finer than one, and over which roughness around it is averaged.
 */
export const BLEMISH_SIGMA = { near: 0.0035, fine: 0.003, least: 0.7, rough: 0.02 } as const

/** What is added to the grain that skin has, in L*: no skin is without any. */
export const USUAL_GRAIN = 0.15

/** The share of a blemish's contrast down to which its edge belongs to it. */
export const BLEMISH_EDGE = 0.4

/** The share of skin from which on a pixel may be of a blemish, 0–1, and the mean of it that a blemish has at least. */
export const BLEMISH_SKIN = { pixel: 0.35, mean: 0.8 } as const

/** A spot of which more than this share lies in a crease is none. */
export const IN_CREASE = 0.2

/**
 * A blemish is followed down to a share of its peak, and is at most `longest` times as long as wide: folds and hairs
 * are longer. One that runs into its neighbour or into a line is found by its core, at the second share. Creases of the
 * nose have such cores too, so there the second share is not used.
 */
export const BLEMISH_SHAPES = [
  { share: 0.35, longest: 2.6, onNose: true },
  { share: 0.65, longest: 1.7, onNose: false },
] as const

// find-texture-sources.ts

/** How far beyond its edge a blemish is healed, in widths of the face. */
export const TEXTURE_SOURCES_MARGIN = 0.014

/**
 * Where sources are looked for: at these distances, in radii of the blemish with its margin, in this many directions.
 */
export const TEXTURE_SOURCES_DISTANCES = [2.1, 2.8, 3.6] as const
export const TEXTURE_SOURCES_DIRECTIONS = 12

/** The least mean soundness, 0–1, of a source. */
export const MIN_SOUNDNESS = 0.93

// heal-blemishes.ts

/** Detail, L* or units of a* and b*, up to about this contrast is a blemish's grain and stays; more is its own edge. */
export const GRAIN_CONTRAST = 2.2

/** Detail of sound skin up to about this contrast is its texture; more is a line or a highlight and is not copied. */
export const TEXTURE_CONTRAST = 6

/**
 * Sigmas in widths of the face: of the edge of a healed spot, by which sound skin is continued over it, and below which
 * a blemish without a source of texture keeps its own.
 */
export const HEALED_SIGMA = { edge: 0.006, fill: 0.016, coarse: 0.0028 } as const

/** Between which shares of blurred blemishes skin is healed, 0–1, and between which it is no longer sound. */
export const HEALED_SPREAD = { from: 0.06, to: 0.4 } as const
export const SOUND_SPREAD = { from: 0.02, to: 0.2 } as const

// lightness-layer.ts

/** Pixels. What is finer than a blur of this sigma can be left out, so half the size shows the rest. */
export const MIN_SIGMA_TO_HALVE = 1.6

// reduce-redness.ts

/** a* above the face's typical value that is healthy colour and stays. */
export const REDNESS_HEALTHY = 1.2

/** The share of a difference between the sides of a face that is attributed to the light. */
export const REDNESS_SIDE = 0.7

/** The share of the excess that is removed at full intensity, L* gained per a* removed, and the bound of that gain. */
export const REDNESS_CALM = 0.78
export const REDNESS_DARKER = 0.3
export const REDNESS_LIFT = 6

/**
 * Skin counts as calm less and less the redder it is (sigma, a*); its hue is averaged over this sigma, in widths of the
 * face.
 */
export const REDNESS_FLUSHED = 2.5
export const REDNESS_AROUND = 0.12

/**
 * Sigmas in widths of the face: of the redness that is reduced, of the lightness it is seen in, and of the usual
 * redness of a side of the face.
 */
export const REDNESS_SIGMA = { near: 0.005, light: 0.02, side: 0.2 } as const

/** Bounds of how much more and less red skin is in light unlike the typical one, as shares of it. */
export const REDNESS_LIT = { least: 0.75, most: 1.12 } as const

// remove-shine.ts

/** The share of a shine that is removed at full intensity. */
export const MAX_SHARE = 0.8

/** L* above the skin around that is the face's shape and no shine. */
export const SHINE_MODELLING = 1.5

/**
 * L* that is removed at most: `least`, and `room` of the distance from the skin's L* to white. The core of a reflection
 * is dimmed and not painted over; on dark skin the same light stands out more.
 */
export const SHINE_DEEPEST = { least: 8, room: 0.35 } as const

/** The widest shine, in widths of the face; what is wider is the light on the face. */
export const MAX_SHINE_WIDTH = 0.2

/** Pixels. For a wider face the opening is done at half the size, which shows shines as well. */
export const MIN_FACE_TO_HALVE = 150

/**
 * How the matte tone around a pixel is averaged: the sigma in widths of the face, and how much lighter and darker skin
 * may be to count (sigmas, L*); the weight that all skin has.
 */
export const MATTE_TONE = { around: 0.055, lighter: 4, darker: 9, least: 0.002 } as const

/**
 * Sigmas in widths of the face, but for `least`, which is in pixels: of what is no grain, of glow, of the colour of
 * matte skin around it, of the edge of what is taken away, of the light around shine and under it, and of that light
 * once it was opened.
 */
export const SHINE_SIGMA = {
  near: 0.002,
  least: 0.4,
  glow: 0.01,
  colour: 0.06,
  amount: 0.003,
  around: 0.05,
  level: 0.012,
  opened: 0.03,
} as const

/** The shares of skin's colour that light has lost between which it is a shine, and what counts of other light. */
export const SHINE_WHITE = { from: 0.04, to: 0.3 } as const
export const SHINE_COLOURED = 0.05

/** Less L* than this is not taken away, and how much of its skin's hue a shine is given back. */
export const SHINE_LEAST = 0.01
export const SHINE_HUE = 0.7

// require-suitable-face.ts

/** Degrees from frontal, beyond which half of the skin is not visible. */
export const MAX_ANGLE = 35

// restore-texture.ts

/**
 * Bands of detail that make a face look like skin and not like paint: grain, pores and bumps. Each lies between two
 * blurs, whose sigmas are in widths of the face: that of the band before and its own. At least a share of the face's
 * own detail is kept: `always`, or `together` where all concerns are retouched at once.
 */
export const TEXTURE_BANDS = [
  { coarse: 0.0045, always: 0.8, together: 0.95 },
  { coarse: 0.014, always: 0.4, together: 0.75 },
  { coarse: 0.045, always: 0, together: 0.65 },
] as const

/** The sum of the concerns' intensities above which they are no longer single ones, and at which they count as all. */
export const ALL_CONCERNS = [2, 7] as const

/**
 * Detail is restored up to this many times the usual contrast around it; stronger detail is a pore, a line or a mark.
 */
export const MAX_TIMES_USUAL = 1.8

/** Sigmas in widths of the face: over which texture is measured, and how far a mark reaches beyond its core. */
export const RMS_SIGMA = 0.04
export const MARK_SIGMA = 0.007

/** The least sigma of a band of texture, in pixels: finer, there is nothing in a picture. */
export const LEAST_TEXTURE_SIGMA = 0.8

/** The least contrast of usual texture, and how much what is right around a pixel counts beside that of the face. */
export const LEAST_TEXTURE = 1e-3
export const LOCAL_TEXTURE = 0.6

/** How many times stronger than the bound detail is a mark, and between which shares of marks nearby it fades. */
export const MARK_CONTRAST = { from: 1.2, to: 2.5 } as const
export const BESIDE_MARKS = { from: 0.1, to: 0.4 } as const

// reduce-detail.ts

/**
 * Pores: the band of sigmas they lie in, in widths of the face, the shares of dark and light detail in it that are
 * taken away at full intensity, and the contrast in L* above which it is no texture and stays.
 */
export const PORES = { fine: 0.0008, coarse: 0.0065, dark: 0.75, light: 0.2, shape: 16 } as const

/** Bumps and hollows larger than pores, in the same units; without finer detail skin looks like wax. */
export const ROUGHNESS = {
  fine: 0.006,
  coarse: 0.016,
  dark: 0.62,
  light: 0.5,
  shape: 7,
} as const

/** Unevenness, coarser than roughness, in the same units. */
export const UNEVENNESS = {
  fine: ROUGHNESS.coarse,
  coarse: 0.035,
  dark: 0.55,
  light: 0.55,
  shape: 5,
} as const

/** The least sigma of the fine end of a band, in pixels. */
export const LEAST_DETAIL_SIGMA = 0.3
