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

/** Displacement per pixel from which on a cell is strained. */
export const CARRIED_FIELD_STRAINED = 0.5

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

/**
 * Strokes of a loaded brush in two layers, lengths in fine strokes: their distance, length, width and the sigma over
 * which a colour is taken; bristles, the sigmas over which forms are calmed and looked for, and of the ground.
 */
export const IMPRESSION = {
  broad: { spacing: 32, length: 60, width: 21, sigma: 4 },
  fine: { spacing: 12.5, length: 28, width: 8.6, sigma: 1.4 },
  bristles: 2.2,
  calm: 1.2,
  forms: 6,
  ground: 7,
} as const

/**
 * Dots, lengths in fine strokes: their distance and radius, the sigmas over which light and colours are taken, and the
 * ground between them: its own levels, and the shares of the picture's light and colours in it.
 */
export const POINTILLIST = {
  spacing: 6.8,
  radius: 4.4,
  light: 1.2,
  colour: 2,
  ground: { sigma: 9, y: 36, u: 125, v: 130, light: 0.8, colour: 0.85 },
} as const

/** Radians below which what is left of a turn is noise. */
export const DABS_STILL = 0.06

/**
 * How strokes differ: length and width by those of their layer; the contrast of luma and the levels by which it and
 * colours vary; how much more vivid they are; the slope of a stroke below which a row is not cut to its part of it;
 * bristles (how far they are drawn out, what of the stroke the thinnest covers, levels they stand out by), and the
 * levels of light and shade at its edges.
 */
export const DABS = {
  length: { least: 0.75, range: 0.5 },
  width: { least: 0.8, range: 0.4 },
  light: { contrast: 1.04, varies: 14 },
  vivid: { by: 1.35, varies: 0.3 },
  colours: 5,
  level: 0.02,
  hair: { along: 0.12, least: 0.72, ridge: 9 },
  edge: 7,
} as const

/**
 * How dots differ: their size, how much more vivid they are, the levels their light varies by; the shares up to which
 * they hold the picture's colour, and lean to blue in the shade, which goes from one level over a range.
 */
export const DOTS = {
  size: { least: 0.8, range: 0.35 },
  vivid: 1.7,
  varies: 16,
  pure: 0.62,
  cool: 0.82,
  shade: { from: 150, range: 90 },
} as const

// find-relief.ts

/** The tone, 0 black to 1 white, up to which shadows are told apart, and how much more their differences count. */
export const RELIEF_SHADOW = 0.34

/** Relief's lines: levels of 255 where they begin and are full, and their length by their width. */
export const RELIEF_LINES = { from: 3, to: 9, along: 3.2 } as const

// hatch-tile.ts

/** How many tones there are; the lightest is bare paper. */
export const HATCH_TILE_TONES = 8

/**
 * How strokes differ and are laid: the share of the tile that the darkest tone covers, with at most so many strokes a
 * tone; length, width and pressure by those asked for; the range of their bend, by half their length; how many places
 * are compared for a stroke; where along it its bend crosses its middle line, squared; how steeply its ends grow thick;
 * by how much less than the number of tones the darkest shade is, and the shade below which paper is bare.
 */
export const HATCHING = {
  most: 0.96,
  tries: 60_000,
  length: { least: 0.6, range: 0.8 },
  width: { least: 0.75, range: 0.5 },
  pressure: { least: 0.7, range: 0.45 },
  bend: 0.16,
  places: 8,
  level: 0.33,
  taper: 2.5,
  below: 1.001,
  bare: 0.004,
} as const

// mosaic.ts

/** Pixels of the side of a block for which the stones that can reach it are gathered. */
export const MOSAIC_BLOCK = 6

/**
 * Stones, lengths in fine strokes: the distance between them, the colour of the joints, the sigmas over which forms are
 * calmed and looked for and colours are taken; luma's contrast, how much more vivid colours are, the levels by which
 * stones differ and their rounding is lit; the joint (where stones begin beside it, over how much, and within what
 * another stone can lie), and how round their corners are (0 square).
 */
export const MOSAIC = {
  spacing: 12,
  joint: '4a4038',
  calm: 2,
  forms: 8,
  colours: 1.8,
  contrast: 1.06,
  vivid: 1.35,
  varies: 26,
  rounded: 13,
  gap: { from: 1.1, over: 1.2, within: 3 },
  corner: 0.22,
} as const

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

/**
 * Half the side of a square in fine strokes; how much more vivid its colours are; and by what share of the levels above
 * `light` it is lighter.
 */
export const PIXELS_LOOK = { halfSide: 3.6, vivid: 1.35, lighter: 0.12, light: 126 } as const

// simplify.ts

/** Directions in which a pixel looks for its area. */
export const SIMPLIFY_SECTORS = 8

/** Squared levels of 255 below which areas count as equally plain. */
export const SIMPLIFY_PLAIN = 6

/** The sigma over which an area is averaged, by its radius. */
export const SIMPLIFY_SIGMA = 0.55

/** The least weight of an area, so that the most uneven ones have a mean. */
export const SIMPLIFY_SOME = 0.000001

// steady-source.ts

/** Levels from which on a pixel is another one than the frame before had there. */
export const STEADY_SOURCE_ANOTHER = 14

/** The least share that a frame has in a pixel that stays, and in one that moves, which resampling softens. */
export const STILL_SHARE = 0.15
export const MOVING_SHARE = 0.4

// streaks.ts

/** Pixels of a pass along lines: short, because each is straight; several follow a bend. */
export const STREAKS_PASS = 4

/** Sigmas, by that of forms, of the blur before directions are looked for and of that of the directions. */
export const STREAKS_FORMS = { calm: 0.2, direction: 0.5 } as const

// tile.ts

/** Pixels of a tile's side. */
export const TILE_SIDE = 512

/** Steps in which values are ranked. */
export const TILE_BINS = 4096

/** Noise: its grain by this and at least this sigma in pixels, without a share of what is broader than a grain. */
export const NOISE = { fine: 3, leastSigma: 0.5, withoutBroad: 0.6 } as const

/** The two larger grains of paper by its finest one, and how much they count. */
export const PAPER = { middle: { size: 2.2, by: 0.8 }, coarse: { size: 7, by: 0.35 } } as const

/** The radius of each of three box blurs by the sigma of the Gaussian that they are near to. */
export const TILE_BOX = 0.95

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

// find-lines.ts

/**
 * Sigmas by the width of a line: of the two blurs whose difference a line is, and over which its direction is looked
 * for. Between the first two a line of its width stands out most.
 */
export const LINE_BLURS = { fine: 0.55, broad: 0.9, direction: 1.6 } as const

/** From this share of the difference on that begins a line a pixel takes part in drawing one through. */
export const LINE_MASK = 0.35

// drawn.ts

/**
 * Graphite on toothed paper, lengths in fine strokes: its colours, hatching, the grain of the paper, the shading and
 * the contours. What of strokes and contours the paper's tooth takes (0 pits to 1 peaks); smudges of graphite in light
 * shade and in dark; how strongly strokes and contours cover, and the most of it all.
 */
export const PENCIL = {
  paper: 'f4f1ea',
  graphite: '2e2e30',
  hatching: {
    directions: [
      { degrees: -48, from: 0 },
      { degrees: -20, from: 0.5 },
      { degrees: 62, from: 0.75 },
    ],
    length: 62,
    width: 1.9,
    pressure: 0.42,
    spread: 7,
  },
  grain: 1.5,
  shade: { sigma: 1.6, open: 0.12 },
  lines: { width: 1.9, from: 0.7, to: 5, along: 5 },
  tooth: { least: 0.8, grain: 0.35 },
  smudge: { light: { by: 0.14, from: 0.25 }, dark: { by: 0.4, from: 0.66 } },
  stroke: 0.86,
  contour: { by: 0.85, least: 0.75 },
  most: 0.96,
} as const

/**
 * Pen and brush, lengths in fine strokes: as for {@link PENCIL}. Shades between which a shadow is filled in; covered
 * shares of the hatching between which a pen stroke has its edge, and shades between which hatching begins; and the
 * width of the light lines in what is filled.
 */
export const INK = {
  paper: 'ffffff',
  black: '0a0a0a',
  hatching: {
    directions: [
      { degrees: -52, from: 0 },
      { degrees: 38, from: 0.6 },
    ],
    length: 46,
    width: 1.5,
    pressure: 1,
    spread: 3,
  },
  shade: { sigma: 1.8, open: 0.4 },
  lines: { width: 2.6, from: 1.4, to: 3.4, along: 7 },
  relief: 2.2,
  solid: { from: 0.72, to: 0.78 },
  pen: { from: 0.3, to: 0.7 },
  hatched: { from: 0.22, to: 0.3 },
} as const

/**
 * Wax on rough paper, lengths in fine strokes: as for {@link PENCIL}; the radius of areas of one colour; the chroma, in
 * levels, that counts as vivid. `load`: how much wax a shade and a vivid colour ask for, and the most, which dark ones
 * raise. `pressed`: what contours and filled shade press as strokes do. `pits`: how deep the paper's pits are, less in
 * the dark. `wax`: between which pressures it covers, and what of it the paper's grain takes. `tone`: its light, what
 * contours take of it, and levels by which strokes and grain change it. `bend`: how strong colours grow less strong.
 */
export const CRAYON = {
  paper: 'faf6ec',
  hatching: {
    directions: [
      { degrees: -42, from: 0 },
      { degrees: -74, from: 0.55 },
    ],
    length: 74,
    width: 5.2,
    pressure: 0.72,
    spread: 9,
  },
  grain: 2,
  flat: 5,
  shade: { sigma: 1.2, open: 0.1 },
  lines: { width: 3.2, from: 1.3, to: 6, along: 6 },
  vivid: 46,
  load: {
    most: 0.86,
    dark: { by: 0.13, from: 0.5, to: 0.85 },
    least: 0.27,
    shade: 0.6,
    vivid: 0.25,
  },
  pressed: { lines: 0.9, shade: 0.74, from: 0.42, to: 0.95 },
  pits: { by: 0.85, less: 0.32, from: 0.6, to: 0.9 },
  wax: { from: -0.22, to: 0.5, pressed: 1.15, more: 0.14, most: 0.96, grain: 0.1 },
  tone: { least: 0.1, range: 0.83, lines: 0.62, hatch: 26, grain: 14 },
  bend: 0.008,
} as const

// toned.ts

/**
 * Carved in linoleum, lengths in fine strokes: its colours, the noise that gouges are drawn out of and how often, the
 * shading, the forms they follow and the width of light lines in what is black. Shades are sharper by a share of what
 * differs from a broad blur; the middle one parts paper and ink, with a soft edge; gouges move it (`by`), whole where a
 * shade's distance from it, `far` times, is below `whole`, and not from `none` on. Light lines are cut where `bare`
 * and in shades that are `dark`.
 */
export const LINOCUT = {
  paper: 'f0e8d8',
  ink: '1f2f3a',
  noise: 4.6,
  passes: 3,
  shade: { sigma: 2, open: 0 },
  forms: 18,
  broad: 9,
  relief: 3,
  sharper: 0.9,
  middle: 0.46,
  edge: 0.035,
  gouge: { by: 1.9, far: 1.4, whole: 0.5, none: 0.75 },
  bare: { from: 0.3, to: 0.7 },
  dark: { from: 0.6, to: 0.72 },
} as const

/**
 * Two inks, lengths in fine strokes: their colours, the light one's further levels, the grain of print and how much it
 * counts; by what share of what differs from a broad blur luma is sharper; and the share of the tones that stays
 * straight, where the rest follows a curve of more contrast.
 */
export const DUOTONE = {
  dark: '1a1f5a',
  light: 'f27a6a',
  lighter: 18,
  grain: 1.5,
  noise: 0.06,
  broad: 14,
  sharper: 0.25,
  straight: 0.3,
} as const

/**
 * Contours that glow, lengths in fine strokes: the colours; sigmas of the picture, of what is around an edge and of the
 * glow; the steepness in levels where an edge begins and is full, and one that is none; the shares of an edge across
 * between which it goes from one colour to the other; what of the picture shows in the dark; and how much lighter, in
 * levels, and paler the middle of an edge is.
 */
export const NEON = {
  night: '0a0a1a',
  cyan: '3af2e0',
  magenta: 'f23aa8',
  fine: 1.7,
  around: 6,
  edge: { from: 3.5, to: 20 },
  none: 0.001,
  across: { from: 0.2, to: 0.8 },
  glow: { core: 0.75, near: { sigma: 3, by: 0.75 }, far: { sigma: 11, by: 0.7 } },
  dim: 0.17,
  hot: 46,
  pale: 0.3,
} as const

// printed.ts

/**
 * Printed colours, lengths in fine strokes: the distance of dots, the radius of areas of one colour, the contours. The
 * darkest light and the steps above it, which are soft between two tones; dots between the tones where there are `none`
 * and the `most`, their size then, how soft their edge is and how dark they are; tones between which black is filled
 * in, and how black it is; and how much stronger colours are (see `strengthen`).
 */
export const COMIC = {
  pitch: 7,
  flat: 5,
  lines: { width: 3, from: 1.8, to: 4, along: 8 },
  darkest: 0.3,
  steps: [
    { by: 0.3, from: 0.2, to: 0.26 },
    { by: 0.22, from: 0.46, to: 0.52 },
    { by: 0.18, from: 0.74, to: 0.8 },
  ],
  dots: { none: 0.62, most: 0.18, size: 0.72, edge: 0.09, darker: 0.34 },
  solid: { none: 0.15, whole: 0.1 },
  black: 0.96,
  colour: { boost: 1.75, bend: 0.012 },
} as const

/**
 * Painted cels, lengths in fine strokes: the radius of areas of one colour and how often they are looked for, the
 * contours; the darkest tone, how many tones there are, between which parts of a step it is soft; what of colours lines
 * cover; the range of light, of which a share stays smooth; how dark lines are, and how much stronger colours are.
 */
export const CEL = {
  flat: 7,
  passes: 2,
  lines: { width: 2, from: 1.8, to: 5.5, along: 8 },
  darkest: 0.12,
  tones: 6,
  edge: { from: 0.36, to: 0.64 },
  covered: 0.8,
  light: { least: 0.06, range: 0.98 },
  smooth: 0.25,
  lineDark: 0.78,
  colour: { boost: 1.5, bend: 0.016 },
} as const

/** What of a colour fades under a dark line that covers it. */
export const PRINTED_FADED = 0.8

// painted.ts

/**
 * Washes on rough paper, lengths in fine strokes: the grain of the paper, the unevenness of a wash, the radius of areas
 * of one colour and how often they are looked for, the lines. By what share shade is opened; the light that is painted,
 * of which one share follows a curve and one is straight, and the whitest. `rim`: the pigment at the edges of a wash,
 * from so many levels of difference to a blur on. What unevenness, pits and lines add; how strong colours are by their
 * own chroma and the density of pigment; how they fade below a level of light; and the levels by which all is warmer.
 */
export const WATERCOLOUR = {
  grain: 2,
  wash: 48,
  flat: 5.5,
  passes: 2,
  lines: { width: 1.7, from: 1, to: 6, along: 6 },
  opened: 0.75,
  light: { least: 0.17, range: 0.8, curved: 0.65, straight: 0.35 },
  whitest: 0.975,
  rim: { sigma: 3.5, from: 1, by: 0.085, most: 0.9 },
  uneven: 0.5,
  pits: 0.3,
  line: { by: 0.42, least: 0.7, grain: 0.5 },
  colour: { by: 1.42, bend: 0.011, least: 0.55, density: 0.45 },
  shaded: { least: 0.55, light: 160 },
  warm: { u: 1.2, v: 0.8 },
} as const

/**
 * Thick paint, lengths in fine strokes: bristles, the load of strokes, the forms they follow and how often they are
 * drawn out, the radius of areas of one colour; accents of fine detail, between two blurs. The curve of tones, of which
 * shade follows a part; how much a load of paint changes light and middle tones; the range of light; how a relief
 * shines, least in the dark and in what is very light; the canvas; how strong colours are, the levels by which all is
 * warmer, and how steep a slope of paint counts.
 */
export const OIL = {
  bristles: 3,
  loads: 9,
  forms: 16,
  passes: { colour: 1, strokes: 3 },
  flat: 6,
  accent: { sigma: 1.1, broad: 3, by: 0.9 },
  curve: { by: 0.5, shade: 0.25 },
  load: { least: 0.07, middle: 0.26 },
  light: { least: 0.045, range: 0.9 },
  relief: { least: 0.26, by: 0.62, until: 1.3 },
  canvas: { thread: 4.2, by: 0.012 },
  colour: { by: 0.5, bend: 0.009 },
  warm: { u: 1.5, v: 1 },
  slope: { by: 1.5, bend: 5 },
} as const
