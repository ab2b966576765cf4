/**
 * What was tuned of reading videos, following motion and cutting people out: each value with its unit, what it decides
 * and how it was found, under the file it acts in. Where a comment names no measurement, the value was chosen by eye on
 * the videos of the contact sheets. What a standard gives stands beside the code. The file is as long as the list is.
 */

// motion/align-frames.ts

/** The level of the pyramid that maps are compared on: 0 is the frame itself. */
export const ALIGN_COMPARED_LEVEL = 1

/** The share of the pixels, from those that differ least on, by which a map of one frame onto another is judged. */
export const ALIGN_COMPARED = 0.8

/** Steps on a level at most, and the move in pixels below which a step is the last one. */
export const ALIGN_STEPS = 12
export const ALIGN_SMALL_STEP = 0.02

/** Levels of difference from which on a pixel counts less, and pixels without which nothing is said. */
export const ALIGN_NOISE = 4
export const ALIGN_LEAST_PIXELS = 200

// motion/motion-field.ts

/** Between cells whose displacements differ by more than this share of a cell, one thing ends and another begins. */
export const MOTION_JUMP = 0.9

// motion/track-points.ts

/** Levels of a pyramid, and the shortest side of one, in pixels. */
export const TRACK_LEVELS = 4

/** The shortest side of a level of a pyramid, in pixels. */
export const TRACK_LEAST_SIDE = 20

/** Pixels from a window's centre to its edge. */
export const TRACK_RADIUS = 4

/** Steps of the search on a level, and the step that ends it, in pixels. */
export const TRACK_STEPS = 8

/** A step of the search that ends it on its level, in pixels. */
export const TRACK_SMALL_STEP = 0.01

/** Levels by which a window differs on average from where it is said to have gone, above which it went elsewhere. */
export const TRACK_DIFFERENCE = 14

/**
 * Pixels of a cell that gives one point, and the texture of a clear one. Where a view has fewer clear ones than a map
 * is told from well, such as water below a sky, the best of fainter ones join them, down to what is no more than
 * noise.
 */
export const TRACK_CELL = 12

/**
 * The texture of a clear point: the smaller eigenvalue of a window’s gradients (Shi and Tomasi 1994), levels squared.
 */
export const CLEAR_TEXTURE = 60

/** Points from which a map is told well: with as many clear ones no fainter ones join them. */
export const ENOUGH_POINTS = 40

/** Texture that is no more than noise. */
export const LEAST_TEXTURE = 4

/** Only every so manyth pixel is looked at: a corner is as wide. */
export const PICK_STEP = 3

// motion/estimate-motion.ts

/** A vector that is no better than this much by pixel does not replace the one before. */
export const MOTION_GAIN = 0.4

/** Levels a pixel by which a block must differ more on one side for less than half a pixel to be told: its contrast. */
export const MOTION_CONTRAST = 4

/** Pixels less than which are noise, and by how much they may have to change a still block more than it has changed. */
export const MOTION_LEAST = 0.15

/** A part of a pixel may change a still block by so many times the difference that is left in it. */
export const MOTION_TOLERANCE = 1.5

/**
 * The share of what a difference has more than it would have between the pixels that is taken out of it. All of it
 * would also explain limbs that turn.
 */
export const MOTION_EXPLAINED = 0.5

/** Steps of a search from its best start. */
export const MOTION_STEPS = 12

// motion/fit-camera.ts

/** Distances at which a vector counts for a quarter, from round to round. */
export const CAMERA_SCALES = [6, 4, 2.5, 1.5, 1, 0.7, 0.7] as const

/** Pixels below which the fit is no motion: what block matching finds in a still frame with noise. */
export const CAMERA_STILL = 0.12

/** The weight of a prior that the frame does not stretch, so that few vectors on one side cannot tilt the whole. */
export const CAMERA_PRIOR = 0.02

/** The least weight of all vectors from which a camera's motion is told. */
export const CAMERA_LEAST = 0.5

// motion/flow-track.ts

/** Pixels of the longer side that motion is estimated on, at most. */
export const FLOW_LONG_SIDE = 448

/** How much smaller the copy is on which a search begins. */
export const FLOW_COARSE = 4

/** Levels of 255 a pixel by which a block differs that matches nothing. */
export const FLOW_UNLIKE = 18

/** Levels by which a block differs, moved as the camera did, that the frame before did not show. */
export const FLOW_NEW = 9

/** Mean levels by which a frame differs from the one before, moved as the camera did, where a scene is cut. */
export const FLOW_CUT = 20

/** Levels a pixel by which the camera's vector may match worse than the best one. */
export const FLOW_TOLERANCE = 1.2

/** Pixels of the small copy by which a vector may differ from the camera's. */
export const FLOW_NEAR = 0.6

/** Squared levels of contrast, in the direction with less of it, at which a vector counts for half. */
export const FLOW_CONTRAST = 12

/** How many times as much as the best one, besides the tolerance, the camera's vector may differ. */
export const FLOW_WORSE = 1.15

// motion/estimate-camera.ts

/** Pixels by which a point that stands still may seem to move. */
export const CAMERA_TOLERANCE = 0.7

/** Points from which a projection, and a linear map, are told; from fewer a similarity is, and at least so many. */
export const FOR_PROJECTION = 24

/** Points from which a linear map is told. */
export const FOR_AFFINE = 12

/** Points from which a similarity is told; fewer tell nothing. */
export const LEAST_POINTS = 6

/** Pixels by which a freer map may lead corners elsewhere than a similarity; how much more it must explain to do so. */
export const CAMERA_STRAY = 2

/** How many times as many points a freer map must explain to be taken. */
export const CAMERA_CLEARLY_MORE = 1.15

// motion/homography.ts

/** The weight against perspective in the least squares of a map: points of a few places must not tilt the plane. */
export const PERSPECTIVE_WEIGHT = 0.003

// matting/matte-region.ts

/** Room around people, as a share of the longer side of their box: for what they do within the next half second. */
export const REGION_MARGIN = 0.22

/** A region that is nearly the whole frame is the whole frame. */
export const REGION_NEARLY = 0.75

/** Shares of a region that people's box takes up; outside of these another region is chosen. */
export const REGION_LEAST_FILL = 0.4

/** A column or a row belongs to the box of people from this many cells on. */
export const REGION_CELLS = 3

/** The share of a cell above which it is people. */
export const REGION_PEOPLE = 0.5

/** Room that a region needs around people, as a share of its width, to be kept. */
export const REGION_ROOM = 0.05

// matting/heed-poses.ts

/** Cells by which the outline of a pose can be off. */
export const POSE_MARGIN = 1

/** The share of the people's area up to which what poses have not is a piece of the room; more is a person or a bag. */
export const POSE_PIECE = 0.03

/**
 * The side of a square of the people's area, and the share of it up to which what is between their limbs in a row, such
 * as two legs, counts for no such area: nobody stands there.
 */
export const POSE_GAP = 0.2

/** The least share of a cell that belongs to such a piece. */
export const POSE_LEAST = 0.1

/** Shares in the poses' masks around a cell at which it is none of theirs, and from which on it may be all theirs. */
export const POSE_NEAR = { none: 0.1, all: 0.5 } as const

/** What a matte lacks of a limb begins where it has this much less than a pose, and has a place that lacks so much. */
export const LIMB_LACKS = { least: 0.3, somewhere: 0.6 } as const

// matting/merge-mattes.ts

/** How much of what the network newly says is taken where nothing has changed: its own noise is averaged away. */
export const MERGE_TRUST = 0.1

/** Where both are less than this, a cell is background, however it looks. */
export const MERGE_NONE = 0.01

/** Cells a frame from which a block counts as moving. */
export const MERGE_MOVING = 0.5

/**
 * How much it counts that a cell looks like the background behind it, and the network's shares between which it counts
 * ever less.
 */
export const MERGE_ALIKE = { by: 0.8, unsure: 0.6, sure: 0.95 } as const

/** Levels by which a block differs where motion explains it, and from which on it does not. */
export const MERGE_CHANGED = { none: 3, all: 10 } as const

/** Differences of shares from which on what the network says contradicts what was known, and surely does. */
export const MERGE_CONTRADICTS = { from: 0.55, to: 0.95 } as const

// matting/matte-track.ts

/**
 * Seconds for which a matte is carried along by motion before people are looked for again: where motion explains what
 * changes, and where a limb turns or blurs.
 */
export const MATTE_INTERVAL = 0.16

/** The same in seconds where a limb turns or blurs. */
export const MATTE_BUSY_INTERVAL = 0.06

/** Levels of 255 by which a block differs from what it was where motion does not explain it. */
export const MATTE_UNEXPLAINED = 10

/** The share of unexplained blocks from which people are looked for soon, and that from which at once. */
export const MATTE_BUSY_SHARE = 0.002

/** The share of unexplained blocks from which people are looked for at once. */
export const MATTE_UNEXPLAINED_SHARE = 0.03

/** The share from which limbs are likely to have moved in a way that carries no pose along. */
export const MATTE_LIMBS_SHARE = 0.01

/**
 * The share of unexplained blocks from which on a frame is of another shot: nothing that was known counts in it. Cuts
 * between filmed clips have 0.53 to 0.94, the fastest pan of one 0.3.
 */
export const MATTE_CUT_SHARE = 0.42

/** Seconds after which the whole frame is looked at, for people who came into it. */
export const MATTE_OVERVIEW_INTERVAL = 0.5

// matting/expand-matte.ts

/** What is less than this is background, and what is less than this from 1 is person: the filter's haze. */
export const MATTE_HAZE = 0.12

// matting/pose-track.ts

/** Seconds for which poses are carried along by motion, and where limbs turn or blur. */
export const POSE_INTERVAL = 0.4

/** The same in seconds where limbs turn or blur. */
export const POSE_BUSY_INTERVAL = 0.06

/** Seconds after which people are looked for again where there are none of whom poses tell something. */
export const POSE_SEARCH_INTERVAL = 2

/** The least presence of a pose, 0–1. */
export const POSE_PRESENCE = 0.5

/** Where people are close together the network takes limbs of one for another's, so poses of more tell nothing. */
export const CLOSE_PEOPLE = 3

/** People whose poses are followed at most. */
export const MOST_PEOPLE = 6

// matting/refine-matte.ts

/** Shares from which on a cell may be at an edge, and the cells around it that are looked at. */
export const REFINE_LEAST = 0.02

/** Cells around a person that are looked at with it. */
export const REFINE_MARGIN = 12

/** Cells by which the network's edge can be off. */
export const REFINE_RADIUS = 2

/** Variance of luma, 0–1 squared, that still counts as one surface. */
export const REFINE_SMOOTHNESS = 2e-3

/**
 * Shares in the rough matte, at their most near a cell, from which on what the filter finds counts, and counts whole.
 * Farther away than the network's edge can be off, it is something behind people and as dark or as light as they are.
 */
export const REFINE_NEAR = { none: 0.2, full: 0.6 } as const

// matting/background-memory.ts

/** Alpha up to which a cell is taken for background. */
export const MEMORY_BACKGROUND = 0.08

/** Cells a frame from which the camera counts as moving. */
export const MEMORY_MOVING = 0.3

// matting/people-motion.ts

/** Levels of contrast at which the vector of a block counts for a quarter: what is plain matches anywhere. */
export const PEOPLE_PLAIN = 3

/** The share of a block from which on its people say how it moved. */
export const PEOPLE_LEAST_SHARE = 0.02

/** The weight of people around a block below which it moves as was found. */
export const PEOPLE_LEAST_WEIGHT = 0.02

// matting/estimate-sides.ts

/** Squares around an edge from which the colours of either side are taken. */
export const SIDES_RADIUS = 3

/** Alphas up to which a cell is all background. */
export const SIDES_PURE = 0.04

// matting/pose-in-frame.ts

/** The least score of a detection, 0–1. */
export const POSE_SCORE = 0.5

// cap-frame-rate.ts

/** How much earlier than due a frame may come, as a share of the interval: containers round times to their ticks. */
export const RATE_TOLERANCE = 0.1

// read-frames.ts

/** The share of the frames that must come out of the decoder. */
export const DECODED_SHARE = 0.9

// parse-probe.ts

/** The share of the frames a file's index names that must be there; one or two at the end may be missing. */
export const COMPLETE_SHARE = 0.95

// tone-map.ts

/**
 * Where the straight part of the tone curve ends, of 1, and how steep it is: white itself shall land at four fifths of
 * the range, as BT.2446 places it, so it is flatter than 1.
 */
export const TONE_MAP = { knee: 0.58, slope: 0.8 } as const
