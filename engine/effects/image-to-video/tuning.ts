/**
 * What was tuned of image to video: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// animate-picture.ts

/** A video of fewer lines than this share of those asked for is refused. */
export const MIN_SHARE = 0.5

// blink.ts

/** When people blink, in seconds, and how much later the next one does. */
export const BLINKS = [1.15, 3.6, 6.3, 8.55]
export const BLINK_LATER = 0.23

/** Of the skin between lid and brow this share stretches; the brow itself stays. */
export const BLINK_STRETCHED = 0.86

/** How far the upper lid goes beyond the lower one, in widths of the eye. */
export const BLINK_OVER = 0.06

/**
 * In widths of the eye: the edge of a lid, which moves as it is; what lashes above it cover, which is no skin to be
 * stretched; and the lashes below a lid that is closed, with the share of light that they take. The edge moves whole up
 * to a share of itself, and lashes cover no more than a share of the skin above it.
 */
export const BLINK_LASHES = {
  edge: 0.05,
  whole: 0.3,
  above: 0.2,
  mostOfLid: 0.4,
  below: 0.05,
  dark: 0.45,
} as const

/** The share of light that the edge of a closed lid loses, as it is turned down. */
export const BLINK_SHADE = 0.16

/**
 * How far to either side stretched skin is averaged, in widths of the eye, whole where it comes from so far above:
 * single lashes would become streaks.
 */
export const BLINK_SMOOTHED = { beside: 0.07, whole: 0.3 } as const

/** In widths of the eye: how far around an eye a frame may change, and the least skin between a lid and its brow. */
export const BLINK_REACH = 0.7
export const BLINK_LEAST_LID = 0.15

/** Pixels by which a lid must have moved. */
export const BLINK_MOVED = 0.01

/** From this share of the widest opening on a place is the middle of a lid, which comes down all the way. */
export const BLINK_MIDDLE = 0.8

/** How much of the skin above the edge of a lid is stretched over the eye at most, by its height: more would fold. */
export const BLINK_STEEPEST = 0.85

/** Seconds in which lids close, stay closed and open again. */
export const BLINK_SECONDS = { closing: 0.07, closed: 0.035, opening: 0.095 } as const

// camera-at.ts

/** Seconds in which a swing makes its turns. */
export const SWING_SECONDS = 5

/** The least way of a camera that goes aside to either side, in widths, whatever heads it would have to keep. */
export const LEAST_ASIDE = 0.02

/** A view that misses a head or feet by so little, in heights, is moved and keeps its size. */
export const CAMERA_AT_ASTRAY = 0.015

/** The room above heads and below feet, in heights, and beside heads, in widths. */
export const CAMERA_AT_ROOM = 0.02

// continue-edge.ts

/** Pixels around people that may still show some of them, and their share around a pixel that shows none but hair. */
export const CONTINUE_EDGE_SPILL = 2
export const CONTINUE_EDGE_UNSEEN = 0.03

/**
 * How far from people single hairs are looked for and how wide they are, in widths; levels by which they stand out; the
 * share from which on a pixel is people's own, and how far on the way to their colours a hair's is.
 */
export const CONTINUE_EDGE_WISPS = {
  within: 0.022,
  wide: 0.016,
  apart: 28,
  people: 0.9,
  likePeople: 0.3,
} as const

/** Levels from which on and at which a fill is too far from a calm one, in the mean over this sigma in widths. */
export const CONTINUE_EDGE_APART = { least: 18, most: 45, sigma: 0.008 } as const

/** A share of a box that is not none, whatever rounding made of its sum. */
export const CONTINUE_EDGE_SOME = 1e-5

// draw-scene.ts

/** Pixels between the places of a frame whose source is computed; between them it is bilinear. */
export const SCENE_STEP = 16

/** What is nearer than this share of people's nearness begins to be in focus with them. */
export const SCENE_FOCUS = 0.5

/** Rounds of looking for a place's source: its depth is that of the source, which is where the depth says. */
export const SCENE_ROUNDS = 4

// estimate-depth.ts

/** Nodes along the longer side. */
export const DEPTH_NODES = 64

/** A camera at eye height sees its horizon at this share of a standing person's height above their feet. */
export const DEPTH_EYES = 0.88

/** The height of a person in widths of the face. */
export const DEPTH_FACES = 11

/** People whose box ends below this are cut off by the picture. */
export const DEPTH_CUT_OFF = 0.97

/** A horizon so near the ground's end, in heights of the picture, is the end of the ground itself. */
export const DEPTH_SAME = 0.1

/** How far above the end of ground the horizon lies where nobody tells. */
export const DEPTH_ABOVE = 0.15

/** Ground without an end, such as a studio's: so far above feet, in heights of the person, it is a wall. */
export const DEPTH_WALL = 0.12

/** How near a wall is behind people who are cut off: as sharp as they are, and out of focus. */
export const SHARP_WALL = 0.3

/** The farthest is no nearer than this: in a small room a camera's way would show next to nothing. */
export const DEPTH_FARTHEST = 0.3

/** The nearest of a picture that tells nothing: its bottom. */
export const DEPTH_UNTOLD = 0.5

/**
 * The share of second differences of levels that are smaller than those that tell how sharp something is; and those of
 * the background by those of people where it is quite blurred, and as sharp as they are.
 */
export const SHARPNESS = { steps: 0.97, blurred: 0.25, sharp: 0.9 } as const

// face-width.ts

/** The longer of two lengths is the width of a face, also of one turned away. */
export const NOSE_TO_SHOULDERS = 0.85

// fall.ts

/** Room beyond the frame, in its heights, in which what comes back at the other side is not seen. */
export const FALL_MARGIN = 0.12

/** Seconds that a streak of rain is open to the camera. */
export const FALL_EXPOSURE = 1 / 45

/**
 * How much more particles are far away than near, as of what fills a room: the power of an even distribution; and the
 * depth beyond which, towards the camera, they are before people.
 */
export const FALL_DEPTH = { farther: 1.6, people: 0.5 } as const

/** How often its own flutter the farthest swings to either side; the nearest swings once more. */
export const FALL_FLUTTER = 0.4

/** By how much a mote shines less and less again as it turns. */
export const FALL_SHINE = 0.4

/** How opaque particles are: a share of their own, and more the farther they are, as near ones are out of focus. */
export const FALL_NEAREST = { own: 0.45, more: 0.55, fainter: 0.5 } as const

// film-look.ts

/** Pixels of a side of the tile of grain, and its normal deviation of 1. */
export const FILM_LOOK_TILE = 256

/** Old film changes its light and its dirt so often a second. */
export const FILM_LOOK_CHANGES = 12

/** It has so many pictures a second, and grain of its own in each: more would cost twice the bytes. */
export const FILM_LOOK_PICTURES = 15

/** Specks: their radius in heights of the frame, the share that is dark, the levels of both, and their opacity. */
export const FILM_LOOK_SPECK = {
  least: 0.0012,
  range: 0.003,
  dark: 0.6,
  levels: { dark: 30, light: 215 },
  opacity: 0.7,
} as const

// find-ground.ts

/** Heights from which the search begins, and its rounds. */
export const GROUND_BEGINNINGS = [0.35, 0.5, 0.65, 0.8] as const
export const GROUND_SEARCHES = 5

/** Kinds of colour and texture that are told apart, and rounds of finding them. */
export const GROUND_KINDS = { count: 14, rounds: 8 } as const

/** The weight of what a cell shows and of an edge between two, and the cost of a step from column to column. */
export const GROUND_LINE = { evidence: 0.035, edge: 4, step: 0.5, mostSteps: 5 } as const

/** The cells an edge may be off the line, and the share of columns that agree with it. */
export const GROUND_STRAIGHT = { off: 1.6, agree: 0.7 } as const

/** The steepest line, the slope of a level one, and how far from it texture is compared, in heights. */
export const GROUND_SLOPE = { steepest: 0.3, level: 0.03, near: 0.2 } as const

// find-life.ts

/** So many people, the tallest, have hair and cloth that sways: of a crowd each one is too small. */
export const MOST_SWAYING = 4

// find-people.ts

/** The level, 0–255, above which two networks agree that a pixel is a person's. */
export const PEOPLE_AGREED = 225

/** Each pass decides by colour what lies beside what the one before has decided. */
export const PEOPLE_PASSES = 6

/** The share of a picture from which people are moved apart from what is behind them, and up to which. */
export const PEOPLE_SHARE = { least: 0.02, most: 0.85 } as const

// framing-of.ts

/** About the strongest zoom on people of any template. */
export const FRAMING_OF_ZOOM = 1.26

/** Below this, in heights from the middle, people are cut off by the picture already. */
export const FRAMING_OF_CUT_OFF = 0.48

/** Whoever is this share of the tallest person's height belongs to the group that the camera keeps. */
export const FRAMING_OF_GROUP = 0.4

/** Half the width of a head with its hair, in widths of the face. */
export const FRAMING_OF_HEAD = 0.75

// matte-head.ts

/** How far around the nose a head is looked at, in widths of the face: hair beside it, above it, to the shoulders. */
export const MATTE_HEAD_REACH = { beside: 1.75, above: 1.6, below: 2 } as const

/** The share of each side over which what was found in the part goes over into what was found before. */
export const MATTE_HEAD_FADED = 0.14

/** Faces of fewer pixels are not shown in more detail by a part than by the whole. */
export const MATTE_HEAD_LEAST = 24

/**
 * What the part alone shows to be background is kept all the same where it was `levels` more and is so large, in widths
 * of the face squared, that the network can see it better from afar; pixels over which it goes over.
 */
export const MATTE_HEAD_KEPT = { levels: 90, area: 0.7 } as const
export const MATTE_HEAD_SOFT = 4

// open-eyes.ts

/** Degrees by which a face may be turned, and the least width of an eye in pixels. */
export const OPEN_EYES_TURNED = { yaw: 26, pitch: 24 } as const
export const LEAST_WIDTH = 14

/** How far an eye must be open, in its widths: a narrower one squints, laughs or is closed. */
export const OPEN_EYES_OPEN = 0.16

/**
 * The light of the skin that would become a closed lid, by that of the skin above it: below this a brow lies there.
 */
export const OPEN_EYES_BARE = 0.75

/** Places along an eye at which that is measured, in its widths. */
export const OPEN_EYES_ALONG = [-0.25, -0.15, -0.05, 0.05, 0.15, 0.25]

/**
 * Parts of the way from the lid to the brow: skin below its middle, and what is drawn out to a closed lid above it.
 * Where that has less than the share {@link OPEN_EYES_BARE} of the skin's light it is the brow itself, which lies low
 * on many faces, and would be drawn over the eye as streaks.
 */
export const OPEN_EYES_LID = { skin: [0.2, 0.5], drawn: [0.5, 0.86] } as const

// performer.ts

/** Frames a second, and ticks of the result's clock that one lasts. */
export const TASK_RATE = 30
export const TASK_TICKS = 512

/** The largest sides of a result by its quality. */
export const TASK_SIDES = {
  std: { long: 1280, short: 720 },
  pro: { long: 1920, short: 1080 },
} as const

/** How much more detail than a frame shows a picture keeps for what a zoom enlarges. */
export const TASK_DETAIL = 1.15

// picture-cells.ts

/** Cells along the longer side. */
export const PICTURE_CELLS = 96

/** Features of a cell: three of colour, and its texture. */
export const PICTURE_CELLS_FEATURES = 4

/** The Lab difference of a full edge, over so many cells to either side. */
export const PICTURE_CELLS_FULL = 26
export const PICTURE_CELLS_BESIDE = 2

/** Colour and texture count so many times as much as lightness, which shadows change. */
export const PICTURE_CELLS_WEIGHT = { chroma: 1.6, texture: 1.2 } as const

/** The share of a cell that may be people. */
export const PICTURE_CELLS_COVERED = 0.05

/** The edge that counts, the least share of columns that are seen, and the texture of sky against that of ground. */
export const LEAST_EDGE = 0.3
export const LEAST_SEEN = 0.3
export const SKY_TEXTURE = 0.6

// reach-of.ts

/** Times at which a motion is looked at. */
export const REACH_OF_LOOKS = 60

// scene.ts

/** The blur of what is out of focus, in widths. */
export const SCENE_DEFOCUS = 0.006

/** How far around a pixel people's own colours are looked for, in widths, and the levels they may differ by. */
export const SCENE_BESIDE = 0.012
export const SCENE_SPREAD = { luma: 60, colour: 20 } as const

/** A mean weight that is not none, whatever rounding made of it. */
export const SCENE_SOME = 1e-4

/**
 * Shares of the rim behind people that are in doubt: up to the first they move in full against what is behind them,
 * from the second on less by the third.
 */
export const SCENE_DOUBT = { sure: 0.06, unsure: 0.22, less: 0.55 } as const

/** Shares of a matte below and above which a pixel is all background or all person. */
export const SCENE_MATTE = { none: 0.05, all: 0.93 } as const

// sway-field.ts

/** Even, so that nodes of luma are nodes of colour too. */
export const SWAY_FIELD_STEP = 8

/** How sure the regions must be of hair or cloth, 0–1. */
export const SWAY_FIELD_SURE = 0.25

/** How far tips go, and at which distance from what they hang from they go all of it, in widths of the face. */
export const SWAY_FIELD_HAIR = { amount: 0.05, from: 0.04, full: 0.6 } as const

/** The same for cloth, in body scales; and how far around the bones it lies on the body and stays. */
export const SWAY_FIELD_CLOTH = { amount: 0.035, from: 0.02, full: 0.42 } as const
export const SWAY_FIELD_BONE = { arm: 0.1, leg: 0.16, torso: 0.1 } as const

/** Half the axes of a skull and its middle above the chin, in widths of the face. */
export const SWAY_FIELD_SKULL = { across: 0.56, along: 0.74, middle: 0.66 } as const

/** The wave's length, in the distances at which tips go all the way. */
export const SWAY_FIELD_WAVE = 1.6

/** How far around a person's outline a field goes on, so that the outline itself moves; in widths of the face. */
export const SWAY_FIELD_BEYOND = 0.12

/** Pixels that the farthest node must go for anything to sway. */
export const SWAY_FIELD_LEAST = 0.5

/**
 * The share of hair or cloth in what is of a person around a place from which on it begins to sway, and does; and the
 * share of a person that is none.
 */
export const SWAY_FIELD_BELONGS = { from: 0.15, to: 0.7, some: 0.02 } as const

// sway.ts

/** Waves: share of the way, whole turns in five seconds, how much shorter than the field's, and phase. */
export const SWAY_WAVES = [
  { share: 0.62, turns: 2, shorter: 1, phase: 0 },
  { share: 0.38, turns: 3, shorter: 1.7, phase: 0.31 },
] as const

/** Wind comes and goes by this share. */
export const SWAY_GUST = { share: 0.3, turns: 1, phase: 0.2 } as const

/** Up and down by this share of the way to the sides, in waves so much shorter than the field's. */
export const SWAY_LIFT = { share: 0.22, turns: 2, shorter: 1.3, phase: 0.15 } as const

/** Pixels that a cell must go at most to be moved. */
export const SWAY_LEAST = 0.02

// find-horizon.ts

/** By how many levels of 255 sky is lighter, and the share of columns in which a horizon is an edge. */
export const HORIZON_SKY = { lighter: 8, through: 0.9 } as const

/**
 * No horizon is looked for above this height, where level edges are roofs, and ground is looked at so far below it,
 * both in heights of the picture.
 */
export const HORIZON_HEIGHT = { highest: 0.3, near: 0.2 } as const

// light.ts

/** How a vignette grows with the distance from the middle, how much of half of it, and the most light that it takes. */
export const VIGNETTE = { power: 1.5, by: 0.7, most: 0.9 } as const

// depth-by-model.ts

/** The shares of nodes that count as farthest and nearest: single values of networks lie beyond. */
export const DEPTH_ENDS = { farthest: 0.02, nearest: 0.98 } as const

// draw-particle.ts

/** The least radius of what is drawn, in pixels of luma and of colour, which has half as many. */
export const PARTICLE_LEAST = { light: 0.9, colour: 0.7 } as const
