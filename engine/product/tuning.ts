/**
 * What was tuned of products: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheets. The file
 * is as long as the list is.
 */

// coloured-ground.ts, found on 9 pictures of jewellery on cloth, stone and wood

/**
 * The hues of a ground: the strip of the border that is read as a share of the shorter side, every how many pixels, and
 * how many colours; the shares of its light that a ground may have, and what lightness beyond them counts. In CIELAB
 * units, from which distance on something is seen, and at least how far a piece is; the share of what is seen that is
 * nearer than that, the share of it down to which a piece goes on, and that of what a piece mirrors within it.
 */
export const HUE = {
  strip: 0.03,
  step: 7,
  colours: 12,
  shaded: 0.25,
  lit: 1.4,
  beyond: 0.5,
  seen: 15,
  least: 28,
  own: 0.8,
  still: 0.55,
  mirrored: 0.2,
} as const

/**
 * The least share of the picture that differs; the least piece as a share of the largest one, and how many there are at
 * most; the room to the border as a share of the shorter side; and the areas of enclosed places that are closed in any
 * case, and where they have something of the piece's hue, as shares of the picture.
 */
export const PIECES = {
  least: 0.004,
  small: 0.02,
  most: 4,
  room: 0.03,
  closed: 0.0003,
  mirrored: 0.01,
} as const

/** What else has a piece's hue: how far beside it, as a share of the longer side, how near to it, and which share. */
export const CLUTTER = { beside: 0.03, like: 0.55, most: 0.002 } as const

/**
 * A sharp outline: within which reach, as a share of the longer side, the distance of the hue changes, by which share
 * of that of the piece, to which share outside at most, and along how much of it: .85 to .95 of three pieces.
 */
export const OUTLINE = { reach: 0.008, change: 0.3, outside: 0.4, share: 0.8 } as const

// add-dark-surfaces.ts, found on a necklace on a bust of black leather before black

/**
 * A surface of a dark stand: the levels that neighbouring pixels differ by at most, those between channels, how light
 * it is at most, and the area of a smooth part of it at least, as a share of the picture. What lies within a reach, a
 * share of the longer side, of a surface or the ground and is lighter by no more than so many levels is of it. Where
 * surfaces cover less than a share of the picture, there is no stand; and the piece on one leaves the picture nowhere
 * but at the top.
 */
export const DARK_SURFACE = {
  step: 14,
  hue: 26,
  most: 165,
  least: 0.0004,
  reach: 0.0076,
  lighter: 24,
  share: 0.1,
} as const

// cast-shadow.ts

/** Less shadow than this in a pixel, 0–1, is not drawn. */
export const LEAST_SHADOW = 0.002

// clear-labels.ts

/** Levels of the lightest channel of ink at most, and between its channels. Black onyx has them, too. */
export const LABEL_INK = { most: 110, hue: 34 } as const

/** The same of the soft rim of a letter, and how far it reaches, pixels. */
export const LABEL_RIM = { hue: 46, reach: 2 } as const

/** The height of a letter, as shares of the picture's longer side, and its pixels at least. */
export const LABEL_LETTER = { least: 0.008, most: 0.07, pixels: 6 } as const

/**
 * Letters follow each other within this many heights, stand on one line within this share of a height, and so many of
 * them make a word. Half of them fill less than this share of their boxes: round beads fill .78, and square ones all.
 */
export const LABEL_WORD = { gap: 0.8, line: 0.35, letters: 3, filled: 0.7 } as const

/** The share of a label's surroundings that is no product: a black stone lies in its setting. */
export const LABEL_FREE = 0.55

/** What is left without ink is as long as this share of the picture's longer side, or the ink is the product. */
export const LABEL_REST = 0.25

/** Levels by which what is printed faintly over a whole picture differs from the ground at most. */
export const FAINT_MARK = 46

/** From this alpha on a pixel is of a mark that may be faint. */
export const FAINT_MARK_SOLID = 0.2

// clear-remains.ts

/**
 * What is left of the ground at an outline: from which alpha on it is seen and is as opaque as the product; the levels
 * between its channels, and by how many it is off a light ground in the mean at most: a mark under a chain is by 18, a
 * drawn clear stone by 30; the share of it that is opaque at least, which a soft edge has not, and the share of its
 * edge that lies beside the ground at least. Of a coloured product a share at least has channels farther apart: of
 * silver and pearls with a coloured stone .29 and .34, of gold with diamonds .61 and more.
 */
export const REMAINS = {
  visible: 0.05,
  solid: 0.6,
  hue: 16,
  mean: 22,
  opaque: 0.05,
  free: 0.5,
  coloured: { above: 24, least: 0.5 },
} as const

// close-highlights.ts

/** Rays from the middle of a hole along which the product around it is measured. */
export const HIGHLIGHT_RAYS = 16

/** The product around a highlight is as thick as this many radii of it, on all sides but one or two. */
export const HIGHLIGHT_WALL = 0.7
export const HIGHLIGHT_OPEN_RAYS = 2

/** The most of the product that one highlight covers. */
export const HIGHLIGHT_MOST = 0.06

/** How much darker than white the product beside a highlight is at most, levels: the rim of a hole has a dark edge. */
export const HIGHLIGHT_DARK = 110

/** How far beside a highlight its surroundings are read, pixels. */
export const HIGHLIGHT_BESIDE = 4

// cut-by-model.ts

/** How far a network’s edge can be off, in pixels of its input. */
export const MODEL_EDGE_ERROR = 2.5

// even-ground.ts

/** Levels by which an even ground differs from its fit: by nothing but grain, and beside an edge by a lossy file's. */
export const EVEN_GRAIN = { own: 2.2, byNoise: 2.2, edge: 9, clean: 1.5 } as const

/** Half the width of the narrowest way that the ground takes, and of the rim of an edge, in shares of the long side. */
export const EVEN_WAY = 0.0025
export const EVEN_RIM = 0.004

/**
 * The least area of a gap between sleeve and body as a share of the picture, how much taller than wide it is, and the
 * height over which both touch below it and how far aside the ground goes on there, as shares of the picture's sides.
 */
export const SLEEVE_GAP = { least: 0.0004, tall: 4, touch: 0.12, aside: 0.02 } as const

/** The share of ground around a pixel from which on a way is open there, and from which on a gap is clean, 0–1. */
export const EVEN_WAY_FULL = 0.97
export const SLEEVE_GAP_CLEAN = 0.95

/** Half the width of the narrowest end of a gap, in pixels, and the share of ground around from which on it goes on. */
export const SLEEVE_WEDGE = { way: 1, full: 0.6 } as const

// ground-mask.ts

/** Levels by which neighbouring pixels of the ground differ at most: shadows are soft. */
export const GROUND_STEP = 4

/** How dark a shadow on the ground can be, as a share of it, and how light the ground. */
export const GROUND_SHADOW = { least: 0.3, most: 1.05 } as const

/**
 * A ground whose mean level is below this is dark: on it a share of its light says nothing, and what differs by no more
 * than so many levels shows it. Light on dark cloth and paper fades in steps that are as small.
 */
export const DARK_GROUND = { below: 70, most: 20, step: 12 } as const

/**
 * The veil that is left of a shadow beside jewellery on a light ground: shades above this, in steps of so many levels
 * as a JPEG's blocks have.
 */
export const GROUND_VEIL = { least: 0.93, step: 14 } as const

/**
 * The dark part of a shadow that jewellery casts where it stands: shades above this, in steps of so many levels, below
 * goods of which this share at least has another hue than the ground. Silver and pearls have the hue of a white ground.
 * Seen from the front the shadow is a strip: at least so many times as wide as high, which is at most so much of the
 * height of the goods. A pearl, a clear stone or a silver disc that hangs from gold is not.
 */
export const GROUND_CAST = { least: 0.45, step: 16, coloured: 0.35, flat: 2, low: 0.15 } as const

/**
 * What is left of a shadow beside a garment: shades above this, in steps of so many levels, in pieces whose sides are
 * less than so much of the garment's height.
 */
export const SHADOW_REMAINS = { least: 0.45, step: 16, most: 0.05 } as const

/** From this shade on a pixel of the border begins the ground: a shadow may leave the picture, a product should not. */
export const GROUND_BEGIN = 0.75

/** How many levels more neighbouring pixels of the ground may differ by, for each level of its grain. */
export const GROUND_STEP_BY_NOISE = 2.5

// has-faint-outline.ts

/**
 * Levels by which something within so many pixels of an outline has to stand out of the ground, and the share of the
 * outline where nothing does at most: of 17 photographed pieces without such silver it is 0 to .09, of silver hearts
 * that mirror a white ground .27. A piece of which more than a share has a hue of its own, in levels, is no silver.
 * A tear goes through metal: so many pixels within and beyond it neighbours differ by a step of levels at most, and the
 * ground beyond is shaded by so many. It is at least so long, as a share of the longer side: of two silver pieces that
 * are whole the longest run is .002 and .004, of the hearts .05 and of drawn mirrors .08 and more.
 */
export const FAINT_OUTLINE = {
  levels: 48,
  reach: 2,
  most: 0.16,
  hueful: { above: 24, most: 0.1 },
  tear: { within: 2, beyond: 3, step: 14, shaded: 16, run: 0.03 },
} as const

// is-on-cloth.ts

/**
 * Levels by which a pixel is as dark as a dark ground, and the share of such in a piece of jewellery at most: of stones
 * on black they are .01 to .06, of what is cut out of velvet with its folds .26.
 */
export const DARK_CLOTH = { near: 40, most: 0.15 } as const

// keep-pieces.ts

/** Pieces that lie closer than this share of the picture's longer side are one: links, drops on a hook. */
export const PIECE_GAP = 0.02

/**
 * The least piece that is kept, in lengths of the longest one and as a share of its pixels: the other one of a pair is,
 * a label or the arrow of a measure is not.
 */
export const PIECE_LEAST = { length: 0.35, pixels: 0.12 } as const

/** From this alpha on a pixel is of a piece. */
export const PIECE_SOLID = 0.3

/** A piece this many times as long as wide is a line beside what is none: the arrow of a measure. */
export const PIECE_LINE = 16

// match-photo.ts

/** Edges this strong are measured, levels per pixel. */
export const PHOTO_EDGE = 9

/** The quantile of the blur over the edges: most edges of a face are soft by themselves, the sharpest few are not. */
export const PHOTO_SHARPEST = 0.12

/** The blur of a rendered layer itself, pixels. */
export const LAYER_BLUR = 0.45

/** A further blur that leaves an edge more than one part in so many as steep tells that it is as soft as any. */
export const PHOTO_SOFT = 1.01

/** A softer layer by less than this sigma, in pixels, is not seen, nor is grain of less than so many levels. */
export const LEAST_SOFTENING = 0.25
export const LEAST_GRAIN = 0.4

/** A pixel with less of the layer than this alpha gets no grain. */
export const GRAIN_ALPHA = 0.02

/** The curve of sRGB (IEC 61966-2-1), and the linear light that is added where its slope has no end. */
export const SRGB_CURVE = { gamma: 2.4, scale: 1.055, darkest: 0.003 } as const

// matte-edges.ts

/** How far the edge between ground and product is mixed of both, pixels. */
export const MATTE_BAND = 2

/** Pixels. What colours the ground and the product have beside an edge is averaged over Gaussians of these sigmas. */
export const MATTE_GROUND_SIGMA = 4
export const MATTE_PRODUCT_SIGMA = 1.6

/** Levels. Where ground and product differ by less, alpha cannot be read from the colours. */
export const MATTE_TOLD_APART = 18

/** What a pixel of the ground counts that has none around it all over, 0–1. */
export const MATTE_GROUND_UNSURE = 0.02

/** Up to this alpha a pixel of a given matte is clear, and from one less this on it is opaque. */
export const MATTE_CLEAR = 0.02

/** Less alpha than this is grain of the ground and no veil of the product. */
export const MATTE_VEIL = 0.06

/** From which alpha on a mixed pixel's own colour counts, and over how much more it comes to count wholly. */
export const MATTE_TRUST = { from: 0.15, over: 0.45 } as const

// mend-thin.ts

/** Half the width of a chain at most, and its least length, as shares of the longer side of the picture. */
export const CHAIN_THIN = 0.0036
export const CHAIN_LENGTH = 0.1

/** Gaps along a chain up to twice this many pixels are closed. */
export const CHAIN_GAP = 3

/** How far along a chain its colour is averaged, pixels. */
export const CHAIN_COLOUR = 9

/** Levels from the ground at which a pixel's colour counts wholly, and from which on a pixel is of a chain at all. */
export const CHAIN_FAR = 140
export const CHAIN_LEAST = 0.06

/**
 * From which distance to the ground on, levels (Euclidean in red, green and blue), the colour of a thin part is metal:
 * chains of three photographed necklaces and of a drawn one reach 170 and more, the shadow around photographed studs
 * reaches 70.
 */
export const CHAIN_METAL = 90

/** From so many levels of mean brightness off the ground on the sum of a chain's colours says something. */
export const CHAIN_SUM = 2

/** From this alpha on what is left of an opening is broad, and from this one on a pixel may be of a chain. */
export const CHAIN_BROAD = 0.4
export const CHAIN_ALPHA = 0.1

// open-holes.ts

/** Half the thickness of a hole at least, pixels (a standard deviation across it). */
export const HOLE_LEAST = 1

/**
 * How much darker the rim of a hole is than the hole, levels: of a small one, which might be a highlight on metal or
 * a pearl, and of a large one. Around a highlight the metal is bright, around a hole it has an edge.
 */
export const HOLE_RIM = { small: 55, large: 22 } as const

/**
 * The same on a dark ground, in levels by which the rim is lighter: a hole has the ground's colour, which no highlight
 * has. Dark stones get lighter by less towards their edges.
 */
export const DARK_HOLE_RIM = 30

/** The same of a broad opening of the ground's own colour, where the product may have one; and what is broad. */
export const PIERCED_RIM = 3
export const BROAD_HOLE = 0.02

/**
 * A broad part inside a product is its own white surface where its shade and so many standard deviations of it stay
 * below a share of the ground's light, on a ground of so little noise, levels. Openings of seven photographed pieces
 * reach 1, also where silver shades them; drawn white enamel has .96 and .98.
 */
export const SURFACE_SHADE = { most: 0.992, deviations: 2, noise: 0.5 } as const

/** From this share of the ground's brightness on a pixel is no shadow. */
export const HOLE_LIT = 0.955

/** How far the ground beside a product is read, a Gaussian's sigma as a share of the picture's longer side. */
export const HOLE_NEAR = 0.03

/** From this share of the picture's longer side on a hole is large. */
export const LARGE_HOLE = 0.02

/**
 * How far from the ground outside the hole of a garment begins at most, as a share of the picture's longer side: a
 * strap or a cuff that touches the hem lies between them. White further in is printed.
 */
export const HOLE_BARRIER = 0.05

/** How evenly a hole is lit, and how much like the ground beside the product, as shares of the ground's light. */
export const HOLE_EVEN = 0.035
export const HOLE_ALIKE = 0.05

/** How many steps of the ground neighbouring pixels within a hole differ by at most. */
export const HOLE_STEP = 1.5

/** The share of a hole that is in no shadow, where it is not shaded as the ground is; and that of a broad opening. */
export const HOLE_LIT_SHARE = { large: 0.15, small: 0.7, broad: 0.9 } as const

/** The darkest shade of the ground within a hole, as a share of the ground's light. */
export const HOLE_SHADE = 0.55

// own-alpha.ts

/**
 * Up to this alpha a pixel of a file is transparent, and from which share of such pixels on its alpha says something.
 */
export const OWN_ALPHA = { clear: 0.1, share: 0.03 } as const

// plain-ground.ts

/** How wide a strip of the border is read, as a share of the shorter side. */
export const GROUND_STRIP = 0.015

/** Levels by which the border may differ from the ground at the start and at the end of the fit. */
export const GROUND_TOLERANCES = [48, 24, 14, 10] as const

/** About how many pixels of the border are read. */
export const GROUND_SAMPLES = 3000

// read-product.ts

/** The longer side that a product picture is worked on at, pixels: more than any piece of jewellery has in a photo. */
export const PRODUCT_SIDE = 1280

/** The share of the border that has to show the ground. Chains and shadows may cross it. */
export const PLAIN_SHARE = 0.55

/** Bounds of the share of the picture that a product covers, and its least length in pixels of its picture. */
export const PRODUCT_COVER = { least: 0.0003, most: 0.92 } as const
export const PRODUCT_LENGTH = 24

/** The least breadth of a product in pixels of its picture: less is a line or a torn file. */
export const PRODUCT_BREADTH = 4

/**
 * The share of the shorter side along which a thing may leave the picture: chains do, who wears them is broader. What
 * hangs leaves it at the top, as broad as strands of pearls and straps.
 */
export const PRODUCT_CUT = { top: 0.24, elsewhere: 0.1 } as const

/** How much narrower and wider than its picture a mask may be, for each as high as the other. */
export const MASK_STRETCH = { least: 0.98, most: 1.02 } as const

/** The alpha down to which a piece of a product is followed, and that it has somewhere. */
export const PRODUCT_PIECE = { low: 0.25, high: 0.4 } as const

/** A piece of less than this share of the largest one is a speck. */
export const PRODUCT_SPECK = 0.004

// render-product.ts

/** By how much of a pixel of the product a placement may be off within a block. */
export const PLACEMENT_OFF = 0.02
