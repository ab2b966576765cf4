/**
 * What was tuned of finding people, faces and hands: each value with its unit, what it decides and how it was found,
 * under the file it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the
 * contact sheets. What a network is made for stands beside the code. The file is as long as the list is.
 */

// mattes/render-matte.ts

/** The filter flattens edges a little; this slope restores the steepness that is seen in the picture. */
export const STEEPNESS = 1.5

// faces/face-quality.ts

/**
 * Skin is sampled from the pyramid level at which a face is about so many pixels wide: a pixel is then a fair mean.
 */
export const SAMPLED_FACE_WIDTH = 80

/**
 * A landmark is covered when its chroma is further than this from the face's median, or its luma below this share of
 * the median. A part is covered when most of its landmarks are.
 */
export const MAX_CHROMA_DISTANCE = 0.09

/** A landmark is covered when its luma is below this share of the median of the face. */
export const MIN_RELATIVE_LUMA = 0.5

// faces/crop-features.ts

/** The size of a crop as a multiple of the extent of its landmarks. */
export const FEATURE_CROP_SCALE = 1.5

// bodies/pose-search-windows.ts

/** The search for a pose in the whole picture: the least score of a body, and what its landmarks must fulfil. */
export const WHOLE_PICTURE = {
  minScore: 0.5,
  requirements: { minPresence: 0.5, maxDistance: 0.25, maxEstimates: 4, upright: false },
} as const

/** Tiles show magnified noise and people cut in half, so that the requirements are stricter. */
export const POSE_TILE = {
  minScore: 0.6,
  requirements: { minPresence: 0.8, maxDistance: 0.15, maxEstimates: 2, upright: true },
} as const

/**
 * The least share of their side that neighbouring tiles have in common, so that each person is whole in one of them.
 */
export const POSE_TILE_OVERLAP = 0.4

// bodies/head-mask.ts

/** The half axes of the head as multiples of the half sides of the face's box, which reaches from brows to chin. */
export const HEAD_AXES = { across: 1.35, up: 1.9, down: 1.25 } as const

/** The chest below the chin, in heights of the face's box. Its half width grows with the depth, up to `halfWidth`. */
export const GUESSED_CHEST = { halfWidth: 1.7, slope: 0.9, down: 3 } as const

/** The level of the guessed chest, 0–255: below that of segmented pixels, so that a known body keeps its own. */
export const CHEST_LEVEL = 160

// detection/detect-in-second-stage-crops.ts

/**
 * Candidates below this share of the strongest score get no crop: where one is a face, other things score far less.
 */
export const MIN_RELATIVE_SCORE = 0.1

/**
 * The side of a crop as a multiple of the candidate's box. A face is then 28 pixels tall, and can lie a fifth of its
 * size beside the box. Measured on 111 small faces that the first stage was not sure of: 88 are found so, 87 with 1.5
 * in crops of 48 pixels, 84 with 2 in crops of 64, 81 with 1.2 in crops of 32.
 */
export const SECOND_STAGE_SCALE = 1.4

// bodies/mask-other-people.ts

/** A pixel belongs to another person when its distance to their axis is below this share of that to the own axis. */
export const OTHERS_DISTANCE = 0.35

/** The grey that other people are masked with, in the range of the landmark network's input. */
export const OTHERS_GREY = 0.5

// bodies/could-be-phantom.ts

/**
 * A body of a lower score, 0–1, that lies on another one by more than this share of the smaller box: of 91 photographs
 * the one without a face was a skier's arm with its pole (0.60, 0.37); people behind others all showed theirs.
 */
export const PHANTOM = { score: 0.7, overlap: 0.3 } as const

// bodies/find-faceless-pose.ts

/**
 * The least score of the detector; the height of the hips and the radii of two bodies that fill the picture, in
 * heights of it; how many estimates there are, of which the first ones settle; what the others and both ends fulfil. Of
 * 91 photographs of people, 21 garments alone and 16 objects: people behind telephones 0.47 and 0.49, 0.80 to 1 and
 * 0.05 to 0.16; hands, garments and objects had no such score, less presence, or no two estimates alike.
 */
export const FACELESS = {
  minScore: 0.4,
  hips: 0.55,
  radii: [0.72, 0.6],
  estimates: 6,
  settling: 2,
  minPresence: 0.75,
  maxDistance: 0.2,
} as const

// faces/detect-faces.ts

/** Faces whose boxes' intersection is a larger share of the smaller box are one face. */
export const SAME_FACE_OVERLAP = 0.5

/** The least score of a weak candidate; 96 % of faces a twelfth as tall as the longer side have more (measured). */
export const WEAK_SCORE = 0.005

/**
 * Where only the largest face is wanted, weak candidates smaller than this share of the largest detection are not
 * examined: their boxes are as large as faces to a fifth. Measured on 150 compositions of two heads, one of them
 * blurred, dark or rotated: the largest face is the one that all candidates give, as without this bound.
 */
export const MIN_RIVAL = 0.7

/** The score below which a detection is unsure, and the least first logit that it then needs. */
export const FIRST_LOGIT = { unsure: 0.6, least: 21 } as const

// hands/hand-roi.ts

/**
 * The side of the region as a multiple of the palm's box, or of the extent of the stable landmarks (MediaPipe's
 * settings).
 */
export const HAND_ROI_SCALE = { palm: 2.6, landmarks: 2 } as const

/** How far the region is shifted towards the fingers, as a share of the same sizes (MediaPipe's settings). */
export const HAND_ROI_SHIFT = { palm: 0.5, landmarks: 0.1 } as const

// hands/detect-hands.ts

/** The least presence of a hand, 0–1; feet and folds that the detector takes for palms mostly have less. */
export const HAND_PRESENCE = 0.5

/** Two sets of landmarks are one hand when their mean distance is below this share of the larger one's size. */
export const SAME_HAND_DISTANCE = 0.2

// bodies/find-poses-by-face.ts

/** The least presence of each estimate, 0–1. */
export const POSE_BY_FACE_PRESENCE = 0.8

/**
 * A face belongs to a body when their noses are nearer than this share of the face's size; neighbours are further.
 */
export const SAME_NOSE_DISTANCE = 0.3

// detection/detect-in-tiles.ts

/** Boxes whose intersection is a larger share of the smaller box are one object, seen in two tiles. */
export const SAME_TILE_OVERLAP = 0.3

/**
 * A box counts as cut when it is nearer than this to an inner side of its tile, as a share of the tile's longer side.
 */
export const CUT_MARGIN = 0.01

// mattes/refine-matte-by-guide.ts

/** The guided filter's ε: colour variance (0–1 squared) that still counts as one surface. */
export const GUIDE_SMOOTHNESS = 0.0005

/** How many times, less so much, the share of the other side around a pixel makes it one of the edge. */
export const EDGE_BAND = { times: 8, less: 0.1 } as const

// mattes/selfie-mask.ts

/** From this aspect ratio on, the network for landscape format shows the picture in more detail. */
export const LANDSCAPE_ASPECT = 1.4

// detection/non-maximum-suppression.ts

/** Boxes with a larger intersection over union are the same object (MediaPipe's setting). */
export const SAME_IOU = 0.3

// bodies/separate-poses.ts

/**
 * People can touch when their shoulders are nearer than this share of the larger one's body circle, by its radius.
 */
export const TOUCHING = 0.75

// bodies/find-poses.ts

/** Poses at a smaller distance are of the same person. */
export const SAME_POSE_DISTANCE = 0.5

// bodies/detect-bodies.ts

/** Masks whose intersection is a larger share of the smaller one are one person found twice. */
export const SAME_BODY_OVERLAP = 0.8

// mattes/keep-person-components.ts

/** Pixels above this probability belong to a component. */
export const PERSON_PROBABILITY = 0.15

// faces/face-roi.ts

/** The side of the region as a multiple of the face's box (MediaPipe's setting). */
export const FACE_ROI_SCALE = 1.5

// bodies/trim-to-selfie-mask.ts

/** When the selfie mask contains less of the body's mask than this share, the network has missed the person. */
export const SELFIE_AGREEMENT = 0.7

// bodies/pose-roi.ts

/**
 * The side of the region as a multiple of the circle's diameter, with room for hands and feet (MediaPipe's setting).
 */
export const POSE_ROI_SCALE = 1.25

// bodies/person-mask.ts

/** How far the edge of the network's mask can be off, in its pixels. */
export const MASK_EDGE_ERROR = 2.5

// bodies/estimate-pose.ts

/** A heatmap is used when it has at least this confidence (MediaPipe's setting). */
export const HEATMAP_CONFIDENCE = 0.5

// bodies/refine-region.ts

/**
 * Where shoulders lie between the hips (0) and the point above the head (1), and how much higher the nose is. Measured:
 * real shoulders lie between 0.54 and 0.62 and noses between 0.69 and 0.84.
 */
export const UPRIGHT = { shoulders: { from: 0.45, to: 0.75 }, nose: 0.08 } as const

// bodies/body.ts

/** A landmark is shown from this presence on, 0–1: below it the network says that it is outside the picture. */
export const SHOWN_PRESENCE = 0.5

// faces/best-rotation.ts

/** The quaternion from which a rotation is sought: nearly none, and at right angles to none. */
export const ROTATION_START = [1, 0.01, 0.02, 0.03] as const

// faces/face-quality.ts

/** By what differences of blue and red from luma become chroma of -0.5 to 0.5 (ITU-R BT.601). */
export const CHROMA_SCALE = { blue: 0.564, red: 0.713 } as const

// user-models/tiles.ts

/** By how much the part is shrunk from one try to the next, until few enough tiles cover it. */
export const TILES_SHRUNK = 1.05
