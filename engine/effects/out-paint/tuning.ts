/**
 * What was tuned of out-painting: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// calm-base.ts

/**
 * How well colours are conducted along a side of the picture, where they are conducted away from it by 1: little, so
 * that light keeps its place.
 */
export const CALM_BASE_ALONG = 0.02

/** How deep into the picture the colours are measured that go far, as a share of its shorter side. */
export const CALM_BASE_DEPTH = 0.05

/** The variance of a patch at which the trend of the light counts half: in texture it may be chance. */
export const CALM_BASE_TRENDLESS = 90

/** The most that light changes, as a share. */
export const CALM_BASE_MAX_CHANGE = 0.06

/**
 * Over which distance what is fine dissolves into those colours, and the colours of what is guarded, as shares of the
 * same: long, a bright sleeve would glow.
 */
export const CALM_BASE_DISSOLVED = { fine: 0.13, guarded: 0.045 } as const

// compose-margin.ts

/** Distance beyond the picture from which the margin grows softer and at which it is softest, in shares of its side. */
export const MARGIN_SOFTENING = { from: 0.3, full: 1.3 } as const

/** Sigma of the softest blur as a share of the picture's shorter side. */
export const MARGIN_SOFTEST = 0.02

/**
 * Costs of matches from which they are poor, and useless, as multiples of `floor`, squared levels, and so much of the
 * texture's own variance.
 */
export const MARGIN_POOR = { from: 0.65, full: 1.5, floor: 90, texture: 0.2 } as const

/** How many times livelier than the surface nearby a patch may be, and is useless; levels that are nothing as above. */
export const MARGIN_LIVELIER = { from: 3, full: 6 } as const

/** Sigma over which the quality of matches is averaged, as a share of the picture's shorter side. */
export const QUALITY_SIGMA = 0.03

/** From which share of something guarded a pixel shows calm colour only. */
export const MARGIN_GUARDED = { from: 0.15, full: 0.5 } as const

/** How stationary a surface must be for patches to show at all, and entirely. */
export const MARGIN_STATIONARY = { none: 0.35, all: 0.75 } as const

/** What is coarser than this sigma, as a share of the picture's shorter side, has the colours of the base. */
export const COARSE_SIGMA = 0.07

/** The most that a colour is moved towards the base, in levels. */
export const MAX_CORRECTION = 36

/** What is finer than this sigma, in pixels of the level, is raised to the contrast it has in the picture, so much. */
export const FINE_SIGMA = 4
export const MAX_LIVELIER = 1.6

/** What is finer than this sigma, in pixels of the level, is copied from one place: means of several lose the grain. */
export const COPIED_SIGMA = 1.1

/** Where patches do not fit together, so much of their fine detail stays: it is the coarse that does not fit. */
export const FINE_KEPT = 0.8

/**
 * The variance of a patch, squared levels summed over the channels, up to which a surface is smooth, and from which it
 * is not. Studio walls of photographs have 0.1 to 6, concrete has 17 to 60.
 */
export const MARGIN_SMOOTH = { all: 6, none: 14 } as const

/** Below this share of patches a pixel counts as calmed. */
export const MARGIN_CALM = 0.4

/** From so much softness on it does too, where patches vary so much within themselves (squared levels). */
export const MARGIN_SOFTENED = { softness: 0.5, variance: 90 } as const

/** Over how many of its sigmas a correction tapers off outwards. */
export const MARGIN_TAPER = 1.5

/** How many times the softest sigma the blur has that soft surroundings are compared with. */
export const SOFTER_SIGMAS = 2.5

/** The share of detail that is taken back where surroundings are all soft. */
export const SOFT_DETAIL_LOST = 0.8

// cut-sides.ts

/** The level of a mask of people, 0–255, above which a pixel is somebody. */
export const CUT_LEVEL = 127

// extend-picture.ts

/** Room around what must not be copied, in pixels of the level that is filled. */
export const PICTURE_ROOM = 5

/** Half-life of the seam's correction and thickness of the blending, in pixels of the level that is filled. */
export const SEAM_HALF_LIFE = 12
export const PICTURE_BLENDED = 60

/** How stationary the side must be that a line is continued from. */
export const PICTURE_LINED = 0.5

// find-horizon.ts

/** The cosine of a level line's normal, at most: five degrees. */
export const HORIZON_LEVEL = 0.09

/**
 * Pixels of the level that an edge runs along a line without a gap at least, where waves and clouds have shorter ones,
 * and the cosine of the angle between both.
 */
export const HORIZON_RUN = { least: 8, aligned: 0.95 } as const

/** The share of the picture's columns in which a horizon is seen. Behind a ship the shore has 0.48. */
export const HORIZON_SEEN = 0.3

/**
 * How far from the picture's top and bottom a horizon lies, and from where to where what is beside it is compared:
 * shares of the height.
 */
export const HORIZON_SHARES = { least: 0.15, bar: 0.04, beside: 0.12 } as const

/** The share of what is seen of it that another level line has at most, and how near another may lie. */
export const HORIZON_ALONE = { seen: 0.6, beside: 0.08 } as const

/** Levels over three channels by which the means above and below differ. */
export const HORIZON_APART = 20

// find-text.ts

/** Sigma of the surroundings that strokes stand out from, as shares of the picture's longer side. */
export const TEXT_SURROUNDINGS = [0.008, 0.03] as const

/** Least difference from the surroundings, in levels of luma. */
export const MIN_CONTRAST = 22

/** Components of more pixels than this share of the picture are no letters. */
export const MAX_SHARE = 0.05

/** More than this share of a picture is no writing but a pattern, bricks for one, and may be continued. */
export const MAX_COVERED = 0.35

/** Room around a line of text, as a share of its height. */
export const TEXT_ROOM = 0.35

// group-letters.ts

/** Letters of one line: how different heights, stroke widths and luma (levels) may be, and gaps in heights. */
export const LETTERS_ALIKE = { height: 2.2, stroke: 1.9, luma: 30, gap: 1.1, shift: 0.45 } as const

/** Fewer letters in a row are not taken for writing. */
export const MIN_LETTERS = 3

/** How far the boxes of two letters of a line may overlap, as a gap in heights of the letter. */
export const LETTERS_OVERLAP = -0.3

// guard-things.ts

/** What is finer than the first sigma is texture, coarser than the second is light: shares of the shorter side. */
export const GUARD_THINGS_SIGMAS = { texture: 0.012, light: 0.05 } as const

/** How deep into the picture the surfaces at its sides are measured, as a share of the same. */
export const GUARD_THINGS_DEPTH = 0.18

/** The quantile of their contrast that is theirs, how often it may be exceeded, and squared levels that are nothing. */
export const GUARD_THINGS_CONTRAST = { quantile: 0.95, times: 1.5, least: 80 } as const

/** How stationary a side is whose surface is measured. */
export const GUARD_THINGS_SURFACE = 0.7

/** Room around a thing, as a share of the shorter side. */
export const GUARD_THINGS_ROOM = 0.02

// is-two-toned.ts

/** The share of the variance that two tones explain in writing on a plain ground; in textures it is less. */
export const MIN_EXPLAINED = 0.82

/** Least difference of the two tones, levels of luma. */
export const MIN_DIFFERENCE = 40

// letter.ts

/** What a letter measures, in pixels of the searched picture. */
export const LETTER_HEIGHT = { least: 7, most: 240 } as const

/** Bounds of width by height, and of the share of its box that a letter covers. */
export const LETTER_ASPECT = { least: 0.08, most: 3 } as const
export const LETTER_COVERED = { least: 0.12, most: 0.92 } as const

/** Most deviation of the stroke's width from its mean, and most width by height. */
export const LETTER_STROKE = { deviation: 0.5, most: 0.5 } as const

/** Most standard deviation of luma inside a letter, in levels: letters are of one colour, leaves are not. */
export const MAX_DEVIATION = 26

// margin-level.ts

/** Most pixels of the size that a margin is filled at. Finer detail is copied afterwards. */
export const MAX_PIXELS = 420_000

// match-margin.ts

/** A level with a shorter side is not halved again; so many halvings at most. */
export const MIN_HALVED_SIDE = 64
export const MAX_HALVINGS = 4

/** What a patch from beyond the horizon costs more, squared levels: more than any that merely fits badly. */
export const OVER_HORIZON = 200_000

/** Rounds of search and vote on the coarsest level and on the others, and sweeps of the search in each round. */
export const MARGIN_ROUNDS = { coarsest: 6, finer: 2 } as const
export const MARGIN_SWEEPS = { coarsest: 3, finer: 2 } as const

/** First search radius of a finer level around the matches of the coarser one, in its own pixels. */
export const REFINE_RADIUS = 12

/** Least confidence in a pixel of the margin: the base is known everywhere. */
export const LEAST_CONFIDENCE = 0.1

/** Confidence in the colours of the base, as what the patches should come to. */
export const BASE_CONFIDENCE = 0.35

/**
 * What a pixel of distance costs, squared levels: along a side, where light and perspective change what a surface looks
 * like, and away from it, where all there is lies inside.
 */
export const DISTANCE_COST = { along: 0.25, away: 0.015 } as const

/** Source pixels are counted in blocks of 8 x 8; one used more than so many times as often as all costs more. */
export const BLOCK_SHIFT = 3
export const MARGIN_USAGE = { free: 1.6, cost: 40, most: 240 } as const

// normal-trend.ts

/** How deep into the picture a trend is measured, as a share of its shorter side, and in pixels. */
export const NORMAL_TREND_DEPTH = { share: 0.15, least: 4, most: 80 } as const

/** Half the width of the window that a trend is averaged over, as a share of the side's length. */
export const NORMAL_TREND_WINDOW = 0.05

/** The share of the variance that a straight line explains, below which there is no trend and from which there is. */
export const NORMAL_TREND_EXPLAINED = { none: 0.5, all: 0.92 } as const

/** The most that a trend changes a colour, in levels. */
export const NORMAL_TREND_MAX_CHANGE = 22

/**
 * Variance of levels per sample that is added before what a trend explains is told: of nearly even pixels nothing is.
 */
export const TREND_DAMPING = 0.01

// paint-margin.ts

/** The most levels of fine detail that are added: stronger ones belong to edges that the level shows already. */
export const MAX_DETAIL = 48

/** A gain of detail below this share is not looked up. */
export const LEAST_GAIN = 0.02

// performer.ts

/** People are looked for in a copy of at most so many pixels on its longer side. */
export const SEARCHED_SIDE = 1024

// tell-margin.ts

/** From this share of the margin of any side on, the results say that colour was continued instead of the picture. */
export const NOTED_CALM = 0.08

/**
 * From this share of a side on along which the margin does not join the picture, the results say so. On photographs
 * 0.03 is usual, and a street that was copied beside itself has 0.17.
 */
export const NOTED_TORN = 0.08

/**
 * From this share of a side on along which it cuts somebody, the results say so. On photographs the crown of a cut head
 * takes 0.12 of the upper edge of a picture down to the knees.
 */
export const NOTED_CUT = 0.03

// side-stationarity.ts

/** What is measured behind each place of a side: half the width and the depth, as shares of the shorter side. */
export const STATIONARITY_WINDOW = { half: 0.05, depth: 0.18 } as const

/** What is finer than this sigma, as a share of the shorter side, is texture. */
export const TEXTURE_SIGMA = 0.012

/** Distance over which coarse colours are compared, as a share of the same. */
export const STATIONARITY_APART = 0.03

/** Squared levels, summed over the channels, by which they may differ in a surface, and from which on it is none. */
export const STATIONARITY_DIFFERENCE = { surface: 300, things: 800 } as const

/** Directions that an edge may have on its way to a side, as pixels along the side for each towards it. */
export const STATIONARITY_SLOPES = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1] as const

/** The longest dip between two surfaces that is theirs, as a share of the same, and how much longer these are. */
export const STATIONARITY_DIP = { below: 0.75, most: 0.3, beside: 0.8 } as const

/** The share of a side that must be surfaces for any to be continued: a strip of texture in calm colour looks torn. */
export const STATIONARITY_ENOUGH = { none: 0.5, all: 0.75 } as const

/** A window with less than this share of known pixels says nothing. */
export const LEAST_KNOWN = 0.4

// torn-sides.ts

/**
 * Where margin and picture meet, the colours leap by so many levels and so many times as much as beside it: between
 * pixels `half` inside and outside, which is compared with the same `step` pixels further in and out; after a blur of
 * so small a sigma that grain does not count. A margin must be `apart` pixels wider than that.
 */
export const TORN = { levels: 25, times: 2, half: 2, step: 5, sigma: 1, apart: 3 } as const

/**
 * The rest of a frame at a side: between the outermost pixel and that `step` pixels further in the light leaps by so
 * many levels and so many times as much as between that and the next, to one direction along so much of the side.
 * Frames of photographs have 0.69 to 1, sides without one 0.25 at most.
 */
export const BORDER_LINE = { levels: 6, times: 2, step: 4, share: 0.5 } as const
