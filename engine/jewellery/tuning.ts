/**
 * What was tuned of jewellery that is tried on or read off who wears it: each value with its unit, what it decides and
 * how it was found, under the file it acts in. Where a comment names no measurement, the value was chosen by eye on the
 * pictures of the contact sheets. The file is as long as the list is.
 */

// composite-layer.ts

/** Less of a product in a pixel than this alpha is not seen. */
export const LEAST_ALPHA = 0.004

/** Linear light from which on a pixel of the product is a highlight: it mirrors a lamp, and keeps most of its light. */
export const PRODUCT_HIGHLIGHT = { from: 0.55, to: 0.95 } as const

// estimate-light.ts

/** Bounds of the gain: metal mirrors its surroundings, and is never as dark as cloth. */
export const LIGHT_GAIN = { least: 0.5, most: 1.15 } as const

/** The power by which light dims what is worn: metal and stones mirror what is bright around them, and stay bright. */
export const LIGHT_DIMMED = 0.5

/** How much of the measured cast a product takes: a part of what is measured is the skin, not the light. */
export const LIGHT_CAST_SHARE = 0.7

/**
 * What the white of an eye has of red, green and blue in neutral light, as shares of its luminance: 1.12 to 1.44, .9 to
 * .96 and .66 to 1.04 of 15 photographs in the light of studios and of flashes. A true grey is within, too.
 */
export const NEUTRAL_WHITE = [
  [0.98, 1.44],
  [0.9, 1.02],
  [0.66, 1.12],
] as const

/** The greatest change of the light across the product, a logarithm. */
export const LIGHT_MAX_SLOPE = 0.35

/**
 * How bright the light is: `sclera` of it is reflected by the white of an eye; without one it is `dark` and what skin
 * in full light has, within bounds; and the bounds of all of it.
 */
export const EXPOSURE = {
  sclera: 0.6,
  bySkin: { dark: 0.6, least: 0.75, most: 1 },
  least: 0.45,
  most: 1.05,
} as const

/** What is added to a luminance before its logarithm, so that the darkest skin has one that chance does not decide. */
export const LIGHT_DARKEST = 0.01

// face-light.ts

/** Pixels of sclera from which on their mean is a colour and no noise. */
export const MIN_SCLERA_PIXELS = 12

/** The quantile of the skin's luminance that is skin in full light. */
export const FULL_LIGHT_QUANTILE = 0.8

/** How far around a place the skin tells its light at least, in widths of the face. */
export const FACE_LIGHT_REACH = 0.22

// face-scale.ts

/**
 * The diameter of the visible iris in centimetres: 11.7 mm, within half a millimetre in nearly all adults (Rüfer,
 * Schröder and Erb, "White-to-white corneal diameter", Cornea 24, 2005).
 */
export const IRIS_CENTIMETRES = 1.17

/** Bounds of a face's width in widths of an iris; a mesh beyond them has not found the irises. */
export const FACE_IN_IRISES = { least: 9, most: 15 } as const

// product-shape.ts

/** From this alpha on a pixel counts as the product. */
export const SOLID = 0.4

/** A piece of less than this share of the largest one is a crumb. */
export const PIECE_CRUMB = 0.08

/** Less of the product around a pixel than this share leaves it empty: a thin chain's breaks do not open a hole. */
export const HOLE_EMPTY = 0.1

/** The longer side that an outline is read at, pixels. */
export const OUTLINE_SIDE = 512

// require-wearer.ts

/** Pixels of a face's width at least: below, an ear has a handful of pixels. */
export const MIN_FACE_WIDTH = 64

/** Degrees. Beyond them the mesh does not say where the ears are. */
export const MAX_FACE_TURN = { yaw: 75, pitch: 40, roll: 50 } as const

// wear-product.ts

/** A pixel with less of the product than this alpha counts neither as shown nor as hidden. */
export const HIDDEN_ALPHA = 0.002

// worn/cut-piece.ts

/** The longer side of the grid a place is looked at on, pixels. */
export const WORN_GRID = 800

/** How far around a pixel a surface's colour is averaged, in units of the place. */
export const WORN_SURFACE_SIGMA = 0.06

/** CIELAB units by which a piece differs from the ground where it is seen surely, and where it goes on from there. */
export const WORN_UNLIKE = { sure: 17, still: 8.5, midst: 4.5, rim: 14 } as const

/** The share of a part that differs surely; less has the shade of an ear. */
export const WORN_SURE_SHARE = 0.2

/** How far around a pixel a piece is looked for, in units of the place, and its share there in a piece's midst. */
export const WORN_MIDST = { reach: 0.016, share: 0.4 } as const

/** The share of the piece in the nine pixels around one of its rim. */
export const WORN_RIM_SHARE = 0.3

/** Parts of a piece are joined over gaps of this size, in units of the place. */
export const WORN_GAP = 0.016

/** Pixels of the grid that a piece has at least. */
export const WORN_MIN_PIXELS = 40

/** Pixels of the grid: holes of a piece up to twice as wide make none of its parts thin. */
export const WORN_PINHOLE = 3

/** How far around a place that surely shows skin its colours are read, in units of the place. */
export const WORN_SKIN_REACH = 0.015

// worn/matte-piece.ts

/** A pixel is wholly the piece when it differs by this share of what the piece differs by beside it. */
export const WORN_WHOLE_SHARE = 0.8

/** Outside a piece a pixel has a share of it from this share of the difference on: less is its shadow. */
export const WORN_LEAST_SHARE = 0.3

/** A pixel with less of the piece than this has its neighbour's colour: of its own, too much is the ground's. */
export const WORN_MIXED_SHARE = 0.6

// worn/place-on-head.ts

/** How far below the chin the neck is bare, in widths of the face. */
export const WORN_NECK = [0.12, 0.2] as const

/** Where beside its middle the neck's skin is read, in widths of the face. */
export const WORN_NECK_BESIDE = [-0.12, 0, 0.12] as const

/** How near to the edge of where it is looked for a piece may end, for its end to be told, in widths of the face. */
export const WORN_END = 0.01

/**
 * How far around a lobe an earring may hang, how near to it it is fixed, and how much farther its ground is looked at,
 * in widths of the face.
 */
export const WORN_EAR = { aside: 0.34, above: 0.1, below: 1.1, fixed: 0.075, ground: 0.1 } as const

/** An earring goes to both sides of its lobe: its middle is at most this share of its width beside it. */
export const WORN_EAR_FIXED = 0.4

/**
 * How far around the chin a necklace may lie, how far beside the middle its sides are, and how far below the chin its
 * middle is. Widths of the face.
 */
export const WORN_CHAIN = { aside: 0.95, from: 0.06, to: 1.7, sides: 0.2, middle: 0.15 } as const

/** How far to the left and the right of the chin a chain goes at least and at most, in widths of the face. */
export const WORN_CHAIN_BESIDE = { least: 0.2, most: 0.85 } as const

/** The share of the columns between its ends in which a chain was found. */
export const WORN_CHAIN_WHOLE = 0.85

// worn/place-on-wrist.ts

/**
 * How far along the arm from the joint, or before the wrist's landmark, and beside it a bracelet may be, how near to
 * either end it may end for that to be told, and how much farther its ground is looked at, in breadths of the hand.
 */
export const WORN_ARM = {
  from: -0.35,
  before: 0.3,
  to: 1.3,
  beside: 0.16,
  end: 0.02,
  ground: 0.75,
} as const

/** Where on the back of the hand its skin is read, as shares of the way from the wrist to a knuckle. */
export const BACK_OF_HAND = [0.3, 0.45, 0.6, 0.75] as const

/** How near to an arm's edge a bracelet is read, in breadths of the hand. */
export const WORN_ARM_EDGE = 0.06

/**
 * The band of a worn bracelet: where across the arm its thickness is read, in strips of which half a width, as shares
 * of the arm's breadth; and half the thickness, as a share of the band's, up to which what goes on beyond is a fold of
 * cloth in deep shade.
 */
export const WORN_BAND = { columns: [0.25, 0.75], wide: 0.02, spur: 0.13 } as const

/** The share of the arm's breadth across which a bracelet was found. */
export const WORN_ARM_ACROSS = 0.8

// worn/read-worn.ts

/** A piece over cloth of its own colour, and cloth with a pattern, falls into parts. */
export const WORN_COHERENCE = 0.85

/** A background of many colours is not told from a piece before it. */
export const WORN_CLUTTER = 0.065

// worn/unlike-ground.ts

/** Colours of the surroundings besides the skin's, and the share of the place that one of them covers at least. */
export const SURFACE_COLOURS = 9
export const SURFACE_LEAST_SHARE = 0.03

/** Pixels nearer to the skin's colours than this, in CIELAB units, are no evidence of another surface. */
export const SURFACE_LIKE_SKIN = 8

/** How fast a pixel counts less for a surface the farther its colour is from it, CIELAB units. */
export const SURFACE_ALIKE = { skin: 10, other: 6 } as const

/** A surface is beside a pixel where its blurred weight is at least this. */
export const SURFACE_BESIDE = 0.02

/** What lightness counts for in a difference: where it is darker it may be shade, and where it is lighter a gloss. */
export const SURFACE_LIGHTNESS = { darker: 0.15, lighter: 0.8 } as const

/** What a surface is beside: as wide as so many sigmas and of its own colour at least by this share. */
export const SURFACE_BROAD = { width: 0.4, share: 0.7 } as const

/** Pixels. A pixel may be mixed of the surfaces as far away as this on two opposite sides. */
export const SURFACE_MIXED = [2, 3] as const

/** A pixel that differs less than this is ground, CIELAB units. */
export const SURFACE_GROUND = 6
