/**
 * What was tuned of object replacement: each value with its unit, what it decides and how it was found, under the file
 * it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet.
 * The file is as long as the list is.
 */

// apply-material.ts

/** What is lighter than the surface by so much L* is a print or a highlight and tells nothing of its shading. */
export const MATERIAL_PRINT = { from: 18, full: 30 } as const

/**
 * By how much L* a fold or seam stands out of the blurred shading at least, and in medians of how far pixels are off
 * it, which is the old weave; every so manyth pixel is looked at.
 */
export const KEPT_FOLDS = { least: 1.5, weaves: 2.5, apart: 7 } as const

/**
 * The lit part of a surface, a quantile of every so manyth pixel; L* that it stays below under a material, and the
 * least exponent of its shading for that.
 */
export const LIT_MATERIAL = { quantile: 0.95, apart: 11, white: 95, least: 0.6 } as const

/** Where more of a surface than this looks like a highlight, it is a light print, which the new surface covers. */
export const MOST_HIGHLIGHTS = 0.04

/** Places of a texture that its mean colour is taken of, for one in a given colour: 20 x 20, 3 cm apart. */
export const MATERIAL_SAMPLES = { side: 20, apart: 3 } as const

/** How much of a texture's own differences in hue and chroma it keeps in a given colour. */
export const MATERIAL_CHROMA = 0.4

// change-rim.ts

/** How far inside the mask its rim ends, as a share of how far it reaches outside; pixels at least and most. */
export const RIM_INNER = { share: 0.5, least: 1, most: 3 } as const

/**
 * How wide halos of sharpening are, pixels; how much an even ground deviates at most, levels of all channels; below
 * which share of the thing a pixel is ground.
 */
export const RIM_HALO = { wide: 3, even: 12, share: 0.04 } as const

/**
 * The share of the thing in a pixel's light from which on it is the thing, in part and whole, and keeps what was made
 * of it.
 */
export const RIM_MIXED = { from: 0.7, full: 0.95 } as const

/**
 * How much it counts, in shares of both colours' squares, that a pixel's shares of thing and ground are one together:
 * with nothing a dark thing before a light ground of its hue has any share, with much a shade is another mixture.
 */
export const RIM_SUM = 0.01

/**
 * How far off all mixtures a pixel is that is none, in part and surely, as a share of how far apart the two colours
 * are.
 */
export const RIM_OFF = { from: 0.2, full: 0.5 } as const

/** How much it costs, in shares of the square of the ground's colour, to find ground in what the mask covers. */
export const RIM_COVERED = 0.015

/**
 * From this share of the thing on a pixel beyond the mask is a shade of the ground where such pixels go on as far as
 * the rim does.
 */
export const RIM_SHADE = 0.25

// cover-remains.ts

/** How far outside the mask remains are looked for: a share of the picture's longer side, pixels at least and most. */
export const COVER_REMAINS_REACH = { share: 0.006, least: 4, most: 10 } as const

/** The ring that shows the ground ends so far from the mask, in reaches; it begins at one. */
export const GROUND_END = 3

/** Sigma over which the colours of the object and of the ground are averaged, in reaches. */
export const COVER_REMAINS_SIGMA = { object: 1.5, ground: 3 } as const

/** The object must differ from its ground by so many levels for its remains to be told. */
export const LEAST_APART = 24

/** The share of the object's colour from which on it counts, that counts whole, and deviations of the ground more. */
export const COVER_REMAINS_SHARE = { from: 0.08, full: 0.22, deviations: 1.5 } as const

/** From this share of the object's colour on a pixel beside a mask is the object itself, and no mixture. */
export const COVER_REMAINS_WHOLE = 0.8

/** Beside a share above this a pixel counts whole: what it still has of the object is too little to be measured. */
export const COVER_REMAINS_CERTAIN = 0.3

// cover-slivers.ts

/**
 * A strip of the thing beyond the mask: how far out it ends at most, as a share of the picture's longer side, pixels
 * at least and most; how far out the ground is looked at, in such reaches; sigma over which the ground is averaged and
 * over which a strip is, pixels; by how many levels it differs from the ground at least, and by how many of the
 * ground's own deviations around it, over a sigma in reaches; by how many levels the ground deviates at most over a
 * wider one; how fine colours are told, levels, and the share of the ground from which on a colour is its own; the
 * share of the thing's colour that it has at least, and how far it is off the line between both colours, as a share of
 * how far it is from the ground; by how many pixels it is grown. Around half of the outline of prints and buttons in
 * photographs the ground deviates by 3 to 11 levels at most; without that limit more of a collar goes with a button
 * and becomes skin.
 */
export const SLIVERS = {
  reach: { share: 0.01, least: 5, most: 14 },
  ground: 4,
  calm: 2,
  grain: 0.7,
  apart: 6,
  deviations: 2,
  around: 0.7,
  even: { around: 1.5, most: 14 },
  usual: { bin: 8, share: 0.005 },
  mixed: { least: 0.08, off: 0.3 },
  edge: 2,
} as const

// ended-edges.ts

/**
 * An edge that ends at a removal: how far outside the outline and inside it colours are compared, pixels; how far to
 * each side of the edge; by how many levels they differ at least; how far beside its place it may go on, pixels, and
 * how much of it at least, a share; and the sigma over which the outline's direction is taken, pixels.
 */
export const ENDED_EDGES = {
  out: 6,
  across: 4,
  strong: 40,
  along: 8,
  kept: 0.4,
  outline: 2.5,
} as const

// estimate-plane.ts

/** Lines are looked for in a copy of at most so many pixels on its longer side. */
export const SEARCHED_SIDE = 480

/** The most lines that are compared; those with the most edge pixels come first. */
export const MOST_LINES = 40

/** Lines that meet in a vanishing point: at least how many, their share of all, and how far their directions differ. */
export const PLANE_MEETING = { fewest: 5, share: 0.4, apart: 0.16 } as const

/** Sine of the least angle between two lines whose crossing is looked at: that of others is blurred. */
export const LEAST_TURN = 0.02

/** A line meets a point that it passes at so small an angle, seen from the surface. */
export const PLANE_MISSED = 0.025

/** The vanishing point lies so far from the surface at least, as a share of the surface's length in that direction. */
export const LEAST_AWAY = 0.12

// find-cast-shadow.ts

/**
 * What is looked at around a thing for its shadow, as a share of its longer side; cells on the longer side of the grid
 * that it is looked for on; cells beside the mask that the thing may show in.
 */
export const CAST_SHADOW_CELLS = { around: 0.8, most: 160, rim: 1 } as const

/**
 * The ground of a few rows: how many, and above and below, of so many cells at least; how far from the median cells may
 * be at first, in logarithms of levels, and the share of them that agree at least; rounds that it is fitted in; from
 * how many deviations on a cell is no lit ground, and up to how many its darkness is grain; the share of the cells
 * beside a shadow that agree, and how uneven its ground may be: on a wall full of windows anything is a shadow.
 */
export const CAST_SHADOW_GROUND = {
  rows: 2,
  around: 2,
  fewest: 24,
  even: 0.35,
  agree: 0.5,
  rounds: 3,
  deviations: 2.5,
  grain: 1.5,
  agreeBeside: 0.72,
  uneven: 0.1,
} as const

/**
 * By what logarithm of the ratio a shadow's core is darker than the ground, how little its soft edge is, the first that
 * makes a shadow; the most for half of it; levels that are added first, since the black of a picture is none.
 */
export const CAST_SHADOW_DARK = {
  core: 0.22,
  soft: [0.06, 0.1, 0.16],
  most: 1.3,
  black: 6,
} as const

/**
 * How far a channel of a cell may be from the mean of all, as a logarithm and as a share of the darkness, and on
 * average. Of 86 masks on photographs ten shadows had 0.00 to 0.11 on average; legs, trees, prints and windows on even
 * ground 0.12 to 0.19.
 */
export const CAST_SHADOW_TINGE = { least: 0.06, share: 0.22, mean: 0.11 } as const

/**
 * The share of a mask that its largest part has at least; the smallest and the largest shadow, as shares of the thing;
 * cells of it that touch the thing, per square root of all; the quantile of their rows that lies in the lower half of
 * the thing; how far down it reaches at least, as a share of the thing's height: pots beside a thing are dark too; the
 * share of its cells that lie within it or touch the thing; cells that it is grown by.
 */
export const CAST_SHADOW_SHAPE = {
  whole: 0.8,
  smallest: 0.01,
  largest: 0.8,
  touching: 0.15,
  low: 0.7,
  reaches: 0.9,
  solid: 0.3,
  edge: 3,
} as const

/** Standard deviations per median of absolute deviations, of a normal distribution. */
export const DEVIATION_OF_MEDIAN = 1.4826

// find-highlights.ts

/**
 * Over which sigma a highlight is a whole patch, as a share of the picture's longer side, pixels at least; from which
 * share of highlight around it on a pixel is of one, in part and wholly.
 */
export const HIGHLIGHT_WHOLE = { sigma: { share: 0.003, least: 1 }, from: 0.2, full: 0.38 } as const

// guessed-edges.ts

/**
 * An edge in what was filled: across how many pixels to each side colours are compared and the sigma that they are
 * averaged over first; by how many levels they differ at least; how near a continued line an edge is that line's,
 * pixels.
 */
export const GUESSED_EDGES = { across: 3, sigma: 1.4, strong: 30, beside: 8 } as const

// keep-features.ts

/**
 * The share of the pixels of a face's brows, eyes, nose and mouth that a mask covers from which on the face is taken
 * out whole: a mask around somebody may miss the end of a brow; and up to which these features are kept while what is
 * around them goes. On 30 photographs a mask over an eye and its brow covers 0.08 to 0.18 of them, one over the mouth
 * 0.21 to 0.44, one over half of the face 0.21 to 0.57, which leaves an eye and half a mouth in the air. From which
 * share of a feature on it is told that it is kept.
 */
export const KEPT_FEATURES = { gone: 0.8, most: 0.33, touched: 0.02 } as const

// object-surface.ts

/** From this chroma on, a surface has a colour that tells its highlights, which have that of the light. */
export const OBJECT_SURFACE_COLOURED = 12

/** L* from which lightness is compressed, so that light folds do not burn out. */
export const OBJECT_SURFACE_KNEE = 88

/** How much of what is measured counts as the light, and the most chroma of a warm and of a cool one. */
export const OBJECT_SURFACE_TRUSTED = { share: 0.8, warm: 16, cool: 5 } as const

/**
 * What the light is measured on: the lightest pixels, below burnt-out L*, below a chroma, of so many at least; and how
 * red they are at most, a* with no b* and for each unit of it. White by a candle has 8 with 25, pale skin 8 with 12.
 */
export const OBJECT_SURFACE_WHITES = {
  share: 0.85,
  burnt: 98,
  chroma: 28,
  fewest: 0.03,
  reddest: { least: 3, share: 0.25 },
} as const

/** Pixels of a surface and of a picture that are looked at, about. */
export const OBJECT_SURFACE_PIXELS = 20_000

/** The share of pixels that are darker than how light a scene is. */
export const OBJECT_SURFACE_BRIGHTEST = 0.98

/**
 * A highlight: by how much L* lighter than the surface it begins and is whole; of a surface without a colour the L* of
 * its own; of one with a colour, how much paler than the surface would be in so much light, as a share; how far below
 * the brightest of the scene, L*, it begins and is whole; what is less bright is a highlight, or a white print, if it
 * is so much paler.
 */
export const OBJECT_SURFACE_HIGHLIGHT = {
  lighter: { from: 8, full: 38 },
  grey: { from: 80, full: 98 },
  paler: { from: 0.3, full: 0.75 },
  below: { from: 14, full: 4 },
  white: { from: 0.75, full: 0.95 },
} as const

/** The share of a thing of light and dark parts that the light ones have at least where it is known by their colour. */
export const OBJECT_SURFACE_PAINTED = 0.35

/** The light of a scene, as a share of that on a white page, by CIELAB's measure: at least, and L* of the page. */
export const OBJECT_SURFACE_SCENE = { least: 0.55, white: 96 } as const

// on-plane.ts

/** The focal length of a usual picture, as a share of its longer side. */
export const FOCAL_LENGTH = 1

/** A pixel of a receding surface shows more of its length than of its breadth: so many samples of it at most. */
export const MOST_SAMPLES = 5

// performer.ts

/** A face is as wide, in centimetres; where there is none, the longer side of a picture shows so much. */
export const FACE_WIDTH = 15
export const PICTURE_WIDTH = 160

// recolour.ts

/**
 * How strongly folds stay when a dark surface becomes a light one: its shadows are deeper and its folds stronger, as
 * shares of L* + 16, than they would be on the light one. From so many times as light on its wear goes wholly.
 */
export const LIGHTENED = { contrast: 0.55, unworn: 1.5 } as const

/**
 * From which L* on a new colour is light in part and wholly; the quantile of the surface that is its lit part then, of
 * every so manyth pixel.
 */
export const LIT_WHITE = { from: 78, full: 94, quantile: 0.75, apart: 7 } as const

/**
 * The share of the surface's own differences in hue and chroma that stays: weave, print and wear. Less stays in a
 * colour of less chroma than `full`, at least a `least` of it: white is not white with a red print. No more than `most`
 * units of CIELAB stay: a ship with a red hull is blue all over, and not purple in part.
 */
export const KEPT_CHROMA = { share: 0.35, full: 24, least: 0.3, most: 8 } as const

// remove-object.ts

/** What the object's edge tinges, in pixels around it, is not copied from. */
export const OBJECT_TINGED = 2

/**
 * How wide the rim beside a hole is that is looked at for people, and beside people that they tinge, pixels; from which
 * share of it on the hole lies in a person. Cracks, watermarks and a top on somebody had 0.6 and more; of 18 holes
 * beside people one had more than 0.45, between two players.
 */
export const BESIDE_HOLE = 4
export const IN_PEOPLE = 0.5

/** Less of the picture than this share must be left to continue. */
export const LEAST_LEFT = 0.02

// shade-without-wear.ts

/**
 * The shares of a surface's dye that a pixel has at least and at most; the logarithm of relative lightness below which
 * it tells little; the share of it that stays of what is all wear; the L* of surfaces that begin to tell their dye, and
 * tell it wholly: in what is darker chroma is noise.
 */
export const WORN = {
  least: 0.2,
  most: 1.3,
  even: 0.05,
  kept: 0.2,
  dark: { from: 15, full: 30 },
} as const

// tell-removal.ts

/**
 * What is measured of a fill that was made: from `sure` on the results say what is doubtful of it by that alone, from
 * `sign` on if another measure is a sign, too. In this order: the share of the hole that is smooth in a rough place,
 * and of what does not fit; the share of the outline at which an edge was made; edges that were guessed, and edges
 * that end, for what they are counted in see there; the share of what is beside the mask that is traces.
 *
 * Found on 64 masks on photographs, graded by eye before their measures were looked at, of which 14 came out clean: 3
 * of these are told, and 46 of the 50 others. Of 94 other masks 10 of 22 clean results are told, and 66 of 72 others,
 * with all that are bad among them. By each measure alone clean ones have a calm share up to 0.64 (plain cloth beside a
 * print), a poor one up to 0.52 (sand and concrete), guessed edges up to 0.75 but for five views and a cloud, which
 * have 1.2 to 6.5; traces up to 0.011, but for 0.02 of a pin; edges that end beside clouds, belts and beams.
 */
export const NOTED_DOUBTS = {
  calm: { sign: 0.4, sure: 0.7 },
  poor: { sign: 0.2, sure: 0.55 },
  torn: { sign: 0.03, sure: 0.03 },
  edges: { sign: 0.5, sure: 0.8 },
  traces: { sign: 0.008, sure: 0.015 },
  ended: { sign: 1.2, sure: Number.POSITIVE_INFINITY },
} as const

/** How many signs are told of a fill of which nothing is sure. */
export const NOTED_SIGNS = 2

/** From this share of the picture on that was taken out, the results say so. */
export const NOTED_LARGE = 0.12

// take-own-dye.ts

/**
 * From which chroma on a thing has a dye that tells it; how far beyond the mask its strips end at most, as a share
 * of the picture's longer side, pixels at least; how far a pixel's chroma is from that of the dye in as much light,
 * as a share of it, and the chroma and the spread of levels below which a pixel has none; the share of what lies
 * beyond that may have the dye too, of every so manyth pixel; the share of the blurred strip from which on a pixel
 * is covered, and over which more until it is whole.
 */
export const OWN_DYE = {
  coloured: 22,
  reach: { share: 0.03, least: 12 },
  alike: 0.4,
  faintest: 7,
  grey: 5,
  elsewhere: 0.02,
  apart: 7,
  edge: { from: 0.16, over: 0.4 },
} as const

// tell-ground.ts

/**
 * The grid's longer side on which colours beside a mask are compared with those that are changed, how far from the mask
 * they begin and end, cells, and how many there are; how alike they are, CIELAB units, and the share of them that is
 * told. Of ten things on photographs three with background in their masks, or of its colours, had 0.1 and more, all
 * others at most 0.042.
 */
export const GROUND_TOLD = {
  grid: 250,
  rim: 2,
  around: 10,
  colours: 8,
  alike: 2,
  share: 0.07,
} as const

// tell-surface.ts

/** Pixels of a thing that are looked at. */
export const SURFACE_SAMPLES = 20_000

/**
 * Between which quantiles of a thing's pixels its lightness and its colours (CIELAB) are compared, and how different
 * they are where it has several surfaces. A folded coat stays below, a bus with windows lies above.
 */
export const SURFACES = { least: 0.1, most: 0.9, light: 45, colour: 34 } as const

// textures/hard.ts

/*
 * Lengths of textures are centimetres on the surface; `period`s are those of noise, whose amplitudes are shares of the
 * whole. A tone is what a colour is multiplied by: `least` of the darkest, and how much `more` the brightest has.
 */

/**
 * Planks: how wide, how far along the tree each next one is cut; how far year rings bend, how dense they are in
 * radians, how sharp they end, how unevenly; pores; how both darken; the tones of planks; the gap between two.
 */
export const WOOD = {
  plank: 12,
  cut: 70,
  bent: { by: 5, period: 6, stretched: 9 },
  rings: { dense: 2.3, power: 1.6, uneven: 3, period: 30, dark: 0.75 },
  pores: { long: 1.5, close: 9, power: 3, fine: 0.11, dark: 0.4 },
  tone: { least: 0.86, more: 0.28 },
  gap: { half: 0.18, fine: 0.36, dark: 0.5 },
} as const

/** Marble: how far its noise is bent; clouds, and from which level on they are grey; veins, thin ones on them. */
export const MARBLE = {
  bent: { by: 9, period: 22 },
  cloud: { bent: 2, period: 26, from: 0.42, grey: 0.55, times: 2 },
  vein: { right: 2.4, down: 1.6, period: 18, thin: 0.07, broken: 12, grey: 0.85 },
} as const

/**
 * Bricks: how long and high with half a joint on each side, and shifted in every second row; how rough their edges are;
 * the joints' sand and the shade below an edge; how unevenly they are burnt.
 */
export const BRICK = {
  long: 22,
  high: 7.5,
  shifted: 11,
  joint: 0.5,
  rough: { by: 0.5, period: 2 },
  sand: { least: 0.9, more: 0.2, period: 0.7 },
  shade: { under: -0.2, dark: 0.86 },
  burnt: { least: 0.82, more: 0.36, period: 5 },
} as const

/** Concrete: its tone with clouds and sand, and pits, one in a cell, that are darker. */
export const STONE = {
  least: 0.8,
  cloud: { more: 0.26, period: 34 },
  sand: { by: 0.16, period: 1.2 },
  pits: { cell: 3, wide: 0.09, dark: 0.3, fine: 0.5 },
} as const

/** Brushed steel: its tone, with broad streaks and with those of the brush, long and fine. */
export const METAL = {
  least: 0.9,
  broad: { more: 0.12, long: 30, close: 1.6 },
  brushed: { by: 0.1, long: 9, close: 12, fine: 0.09 },
} as const

// textures/soft.ts

/**
 * Denim: the ribs of its twill, how wide, and how wide in lengths of a pixel they are drawn at least; warp threads, how
 * close and long; worn patches; how pale each of them makes it, and how pale it is.
 */
export const DENIM = {
  rib: { wide: 0.22, drawn: 3.2, pale: 0.3 },
  thread: { close: 9, long: 1.2, pale: 0.3 },
  worn: { period: 14, pale: 0.3 },
  pale: { least: 0.42, by: 0.6 },
} as const

/**
 * Knitting: how high a stitch is and how far its two sides slant, in centimetres; how round it is along and across, as
 * powers, and how much of its width; fibres; the tone, and how much stitches and fibres change it.
 */
export const KNIT = {
  high: 0.8,
  slant: 1.1,
  round: { along: 0.6, across: 0.4, wide: 0.92 },
  fibre: { close: 3, period: 0.5, by: 0.16 },
  stitch: { fine: 0.8, by: 0.3 },
  tone: { least: 0.78, more: 0.08 },
} as const

/** Leather: how far its grain is bent, its cells and the creases between them, worn patches, and their tones. */
export const LEATHER = {
  bent: { by: 0.3, period: 2 },
  cell: 0.5,
  crease: { wide: 0.4, fine: 0.5, dark: 0.16 },
  worn: { period: 16, more: 0.16 },
  least: 0.92,
} as const

/**
 * Grass: how far blades lean, broad and fine ones by how close and long they are, clumps, and how much each of them
 * makes it yellow; from which level of noise on blades are dry, and how far they are then.
 */
export const GRASS = {
  lean: { by: 1.5, along: 5, down: 4 },
  blade: { close: 2.4, long: 2.6, yellow: 0.6 },
  fine: { close: 4.2, long: 1.8, seen: 0.24, yellow: 0.35 },
  clump: { period: 18, middle: 0.4, yellow: 0.5 },
  dry: { along: 2, down: 5, from: 0.7, times: 2, most: 0.5 },
} as const

/** Sand: its ripples, how far bent and how close in radians; grains; clouds; and how much each changes its tone. */
export const SAND = {
  least: 0.84,
  bent: { by: 7, period: 24 },
  ripple: { dense: 0.9, by: 0.12 },
  grain: { close: 11, fine: 0.09, by: 0.14 },
  cloud: { period: 40, by: 0.14 },
} as const

/**
 * Water: how far its waves are bent, how much longer than high they are; swell; the level from which on a wave has a
 * crest, and how fast that is the sky's; how bright waves and swell are.
 */
export const WATER = {
  bent: { by: 6, period: 16, longer: 2, down: 0.3 },
  wave: { period: 5, longer: 5, bright: 0.9 },
  swell: { period: 30, longer: 6, bright: 0.4 },
  crest: { from: 0.62, times: 2.6 },
} as const

// textures/textures.ts

/** Of what is flat even faint lines of the old surface go; clothes keep their folds: shares of the longer side. */
export const TEXTURES_FLAT = 0.02
export const TEXTURES_FOLDS = 0.004

/**
 * How much of the old surface's highlights each material shows, 0–1, and the exponent of its shading: below 1 for what
 * scatters light within itself, above for what mirrors it.
 */
export const TEXTURES_LIT = {
  wood: { gloss: 0.35, contrast: 0.9 },
  marble: { gloss: 0.8, contrast: 0.85 },
  brick: { gloss: 0, contrast: 0.9 },
  stone: { gloss: 0.1, contrast: 0.9 },
  grass: { gloss: 0, contrast: 0.8 },
  sand: { gloss: 0, contrast: 0.85 },
  water: { gloss: 1, contrast: 0.7 },
  denim: { gloss: 0, contrast: 0.95 },
  knit: { gloss: 0, contrast: 0.85 },
  leather: { gloss: 0.6, contrast: 1.2 },
  metal: { gloss: 1, contrast: 1.5 },
} as const

// tighten-mask.ts

/** How wide a rim of background may be that is drawn around a thing: a share of its side, pixels at least and most. */
export const TIGHT_RIM = { share: 0.08, least: 3, most: 40 } as const

/**
 * How many typical colours a thing has, and what is around it; the share of the distance to the thing's that a pixel of
 * the rim is nearer to the ground's at least where it is left out, so that deep folds of a thing stay its own; and how
 * far from the thing's colours, about in CIELAB units, what is beyond the mask is ground, if most of it is so far.
 */
export const TIGHT_COLOURS = { thing: 8, ground: 8, surely: 0.85, apart: 7, mostly: 0.65 } as const

/** The share of a mask that its inside has at least. */
export const TIGHT_CORE = 0.08

/** L* below which a narrow gap between parts of a thing is its own shade, whatever is as dark around it. */
export const TIGHT_SHADE = 16

/** The sigma over which pixels of the rim agree on what is ground, as a share of the rim's width. */
export const TIGHT_CALM = 0.25

/** Pixels, a Gaussian's sigma, by which the edge of a thing is soft. */
export const TIGHT_EDGE = 1.2

// torn-share.ts

/**
 * How far inside a mask's outline and beyond it colours are compared, pixels; up to how many levels apart they go on
 * evenly, and from how many on there is an edge.
 */
export const TORN = { deep: 4, even: 20, edge: 40 } as const

// traces-beside.ts

/**
 * Traces of a thing beside its mask: how far out they are looked for, and where what has none begins and ends, pixels;
 * around how many pixels to each side a pixel is compared with what is there, without its own of so many to each side;
 * by how many levels it differs from their mean at least, and by how many of their deviations more.
 */
export const TRACES = {
  near: 3,
  far: { from: 12, to: 16 },
  around: 6,
  own: 1,
  levels: 10,
  deviations: 2.5,
} as const
