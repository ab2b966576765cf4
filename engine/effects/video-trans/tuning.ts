/**
 * What was tuned of video styles: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// carried-field.ts

/** Frames after which a cell belongs to the ground again, and pixels by which it must then be off to be laid anew. */
export const CARRIED_FIELD_RESTED = 6
export const CARRIED_FIELD_OFF = 0.75

/** Cells of ground that tell where all of it lies. */
export const LEAST_GROUND = 60

/** Pixels of a cell. */
export const CARRIED_FIELD_STEP = 8

/** Displacement per pixel from which on a texture is visibly drawn out, and how fast it gives way. */
export const CARRIED_FIELD_STRAIN = 0.3
export const CARRIED_FIELD_EASE = 0.12

/** Mean stretch, turn or share of strained cells at which a texture is laid anew, and frames that this takes. */
export const CARRIED_FIELD_WORN = 0.3
export const WORN_CELLS = 0.4
export const CARRIED_FIELD_FADE = 8

// carried-marks.ts

/** Frames that a mark takes to come or go. */
export const CARRIED_MARKS_FADE = 4

/** Shares of the distance between marks: closer than this one goes, and in a gap as wide as this one comes. */
export const CARRIED_MARKS_CROWDED = 0.6
export const CARRIED_MARKS_GAP = 1

/** Closer than this one is gone at once: where a motion presses many together they would lie there in splinters. */
export const CARRIED_MARKS_PRESSED = 0.4

/** No mark within this distance of a place leaves it bare: it is covered at once, as where a scene begins. */
export const CARRIED_MARKS_BARE = 1.4

/** Tries for a place in each cell where a scene begins. */
export const CARRIED_MARKS_TRIES = 24

/** The share at which a scene begins: between the two, so that on still ground none comes or goes. */
export const CARRIED_MARKS_FIRST = 0.82

// dabs.ts

/** How fast a stroke turns with the form under it. */
export const DABS_TURN = 0.35

/** Levels of luma at which a stroke ends. */
export const DABS_EDGE = 22

// find-relief.ts

/** The tone, 0 black to 1 white, up to which shadows are told apart, and how much more their differences count. */
export const RELIEF_SHADOW = 0.34

// hatch-tile.ts

/** How many tones there are; the lightest is bare paper. */
export const HATCH_TILE_TONES = 8

// mosaic.ts

/** Pixels of the side of a block for which the stones that can reach it are gathered. */
export const MOSAIC_BLOCK = 6

// paint-frames.ts

/** The pixels of a frame in which a fine stroke has one, and the bounds of what it has in others. */
export const FRAMES_WHOLE = 1280 * 720
export const LEAST_UNIT = 0.55

// performer.ts

/** Frames a second of a result, and pixels of its longer side, at most (specification of the service). */
export const TASK_RATE = 16
export const LONG_SIDE = 1280

// pixels.ts

/** Colours of a scene. */
export const PIXELS_COLOURS = 28

/** Rounds in which they are chosen (k-means, Lloyd 1982), and how fast they follow a scene that changes slowly. */
export const PIXELS_ROUNDS = 10
export const PIXELS_SPEED = 0.03

/** Squared levels by which another colour must suit a square better than the one it has. */
export const PIXELS_KEEP = 90

/** How far dither moves a square's luma, in levels: the order of Bayer (1973). */
export const PIXELS_DITHER = 6

// simplify.ts

/** Directions in which a pixel looks for its area. */
export const SIMPLIFY_SECTORS = 8

/** Squared levels of 255 below which areas count as equally plain. */
export const SIMPLIFY_PLAIN = 6

// steady-source.ts

/** Levels from which on a pixel is another one than the frame before had there. */
export const STEADY_SOURCE_ANOTHER = 14

/** The least share that a frame has in a pixel that stays, and in one that moves, which resampling softens. */
export const STILL_SHARE = 0.15
export const MOVING_SHARE = 0.4

// streaks.ts

/** Pixels of a pass along lines: short, because each is straight; several follow a bend. */
export const STREAKS_PASS = 4

// tile.ts

/** Pixels of a tile's side. */
export const TILE_SIDE = 512

/** Steps in which values are ranked. */
export const TILE_BINS = 4096

// tone.ts

/** Shares of the pixels that are darker than black, and not lighter than white. */
export const TONE_DARK = 0.01
export const TONE_LIGHT = 0.985

/** The least range, so that a plain frame stays plain. */
export const TONE_LEAST = 70

/** How fast the range follows a video: slow enough not to be seen. */
export const TONE_SPEED = 0.04

// vividness.ts

/** Luma up to which colours are not made stronger, and from which on fully: in shade dark skin would glow red. */
export const VIVIDNESS_SHADE = { from: 45, to: 130 } as const

/** How strong a colour is that begins to be left as it is, and that is left: skin would turn orange. */
export const VIVIDNESS_STRONG = { from: 12, to: 42 } as const
