/**
 * What was tuned of removal from videos: each value with its unit, what it decides and how it was found, under the file
 * it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet.
 * The file is as long as the list is.
 */

// agreeing-fill.ts

/** Holes of more pixels are filled once: a fill takes long there. */
export const MOST_PIXELS = 60_000

/** What is larger than this, in square roots of the hole's area, is the mean of all fills. */
export const AGREEING_FILL_LARGE = 0.045

// background-memory.ts

/** Levels that differ by noise alone, over all three planes, and the share of local contrast that is put up with. */
export const BACKGROUND_MEMORY_NOISE = 12
export const BACKGROUND_MEMORY_CONTRAST = 0.6

/** Motion that is not followed yet, in pixels: a picture that is sampled anew at every frame would be blurred away. */
export const LEAST_MOTION = 0.25

// choose-sources.ts

/** Samples of a pixel that are enough, and sources of a plate at most. */
export const SOURCES_ENOUGH = 5
export const MOST_SOURCES = 14

/** Sources around what no frame shows: a fill copies ground without the grain of one frame, which would stand still. */
export const GRAIN_FREE = 4

/** The share of what is needed that a source must add, where all of it was seen before. */
export const WORTH_ADDING = 0.03

/** Levels by which a source may differ from the anchor, where both show background. */
export const SOURCES_MOST_APART = 12

/** A frame is a source of what no other shows: from so many cells, or this share of all on. */
export const SOURCES_FRESH = { cells: 4, share: 0.002 } as const

/** By how much farther each next frame away is that is looked at. */
export const SOURCES_FARTHER = 1.12

// collect-plates.ts

/** Samples that are kept of each pixel. */
export const PLATES_SLOTS = 5

/** Pixels of the small frames around what is needed that a plate has as well: light is compared there. */
export const PLATES_BESIDE = 8

/** Levels by which samples around their median are of the same thing, and averaged. */
export const PLATES_ALIKE = 10

// colour-histogram.ts

/** Levels of a bin as a power of two, and bins. Chroma keeps to the middle, so its bins are finer. */
export const LUMA_BITS = 4
export const CHROMA_BITS = 3

/** The share that a colour is given which does not occur. */
export const COLOUR_HISTOGRAM_UNSEEN = 2e-5

/** What each bin keeps of itself and gives to both beside it, as shares. */
export const HISTOGRAM_BLUR = { own: 0.6, beside: 0.2 } as const

// complete-plate.ts

/** Less known than this, in pixels, is nothing to continue. */
export const LEAST_KNOWN = 64

// fill-frame.ts

/** Pixels of the small frames around a hole by which light is compared. */
export const FRAME_RING = 5

/** Beside a hole only every so manyth row is looked at. */
export const RING_STEP = 4

/** Levels by which a pixel beside a hole may differ from its plate; what differs more is something else. */
export const FRAME_MOST_APART = 20

/** What made up background counts beside what was seen. */
export const MADE_UP_SHARE = 0.02

/** How fast the grain that is added follows that of the frames. */
export const GRAIN_RATE = 0.1

/** The least share of a plate's pixel that its colour is divided by. */
export const LEAST_OF_PLATE = 0.001

// fill-holes.ts

/** The share of a pixel within an object that it has at least, 0–1. */
export const WITHIN_OBJECT = 0.99

// find-again.ts

/** How large what is found may be beside what was lost. */
export const LEAST_SIZE = 0.45
export const MOST_SIZE = 2

/** What a pixel's colour and its being no background must say together. */
export const LEAST_SCORE = 0.5

/** How much likeness by colour alone counts where the background is not known, and the least of a piece, 0–1. */
export const AGAIN_BY_COLOUR = 0.6
export const AGAIN_LEAST = 0.15

// find-leap.ts

/** Pixels between the places that are compared. */
export const LEAP_STEP = 2

/** Pixels of the object that are compared. */
export const LEAP_SAMPLES = 250

/** Levels by which a thing differs from what is where it was, from which on it may have leapt. */
export const LEAP_MOVED = 30

/** How far a thing goes between two frames that leaps, at least and at most, in widths of the frame. */
export const LEAP_REACH = { nearest: 0.045, farthest: 0.22 } as const

/** Levels by which it may differ there, all planes together, and the share of what it differs by where it was. */
export const LEAP_ALIKE = { mostApart: 40, share: 0.4 } as const

// follow-object.ts

/** Pixels by which a point of a rigid object may stray, the least points, and the share of them that must agree. */
export const OBJECT_RIGID = { tolerance: 0.8, points: 6, agreed: 0.7 } as const

/** Pixels around the object in which its colours are told from those of what is beside it. */
export const OBJECT_BESIDE = 14

/** Blocks around the object whose motion is looked at. */
export const BLOCKS_BESIDE = 4

/** Pixels by which an outline may move beyond what its motion says. */
export const OBJECT_REACH = 4

/** How much colour and the memory of the background count beside what motion says. */
export const OBJECT_WEIGHTS = { colour: 0.35, background: 1.5 } as const

/** Pixels that the object grows by at most, as a share of what motion says it has. */
export const MOST_GROWTH = 1.35

/**
 * Shares of the object, 0–1: from which on a point is followed as its own, is looked beside, and is where it was
 * expected; and below which a pixel shows what is beside it.
 */
export const OBJECT_SHARE = { surely: 0.9, near: 0.3, expected: 0.4, beside: 0.05 } as const

/** The least share of the points of an object that are found again for it to be a rigid one. */
export const OBJECT_FOUND = 0.6

// grain.ts

/** The most grain that is added: a standard deviation in levels. */
export const GRAIN_MOST = 6

/** The quantile that grain is told by (texture raises a median), and the magnitude of a normal variable there. */
export const GRAIN_QUANTILE = 0.3

/** Levels between neighbours that are an edge and not grain. */
export const MOST_STEP = 24

/** Pixels that are enough to tell the grain, and those that are too few. */
export const GRAIN_SAMPLES = 6000
export const LEAST_SAMPLES = 100

/** The magnitude of a standard normal variable at {@link GRAIN_QUANTILE}. */
export const MAGNITUDE_AT_QUANTILE = 0.3853

/** Less grain than this, a standard deviation in levels, is not added. */
export const GRAIN_LEAST = 0.3

// drop-trail.ts

/** Pixels on either side of its middle up to which a strip is thin, and no body. */
export const TRAIL_THIN = 2

/**
 * How far beyond its body an object may reach, as a share of the root of its area, and in pixels at least: what a mask
 * has there from the beginning stays. A cyclist's front wheel is 0.2 from the body, the kerb that was taken along 1.
 */
export const TRAIL_REACH = { share: 0.5, least: 12 } as const

// judge-filling.ts

/** Frames that are looked at to tell how well a video is filled; they are kept in memory meanwhile. */
export const JUDGED_FRAMES = 12

/**
 * From this share of what is compared around a hole on, something stands there that the plate has not. Drawn videos
 * whose background is known have 0.01 at most, a wheel that stayed 0.03–0.09, a horizon at a wrong place 0.03–0.26.
 */
export const FILLING_MISFIT = 0.03

// object-likeness.ts

/** An object is looked at in so many bands, one below the other: they stay when it turns around. */
export const OBJECT_LIKENESS_BANDS = 6

/** Levels by which bands may differ on average, and the colours that must be common. */
export const OBJECT_LIKENESS_MOST_APART = 22
export const LEAST_COMMON = 0.4

// performer.ts

/** Pixels of a result's longer side at most. */
export const MAX_LONG_SIDE = 1920

/** Seconds in which the grain that a worker adds becomes that of one who was there from the start. */
export const WARM_UP = 0.5

// plan-plates.ts

/** The object's share from which a pixel is filled, of 255, and pixels around it whose colours it tinges. */
export const PLATES_LEVEL = 60
export const PLATES_TINGED = 2

/** Pixels around a hole that are not taken for background of other frames. */
export const PLATES_DOUBTFUL = 3

/** How far the view may move, in widths, and frames that may pass, over the frames of one anchor. */
export const MOST_MOVED = 0.24
export const MOST_FRAMES = 240

/** Frames after which holes that come back are filled from a plate of their own. */
export const PLATES_GAP = 45

/** Pixels around what is needed that a plate covers, so that light and edges can be compared. */
export const PLATES_CONTEXT = { least: 14, share: 0.35 } as const

/**
 * Those around what no frame shows, which a fill copies textures from; it looks at so many pixels of the result at
 * least.
 */
export const PLATES_TEXTURE = { least: 48, share: 0.8, ofResult: 96 } as const

// reclaim-parts.ts

/** What is so unlike the background and so much rather of the object's colours may be a part of it. */
export const PARTS_LOST = { differs: 0.5, likelier: 0.3 } as const

/** The most that is taken back at once, as a share of the object: more is something else that has its colours. */
export const PARTS_MOST = 0.15

// register-frames.ts

/** The share of points that must agree, and pixels by which a chain may have strayed. */
export const FRAMES_LEAST_AGREED = 0.25
export const MOST_STRAYED = 12

/** Distance from the part that matters at which a point counts for little, as a share of the width; and how little. */
export const FRAMES_NEAR = 0.12
export const FAR_COUNTS = 0.08

/** Pyramids that are kept. */
export const FRAMES_KEPT = 12

// require-rest.ts

/** The share of a frame that a mask must leave, or nothing tells what is behind it. */
export const LEAST_LEFT = 0.1

// silhouette.ts

/** How fast the velocity of an object follows what is seen of it, and the share of its outline's area that is whole. */
export const SILHOUETTE_RATE = 0.3
export const SILHOUETTE_WHOLE = 0.95

/** By how much less than an outline from the frame before may be seen of an object: it turns, and goes away. */
export const SILHOUETTE_SLACK = 0.99

/** Frames through which an outline is moved on, and pixels around it: at first, and at most, one more a frame. */
export const SILHOUETTE_FRAMES = 24
export const SILHOUETTE_REACH = { least: 3, most: 12 } as const

/** The share of its outline's area below which an object is hidden in part. */
export const EMERGING_BELOW = 0.8

/** What a pixel's colour and its being no background must say together, at the best place and where it goes on. */
export const EMERGING_SCORE = { low: 0.15, high: 0.5 } as const

/** The least piece that comes out, as a share of the outline's area, and all pieces that an object is found by. */
export const EMERGING_LEAST = 0.01
export const EMERGED_ENOUGH = 0.15

// smooth-between-cells.ts

/** Pixels of a side of the cells, and those of one that are enough. */
export const SMOOTH_BETWEEN_CELLS_CELL = 8
export const LEAST_PIXELS = 5

// soften-hole.ts

/** The shares of a blurred hole between which a pixel is filled more and more, 0–1. */
export const SOFT_HOLE = { from: 0.05, full: 0.9 } as const

/** How far before the end of a side a place is at most, in pixels: it is blended with the pixel after it. */
export const BEFORE_END = 1.001

// store-plates.ts

/** Plates that are in memory beside their files: a frame uses two. */
export const PLATES_KEPT = 3

// survey-removal.ts

/** Pixels of the longer side of the copies that the object is followed on. */
export const SMALL_SIDE = 384

/** Passes over all frames, of which the last one fills them. */
export const REMOVAL_PASSES = 4

// track-object.ts

/** Pixels around the object that say nothing of the camera, or of the background. */
export const OBJECT_MARGIN = 5

/** The share of its size below which the object is gone, and the size from which it cannot be gone at once. */
export const OBJECT_GONE = 0.04
export const OBJECT_WHOLE = 0.5

/** What must speak for an object at least, or it is something else that is followed. */
export const LEAST_SUPPORT = -0.1

/** Levels by which half of a frame differs from what the camera's motion makes of the one before: a cut. */
export const OBJECT_CUT = 10

/** The share of points that agree on the camera's motion, below which there is none. */
export const OBJECT_LEAST_AGREED = 0.2

/**
 * The share of points that settle the camera's motion; where fewer do, what their map leaves of the difference between
 * the frames must be less than this share of what a move of all pixels leaves.
 */
export const OBJECT_AGREED = 0.5
export const OBJECT_ALIGNED = 0.9

/** How fast the known colours follow those that the object has now. */
export const COLOUR_RATE = 0.1

/** The share of a video through which an object that slipped away may be missing. */
export const MOST_MISSED = 0.1

/** From this share of the object on a pixel is near it, 0–1. */
export const OBJECT_SEEN = 0.1

// warp-plane.ts

/** Places between two pixels that {@link sampleCubic} tells apart, and what the four pixels around one count there. */
export const WARP_PLANE_PHASES = 256

// tell-filling.ts

/** From this share of what an object hid on, if no frame shows it, the results say so. */
export const NOTED_MADE_UP = 0.15

/** From this share of the frames on that are not filled with what stands around their hole, the results say so. */
export const NOTED_MISFITS = 0.2
