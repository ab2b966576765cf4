/**
 * What was tuned of a video's background: each value with its unit, what it decides and how it was found, under the
 * file it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact
 * sheet. The file is as long as the list is.
 */

// composite.ts

/** Levels by which people at an edge may differ from the people beside it. */
export const COMPOSITE_SPREAD = 60

/** Frames that stay as they are while the next ones are made. */
export const COMPOSITE_AHEAD = 2

// edge-levels.ts

/** Pixels of luma in a row that have one level. */
export const EDGE_LEVELS_RUN = 8

// judge-mattes.ts

/**
 * How far a frame's matte contradicts what was known, as a share of the people, from which on it is unsure; and the
 * share of such frames that is told. People before calm walls have 0.15 at most, in no frame more; a jump before a wall
 * in the colours of skin has half its frames above it, a class before a temple, of which pieces stay, a fifth.
 */
export const MATTE_UNSURE = { doubt: 0.2, share: 0.12 } as const

/**
 * The doubt that half of the frames have where people are lost, such as a cyclist before a painted wall (0.44; the jump
 * has 0.2), and the frames that tell it.
 */
export const MATTE_LOST = { doubt: 0.36, least: 8 } as const

// match-light.ts

/** The share of the difference between the two backgrounds that is carried over, and the most levels of it. */
export const LIGHT_SHARE = 0.12
export const MOST_LUMA = 0.1
export const MOST_CHROMA = 5

/** The parabola's height in the middle between black and white. */
export const LIGHT_HEIGHT = 109.5 ** 2

// performer.ts

/** Seconds in which the matte of a worker who comes in becomes that of one who was there from the start. */
export const WARM_UP = 1

/** Seconds in which people are looked for in every frame, and between two looks after that. */
export const LOOKED_CLOSELY = 10
export const LOOK_INTERVAL = 0.5

/** Seconds of people by which it is judged whether they can be told, where several workers share a video. */
export const JUDGED_SECONDS = 2

// read-light.ts

/** The share of a frame that people must fill in at least one frame. */
export const LEAST_PEOPLE = 0.005

/** Below this alpha, 0–1, a pixel surely is background and tells the light of the old one. */
export const SURELY_BACKGROUND = 0.05

/** From this alpha, 0–1, on a cell shows somebody: in a frame without one nobody is found. */
export const SURELY_SOMEBODY = 0.5

// tell-nobody.ts

/**
 * The share of frames without anybody that is told. Somebody dark before a dark kitchen is not found in a whole shot,
 * 0.24 of a video of six; one who stays has none such.
 */
export const NOTED_NOBODY = 0.05
