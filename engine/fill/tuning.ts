/**
 * What was tuned of filling holes: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// blend-gradients.ts

/**
 * What of a gradient error is a seam: one above `step` levels, or `rim` towards what is known, is a drawn edge, and so
 * is one by which a channel differs from the mean of all by more than `hue`; a pixel is changed by `most` levels at
 * most, a channel by no more than `tinge` beside the mean, and a correction fades over `fades` thicknesses of the rim.
 */
export const SEAM = { step: 14, rim: 14, hue: 20, tinge: 22, most: 16, fades: 1.5 } as const

/**
 * The same of a bold fill, whose patches come from far away, where a wall or the ground is lighter or darker: on a
 * ground that has grain only, on which every step is a seam, up to the first variance of a patch, in squared levels,
 * and in a lively place from the second on. By eye on 83 holes in photographs: from 40 levels on leaves in a lively
 * place run into the sky; at 40 the shadow of a person on a backdrop keeps an edge; a step of more than 24 towards what
 * is known is what a mask left of the thing; with hues changed by 4 a wall glows far from what is known; between the
 * two variances jeans out of focus run into the floor.
 */
export const BOLD_SEAM = {
  variance: { smooth: 5, lively: 30 },
  lively: { step: 24, rim: 24, hue: 14, tinge: 3, most: 16, fades: 1 },
  smooth: { step: 100, rim: 24, hue: 5, tinge: 3, most: 100, fades: 6 },
} as const

/** Sweeps of successive over-relaxation, and the relaxation factor. */
export const BLEND_GRADIENTS_SWEEPS = 24
export const BLEND_GRADIENTS_OVER_RELAXATION = 1.75

// calm-poor-matches.ts

/** Mean match cost, in squared levels, from which a fill is led back, and at which entirely. */
export const CALM_COST = { from: 60, full: 200 } as const

/**
 * The patches' detail costs so many times the usual variance of a patch more: in a texture the best match is a poor one
 * too.
 */
export const DETAIL_COST = 0.8

/** In a pattern all of this may cost more: what that predicts is rarely worse than calm. */
export const PATTERN_COST = { from: 110, full: 310 } as const

/**
 * The usual variance of a patch, in squared levels, up to which there is grain only: what repeats itself there is no
 * pattern, and between smooth surfaces each mismatch shows, so that less of it is poor.
 */
export const CALM_GRAIN = { variance: 30, from: 25, full: 80 } as const

/** Share of the fine detail taken back in one texture without a pattern: strands of different patches cross there. */
export const TEXTURE_SOFTENED = 0.2

/** Sigma over which costs are averaged, and below which detail is the patches', in pixels of the continuation. */
export const COST_SIGMA = 8
export const DETAIL_SIGMA = { coarse: 5, fine: 2 } as const

/** The cost of a texture's detail counts so many times where a fill is led back entirely. */
export const DETAIL_FULL = 1.5

// calm-share.ts

/** Sigma below which detail lies, and over which its energy is averaged, in pixels. */
export const CALM_SHARE_DETAIL = { fine: 2, energy: 4 } as const

/** What is around a hole counts into its middle over this sigma, a share of the hole's longer side; pixels at least. */
export const CALM_SHARE_AROUND = { share: 0.25, least: 12 } as const

/** Energy of detail, in squared levels, from which on a place is rough, and the share of it that a calm fill has. */
export const CALM_SHARE_ROUGH = 8
export const CALM_SHARE_CALM = 0.25

// continue-calmly.ts

/** The target is continued at a size at which it has no more pixels than this. */
export const CALMLY_MOST_PIXELS = 24_000

/** Share of coherence transport in the mean: where no edges lead, and from which coherence on where they do. */
export const CALMLY_TRANSPORTED = {
  least: 0.3,
  most: 0.5,
  coherent: 0.3,
  sigma: 3,
} as const

/** In a texture colours count up to so many standard deviations from the usual one, over this sigma in pixels. */
export const CALMLY_TREND = { deviations: 2.5, sigma: 24 } as const

// continue-lines.ts

/** Sine of the least angle at which two lines count as crossing. */
export const MIN_CROSSING_SINE = 0.3

/** Below this sine two lines that cross within the picture are one, fitted twice. */
export const ASTRAY_SINE = 0.12

/**
 * Lines are looked for up to so many blocks of 16 pixels from a hole or a margin; beside a hole so far that a fence is
 * seen on the other side of a person, who stays.
 */
export const LINE_BLOCKS = { hole: 14, margin: 8 } as const

/**
 * Two edges are those of one stripe where they face away from each other, nearly parallel, within so many pixels. Fewer
 * edges than this are no joints of a pattern but the outlines of things.
 */
export const CONTINUE_LINES_STRIPE = { opposite: -0.995, width: 16, fewest: 6 } as const

// fill-hole.ts

/** What is looked at around a hole, as a share of its longer side, and at least so many pixels. */
export const FILL_HOLE_CONTEXT = { share: 0.6, least: 96 } as const

/**
 * What a bold fill in a view pays for a patch from as many rows away as the picture's longer side has pixels, in
 * squared levels; a picture smaller than the least side pays as if it had that. At a tenth of it sea is copied into the
 * sky, grass over sand and walls, and a shore into the water. By eye on 20 holes in pictures of 500 to 1700 pixels.
 */
export const OTHER_ROWS_COST = { whole: 4000, leastSide: 500 } as const

// find-unlike.ts

/**
 * What a coarse patch shows that is not on the rim of a hole: how wide that rim is and how many pixels it has at least;
 * how fine colours are told, and how far apart they are alike, levels; the share of the rim that has a colour which is
 * usual there; the share of the picture that has others at least: in a view the rim shows nearly all that there is, and
 * what little it does not would be missed; the share of a patch that may have others, which is larger where fewer than
 * a share of all patches would be left; and how many levels are dropped at most to have so many. By eye on 83 holes.
 */
export const UNLIKE = {
  rim: 2,
  fewest: 24,
  bin: 16,
  apart: 34,
  share: 0.02,
  strange: 0.1,
  patch: { least: 0.06, most: 0.3 },
  left: 0.12,
  dropped: 2,
} as const

// find-gaps.ts

/**
 * A line must be visible beside a gap over `length` pixels, on `share` of them. It must also be visible on `most` of
 * the first `next` pixels where it could be: a line that ends at a corner before the gap does not enter it.
 */
export const FIND_GAPS_SUPPORT = { length: 14, share: 0.6, next: 5, most: 4 } as const

/**
 * A line that enters a gap and does not come out goes on in it if it is visible over `length` pixels, on `share` of
 * them. It goes on as far as it is visible, at most `most` pixels, and `inHole` in a hole: shadows end there.
 */
export const FIND_GAPS_SINGLE_SIDED = { length: 32, share: 0.8, most: 96, inHole: 64 } as const

/**
 * A line visible over `length` pixels beside a margin goes on to the end of it. The patches are left a shorter one, and
 * one that stands out less than by `prominence`: among the edges of waves or grain some lie in a row.
 */
export const FIND_GAPS_OUTWARDS = { length: 76, prominence: 7 } as const

/** Most pixels of a line beside a gap that are copied. */
export const MAX_COPIED = 32

/** Pixels next to a gap that the foreground may have tinged; they are not used. */
export const TINGED_PIXELS = 2

/** Most steps of direction, of DIRECTION_STEPS, by which an edge pixel may differ from its line: 20 degrees. */
export const MAX_TURN_STEPS = 14

// inpaint.ts

/** A level with more pixels to match is not searched but votes with the matches of the coarser one: bounds the time. */
export const MAX_SEARCHED = 60_000

/** On such a level only every so manyth patch across and down votes: neighbouring patches propose much the same. */
export const SPARSE_STEP = 2

/** A large rim broader than this, in pixels, is filled at half the size; its finest detail is copied afterwards. */
export const BROAD_RIM = 16

/**
 * A rim is large with more target pixels than this where no straight line leads into it; a hole, which is looked at,
 * from {@link MAX_SEARCHED} on. Of 18 people in photographs of up to 1.5 megapixels 9 are filled at half the size so:
 * what is seen differs by 3 levels on average in the 32 x 32 pixels that differ most, and by eye in nothing.
 */
export const LARGE_RIM = 16_000

/** How far away patches are copied from: `pixels` plus so many thicknesses of the rim. */
export const MAX_DISTANCE = { pixels: 48, thicknesses: 3 } as const

/** Rounds of search and vote on the coarsest level and on the others, and sweeps of the search in each round. */
export const INPAINT_ROUNDS = { coarsest: 5, finer: 1 } as const

/** A bold fill has so many times the rounds, and copies from anywhere in the part of the picture it is given. */
export const BOLD_ROUNDS = 3
export const INPAINT_SWEEPS = { coarsest: 4, finer: 2 } as const

/** First search radius of a finer level around the matches of the coarser one, in its own pixels. */
export const REFINE_RADIUS = 16

/** A level with a shorter side, in pixels, is not halved again. */
export const MIN_HALVED_SIDE = 48

/** Half-life of the seam correction, in thicknesses of the rim. */
export const SEAM_HALF_LIFE = 0.15

/** A target lies in one texture where patches vary within themselves so many times as much as among each other. */
export const ONE_TEXTURE = 0.5

// line-end.ts

/** Half the width of a line's colour profile, in pixels. */
export const PROFILE_RADIUS = 5

/**
 * Most two profiles may differ: their squared difference as a share of their variance, and their means in levels. In a
 * hole that is looked at a pipe or a beam that is broken in its middle is worse than one whose light is a guess.
 */
export const MAX_PROFILE_DIFFERENCE = {
  rim: { across: 0.25, levels: 24 },
  hole: { across: 0.5, levels: 48 },
} as const

/** Most levels by which a pixel may differ from the profile and still be grain. */
export const MAX_GRAIN_LEVELS = 8

/** Radius along the line, in pixels, over which drift is averaged, and the largest difference that counts as drift. */
export const DRIFT_RADIUS = 3
export const MAX_DRIFT_LEVELS = 24

// membrane.ts

/** Sweeps of over-relaxation on the coarsest level and on each finer one, and the relaxation factor. */
export const MEMBRANE_SWEEPS = { coarsest: 200, finer: 24 } as const
export const MEMBRANE_OVER_RELAXATION = 1.7

/** How far around what is asked for a level is solved, in its pixels: farther off the coarser one is exact enough. */
export const MEMBRANE_AROUND = 6

/** A level with fewer pixels on its shorter side is not halved again. */
export const MEMBRANE_MIN_SIDE = 8

// onion-peel.ts

/** Confidence kept with each pixel further in, and the least that remains. */
export const CONFIDENCE_DECAY = 0.72
export const MIN_CONFIDENCE = 0.02

// patch-match.ts

/**
 * Cost of a match per pixel of distance (full-size pixels), in squared levels. Light and texture change across a
 * picture, so among patches that look alike the nearest wins.
 */
export const DISTANCE_COST = 0.3

/**
 * A match costs more the further it deviates from what the onion peel predicted, up to `most` squared levels, or
 * `mostLively` where it should be as lively as expected. At a predicted patch variance of `halfVariance` squared levels
 * the prediction counts for half.
 */
export const DEVIATION_COST = { most: 400, mostLively: 3000, halfVariance: 300 } as const

/** Share of a patch's excess variance that counts as deviation. */
export const VARIANCE_WEIGHT = 0.5

/** Random candidates tried for a pixel that has no match yet. */
export const INITIAL_TRIALS = 40

/** By how much the window shrinks from one random candidate to the next, and grows for a pixel without a match. */
export const WINDOW_SHRINKS = 2.5
export const WINDOW_GROWS = 1.15

// patch-voting.ts

/** Scale of the weights, in squared levels: a proposal whose cost exceeds the best by this much counts a sixteenth. */
export const PATCH_VOTING_TOLERANCE = { blended: 60, sharp: 12 }

/** Least scale of the weights, as a share of the best cost: where nothing matches well, no proposal wins alone. */
export const COST_TOLERANCE = 0.3

// poor-share.ts

/**
 * Cost of a match in squared levels above which it does not fit: as much as between any two photographed surfaces, and
 * so many times the variance of the texture, in which the best match is a poor one too.
 */
export const POOR_MATCH = { cost: 140, texture: 1.05 } as const

// predict-pattern.ts

/** Pixels of the level per pixel of the copy in which patterns are looked for. */
export const PATTERN_REDUCED = 4

/** How far the mismatch of an offset beside the target counts into it, as a share of the shorter side of the copy. */
export const PATTERN_SPREAD = 0.08

/** Least standard deviation of luma, levels: a plain surface has no pattern to continue. */
export const PATTERN_MIN_CONTRAST = 5

/** A pattern repeats after so many offsets. */
export const PATTERN_CERTAIN = 8

/** What is coarser than this, in pixels of the copy, is shading and no pattern. */
export const PATTERN_SHADING_SIGMA = 8

// repeating-offsets.ts

/** The farthest offset, in pixels of the plane, and the nearest: closer ones only say that the picture is smooth. */
export const REPEATS_FARTHEST = 56
export const REPEATS_NEAREST = 4

/** Patches that are compared: half their side, and how many of them. */
export const REPEATS_RADIUS = 2
export const REPEATS_SAMPLES = 320

/** Offsets that repeat worse than this are none, and the most that are returned. */
export const REPEATS_UNLIKE = 0.5
export const REPEATS_MOST = 24

/** An offset counts where no other within so many pixels repeats better. */
export const REPEATS_PEAK_RADIUS = 2

// smooth-ground.ts

/** Between these sigmas, in pixels, lie texture and edges; what is finer is grain, what is coarser is light. */
export const SMOOTH_GROUND_BAND = { fine: 2, coarse: 8 } as const

/** Energy of that band in squared levels: up to which a ground is smooth, from which on it is not, and the most. */
export const SMOOTH_GROUND_ENERGY = { smooth: 0.5, lively: 2, most: 1000 } as const

/** Sigma over which the energy beside the target counts into it, as a share of the level's shorter side. */
export const SMOOTH_GROUND_SPREAD = 0.06

// soften-poor-matches.ts

/** Mean match cost, in squared levels, from which a pixel is softened, and at which it becomes the mean entirely. */
export const SOFTEN_COST = { from: 120, full: 700 } as const

/** Radius of the window that is averaged, in pixels: `least` plus a share of the rim's thickness, at most `most`. */
export const WINDOW_RADIUS = { least: 1, share: 0.07, most: 5 } as const

// start-coarsely.ts

/** Sweeps of over-relaxation on coarser links, on those of fewer than `few` unknowns, and the relaxation factor. */
export const COARSE_SWEEPS = { coarsest: 60, finer: 16, few: 64, overRelaxation: 1.6 } as const

// straight-lines.ts

/** Least difference of luma across two pixels at an edge, in levels. */
export const MIN_EDGE_GRADIENT = 7

/** Bins of the Hough transform: of the angle over the full circle, and pixels of a bin of the distance. */
export const ANGLE_BINS = 360
export const DISTANCE_BIN = 2

/** Least edge pixels on a line, and the most lines that are returned. */
export const MIN_EDGE_PIXELS = 22
export const MAX_LINES = 96

/** Least cosine between the direction of an edge pixel and its line's normal. */
export const MIN_ALIGNMENT = 0.9

/** Half the width of the band around a Hough line, in pixels, whose edge pixels are used to fit it. */
export const FIT_BAND = 12

/** How near to a line its edge pixels lie, in pixels, each time that it is fitted again. */
export const FIT_WITHIN = [3, 1.5, 1] as const

/** Least cosine between the directions of a rough line and of an edge pixel that it is fitted to, and of one line. */
export const ROUGH_ALIGNMENT = 0.8
export const SAME_ALIGNMENT = 0.99

// texture-statistics.ts

/** Patches that are looked at. */
export const TEXTURE_SAMPLES = 600

/** A normal distribution's quartiles are so many standard deviations apart. */
export const QUARTILES_APART = 1.349

// transport-coherently.ts

/** Radius of the neighbourhood that colours a pixel, in pixels of the level. */
export const TRANSPORT_RADIUS = 5

/** How sharply weights follow the direction of coherence at most, and the squared levels of it for a third of that. */
export const TRANSPORT_SHARPNESS = 25
export const TRANSPORT_COHERENCE = 40

/** Which share of the gradients must agree in a direction: a power, so that the streaks of textures do not count. */
export const TRANSPORT_AGREEMENT = 4

/** Sigma and reach of the structure tensor's window, in pixels. */
export const TENSOR_SIGMA = 4
export const TENSOR_REACH = 8

// upsample-matches.ts

/**
 * Where the confidence in the expected colours is above `confidence`, a coarse match that deviates from them by more
 * than `most` squared levels is dropped. A narrow strip of background may be too thin for a patch of the coarse level,
 * but wide enough for one of the finer level.
 */
export const MAX_DEVIATION = { confidence: 0.25, most: 50 } as const
