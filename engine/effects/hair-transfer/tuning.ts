/**
 * What was tuned of hair transfer: each value with its unit, what it decides and how it was found, under the file it
 * acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// what several files say

/**
 * Shares of hair in a pixel, 0–1: with less than this it changes no level; up to this one it shows no hair; and from
 * this one on it surely is hair.
 */
export const LEAST_SHARE = 0.002
export const BARE_SHARE = 0.02
export const SURELY_HAIR = 0.95

/** From this share on a pixel's colour counts as that of the hair nearby. */
export const OWN_COLOUR_SURE = 0.9

// composite-hair.ts

/**
 * How dark hair makes the skin right beside it, how far its shadow reaches, and how far down it falls; with how much
 * hair it begins, and up to which height it is cast. Widths of the face; shares.
 */
export const HAIR_SHADOW = {
  depth: 0.34,
  sigma: 0.035,
  down: 0.035,
  least: 0.004,
  high: 0.9,
} as const

// fit-hair.ts

/** From this share on hair is connected to what surely is hair. */
export const LOOSE_PIECES_CONNECTED = 0.08

// head/ear-edges.ts

/**
 * The heights at which hair may lie between an ear and the face, how finely they are divided, and how far out. An ear
 * is round: its shaded rim, which is told as neither skin nor hair, is so near the skin that shows, and below the eyes
 * no other hair is beside it. Hair of up to the share `free` leaves an ear free, and its skin is of that share at
 * least.
 */
export const BESIDE_EAR = {
  low: -0.42,
  high: 0.19,
  step: 0.01,
  inner: 0.4,
  ear: 0.48,
  jaw: 0.52,
  most: 0.72,
  sure: 0.7,
  free: 0.1,
  skin: 0.7,
  rim: { tall: 0.2, wide: 0.035, low: 0.1, wideLow: 0.1 },
} as const

// head/hairline-along.ts

/**
 * Between which distances from the eyes a hairline is looked for, and in what steps; how far beside a ray the face's
 * outline counts as on it, and by how much hair that begins inside it is a fringe. Widths of the face.
 */
export const HAIRLINE_ALONG = {
  from: 0.3,
  to: 1.1,
  step: 0.008,
  beside: 0.08,
  fringe: 0.06,
} as const

// head/remove-bars.ts

/**
 * Where brows and the arms of glasses lie, from the middle of the face and above the eyes; what is less thick, with at
 * most such a share of hair above and below, is one of them. Widths of the face; its edge is soft by `least` pixels.
 */
export const HAIR_BAR = {
  least: 0.8,
  beside: 0.5,
  low: -0.2,
  high: 0.22,
  thick: 0.09,
  bare: 0.3,
  soft: 0.006,
} as const

// head/remove-background-lines.ts

/** Half the width from which on hair is a mass and no single strand, and how much of its edge is its own. */
export const LINES_MASS = 0.02
export const LINES_EDGE = 0.004

/** How far around a pixel the ground is searched for its colour, widths of the face. */
export const LINES_NEAR = 0.3

/** Hair so far from the ground is beside face and neck, widths of the face. */
export const LINES_BESIDE = 0.06

/** Steps in which the ground is looked at, widths of the face; so many places of the same colour go on from a pixel. */
export const LINES_STEP = 0.009
export const LINES_ALIKE = { places: 3, levels: 12 } as const

/** Where so much of the hair has the ground's colours, it is hair. */
export const LINES_MOST = 0.04

// head/remove-ground-pieces.ts

/**
 * Pieces of the ground in a reference's hair: so many levels off the mean of hair that lies so deep, of at least such a
 * share of hair, twice so thick, and so near the ground. Widths of the face.
 */
export const GROUND_PIECE = {
  deep: 0.045,
  unlike: 95,
  least: 0.3,
  thick: 0.012,
  beside: 0.03,
} as const

// head/scalp.ts

/**
 * The skull as an ellipsoid, in widths of the face from between the eyes: what grown-up heads have on average.
 * Anthropometry gives a head about 1.05 faces wide, 1.3 deep, and its top about 0.82 above the eyes.
 */
export const SCALP_SKULL = { centre: [0, 0.2, -0.38], half: [0.535, 0.62, 0.66] } as const

/** Behind this depth the scalp reaches down to the nape. */
export const SCALP_EARS = -0.3

/**
 * Below this height the hairline behind the ears runs back to the nape, by so much of its way down, and so far down.
 */
export const SCALP_NAPE = { below: -0.05, back: 0.8, low: 0.36 } as const

/** How far the hairline of a forehead lies from between the eyes, every fifteen degrees from straight up. */
export const SCALP_HAIRLINE = [0.52, 0.525, 0.525, 0.51, 0.485, 0.46, 0.445]

/** Where a head's own hair may begin, from the usual hairline. */
export const SCALP_UNUSUAL = { lower: 0.08, higher: 0.12 } as const

/** How far before the last of its places a direction is at most: it lies between two of them. */
export const SCALP_BEFORE_END = 1e-3

/**
 * The lower end of short hair behind the ears, below the eyes in widths of the face: `low` beside the ears, and lower
 * by `steep` of the way in from `half` a width, down to the nape.
 */
export const SCALP_TRIMMED = { low: 0.05, steep: 0.4, half: 0.42 } as const

/** How far below the eyes hair begins before the ears, where it is long and where it is not, widths of the face. */
export const SCALP_BESIDE_FACE = { long: 0.1, short: 0.02 } as const

// keep-features-free.ts

/**
 * How far around brows, eyes, nose and mouth no new hair lies, and how softly it ends there: widths of the face; and
 * how many times a feature's soft share counts.
 */
export const FREE_AROUND = { grown: 0.012, soft: 0.014, gain: 1.3 } as const

// match/match-hair.ts

/** Pixels of sclera from which on their mean is a colour and no noise. */
export const MIN_SCLERA = 12

/** Bounds of what the level of light may change by, and of the slope across a face, a logarithm. */
export const HAIR_LIGHT_GAIN = { least: 0.72, most: 1.35 } as const
export const MAX_SLOPE = 0.45

/** The light that templates' colours are given for: white of an eye would have this luminance. */
export const STUDIO_LIGHT = { white: 0.6, cast: [1, 1, 1] } as const

/**
 * White of an eye in usual light by its luminance, which skin around it reddens; the logarithm of what may be chance,
 * the share of the rest that hair takes on, and the most of it.
 */
export const HAIR_LIGHT_CAST = {
  usual: [1.22, 0.95, 0.82],
  chance: 0.12,
  share: 0.7,
  most: 0.4,
} as const

/** From this share of white on light is compressed, so that locks show in the brightest hair. */
export const HAIR_LIGHT_BRIGHT = 0.6

/** Hair of less than so many squares of the face's width is too little to take its colour from. */
export const MIN_HAIR = 0.08

/** What is added to a luminance before its logarithm, so that the darkest skin has one that chance does not decide. */
export const HAIR_LIGHT_DARKEST = 0.01

/** A change of level, slope or cast by less than this share is not seen. */
export const HAIR_LIGHT_SEEN = 0.01

/** How far from the middle of the face the slope of its light goes on, widths of the face. */
export const HAIR_LIGHT_REACH = 0.8

/** How many times its own contrast recoloured hair has, and how much of its own differences in hue it keeps, 0–1. */
export const RECOLOURED_CONTRAST = { least: 0.7, most: 1.6 } as const
export const RECOLOURED_CHROMA = 0.7

// match/match-monochrome.ts

/**
 * The mean difference between the strongest and the weakest channel of skin up to which a picture has no colours,
 * levels: the palest skin of 37 photographs in colour had 24, that of one in black and white 7.
 */
export const MONOCHROME_MOST = 12

/** The share of skin from which on a pixel's colour is that of skin, 0–1. */
export const MONOCHROME_SKIN = 0.8

// match/match-sharpness.ts

/**
 * Where the sharpness of a face is measured: from its middle to the sides, and from just above the eyes to the chin.
 * Eyes, nostrils and lips have fine edges in everybody. Widths of the face.
 */
export const SHARPNESS_MEASURED = { beside: 0.42, high: 0.07 } as const

/**
 * How far apart pixels are compared for coarse detail, which even a blurred face has, widths of the face; for fine
 * detail they are neighbours.
 */
export const SHARPNESS_COARSE = 0.09

/** Faces in equally sharp pictures measure up to so many times apart. */
export const SHARPNESS_CHANCE = 1.25

/** The widest blur that is tried, pixels, the strongest sharpening and its radius, and the steps that find them. */
export const SHARPNESS_MOST = { sigma: 1.6, amount: 1.2, radius: 1, steps: 7 } as const

/** Texture of skin below which all of it is smooth, levels, and the share of a face with less: no beard is in it. */
export const SHARPNESS_SMOOTH = 0.1
export const SHARPNESS_BARE = 0.25

// read-head.ts

/** The share of the person around a pixel below which nothing is hair, and from which on all may be. */
export const HEAD_PERSON = { least: 0.15, most: 0.5 } as const

// reference/blend-sideburns.ts

/** Where hair lies before and above the ears, widths of the face: beside the middle, and above the eyes. */
export const SIDEBURNS_BESIDE = { inner: 0.34, outer: 0.62, low: -0.34, high: 0.42 } as const

/**
 * Own hair is joined to new hair there where so much of what is around it is new hair, so far around: above `full` less
 * and less of it. Widths of the face.
 */
export const SIDEBURNS_REACH = {
  sigma: 0.035,
  least: 0.02,
  most: 0.12,
  full: 0.2,
  end: 0.4,
} as const

/** Sideburns are found between these heights; where a beard would begin they go over into it. */
export const SIDEBURNS_SIDEBURN = { high: 0.22, fades: -0.16, low: -0.34, outer: 0.57 } as const

/** How far around a pixel the colours of hair and of skin are taken, widths of the face. */
export const SIDEBURNS_NEAR = { hair: 0.1, skin: 0.05, layer: 0.05, wide: 0.15 } as const

/** So much of new hair near a pixel gives its colour; with less of it, hair further off does. */
export const SIDEBURNS_ENOUGH = { none: 1e-4, all: 1e-2 } as const

/** Levels between hair and skin from which a sideburn is told from skin, and how far off their mixtures it may be. */
export const SIDEBURNS_APART = { none: 14, full: 40 } as const
export const SIDEBURNS_UNMIXED = { least: 18, most: 40 } as const

/**
 * The share of new hair in a pixel up to which its own colour counts for nothing, and from which fully: where sideburns
 * are joined and where gaps are closed.
 */
export const OWN_COLOUR_TRUSTED = { none: 0.6, all: 0.98 } as const

/** How far from skin to hair a pixel lies that is no sideburn, and one that is all of it: its ends are soft. */
export const SIDEBURNS_MIXED = { none: 0.15, all: 0.75 } as const

/** Where so much own hair lies beside the cheek it is long and no sideburn, squares of the face's width. */
export const SIDEBURNS_LONG = 0.003

/** The share of hair that leads from hair on the head into a sideburn. */
export const SIDEBURNS_CONNECTED = 0.6

/** The shares of sideburn around a pixel between which one ends, 0–1. */
export const SIDEBURNS_EDGE = { none: 0.02, all: 0.2 } as const

// reference/clean-reference.ts

/** So far inside its edge hair is nothing else, and how far around a pixel colours are taken, widths of the face. */
export const REFERENCE_DEEP = 0.045
export const REFERENCE_NEAR = 0.04

/** From this share of something else on a pixel leads into hair from outside, and from which one belongs to a spot. */
export const REFERENCE_OPEN = 0.3
export const REFERENCE_RIM = 0.05

/** Levels between the colours of hair and skin from which on the one is told from the other in a mixture. */
export const REFERENCE_APART = { none: 12, full: 30 } as const

/**
 * Half the width of slits between locks that are closed, and where that is: beside the face, and above it, where light
 * locks of dark hair end in the colour of the skin. Widths of the face.
 */
export const REFERENCE_SLIT = 0.02
export const REFERENCE_BESIDE = { face: 0.36, low: 0.5 } as const
export const REFERENCE_ABOVE = { low: 0.3, high: 0.85 } as const

/** How much of what is near is skin, or cloth, at least where some may shine through. */
export const REFERENCE_NEARBY = { none: 0.02, full: 0.12 } as const

/** Where hair begins at face and ears: widths of the face from the middle and above the eyes. */
export const REFERENCE_HAIRLINE = { beside: 0.6, low: -0.5, high: 0.85 } as const

/** Beside clothes a pixel that lies so far on the way from the hair's colour to theirs takes the hair's. */
export const REFERENCE_CLOTHED = { none: 0, full: 0.05 } as const

/** How softly what is near an edge is told from what is deep, a sigma in {@link REFERENCE_DEEP}. */
export const REFERENCE_SHALLOW = 0.3

/**
 * From so much more hair in a pixel on a slit was closed there, and less of a spot or an edge than this is none, 0–1.
 */
export const REFERENCE_CLOSED = 0.02
export const REFERENCE_TOUCHED = 0.01

// reference/close-gaps.ts

/** Half the width of the gaps that are closed, widths of the face. */
export const GAPS_GAP = 0.035

/** Above this height hair may leave a gap, as it does above a forehead, and beside it; widths of the face. */
export const GAPS_HIGHEST = { above: 0.05, beside: 0.14, from: 0.47 } as const

/**
 * Above that gaps narrow, up to here, to notches that hair is on three sides of: a gap that began at one height would
 * be a step in the hair's edge. There they are closed in the hair's full light. Widths of the face; shares of hair
 * around a notch.
 */
export const GAPS_NARROWING = { beside: 0.36, from: 0.02, to: 0.32, notch: 0.5, lit: 0.2 } as const

/** How broad the rims of gaps are, widths of the face. */
export const GAPS_RIM = 0.012

/** Half the width of slits in the hair itself that are closed, widths of the face. */
export const GAPS_SLIT = 0.012

/** The most of an ear or of the ground that hair and face enclose and that is closed, squares of the face's width. */
export const GAPS_SPECK = 0.006

/**
 * Hair over the ground beside bare skin lets nothing through from such a share on, but for so much at the outer edge;
 * widths of the face.
 */
export const GAPS_DENSE = { none: 0.3, all: 0.8, edge: 0.06 } as const

/** How soft the edges of what was closed are, pixels. */
export const GAPS_SOFT = 0.8

/** So far beside the middle of the face, outside it, the person's matte may go over small patches of the ground. */
export const GAPS_BESIDE = 0.34

/** How far around a gap the hair's colour is taken from, widths of the face, and how much darker it is that deep. */
export const GAPS_NEAR = 0.025
export const GAPS_SHADED = 0.75

/** From this share of hair around it on, a pixel lies within hair; so far around, a share of {@link GAPS_NEAR}. */
export const GAPS_WITHIN = { least: 0.8, most: 0.93, sigma: 0.6 } as const

/** Where ears are beside the face, widths of the face; hair over such a share of one lies over the rest of it too. */
export const GAPS_EAR = { inner: 0.44, outer: 0.66, low: -0.45, high: 0.12, covered: 0.6 } as const

/**
 * How much of a cheek's rim hair that lies over the ear may cover, widths of the face in its middle, and down to where:
 * the ground between lobe and cheek is often told as skin.
 */
export const GAPS_CHEEK = { rim: 0.05, low: -0.65, fades: 0.25 } as const

/** From this share of bare skin or cloth on a pixel is no gap, 0–1. */
export const GAPS_SOLID = 0.85

/**
 * How many times what is told of a pixel counts: so much of it as leaves little to the ground makes it the person's.
 */
export const GAPS_TOLD = 1.6

// reference/place-hair.ts

/** How far hairlines may lie apart to be laid on each other, in widths of the face, and in how many directions. */
export const SAME_HAIRLINE = 0.1
export const PLACED_HAIR_MOSTLY = 0.7

/** Nodes of the map are so many pixels apart. */
export const PLACED_HAIR_STEP = 8

/** How far around a control point its displacement holds, and how far off it has faded: widths of the face. */
export const PLACED_HAIR_REACH = 0.16
export const PLACED_HAIR_FADES = 1.6

// reference/trim-cut-ends.ts

/** How far below the chin a picture may cut hair, widths of the face: above, a cut shows beside face and neck. */
export const CUT_BELOW = 0.05

/**
 * How far before the frame cut hair ends at least, how much further the shortest locks and the shortest strands end,
 * and how soft ends are: widths of the face.
 */
export const CUT_ENDS = { from: 0.01, locks: 0.07, strands: 0.035, soft: 0.03 } as const

/** How much of the way between the longest and the shortest lock coarse and fine waves along the frame make, 0–1. */
export const CUT_LOCKS = { coarse: 0.3, fine: 0.2 } as const

// refuse/require-clear-edge.ts

/** How much of the ground may have been taken for a reference's hair, squares of the face's width. */
export const CLEAR_EDGE_MOST_TOUCHING = 0.003

/** The most of gaps that may be closed, squares of the face's width times levels between their colour and hair's. */
export const MOST_CLOSED = 1.15

// refuse/require-free-features.ts

/** From this share of new hair on a pixel counts as covered; the share of a feature's pixels that may be painted. */
export const FREE_FEATURES_OVER = 0.25
export const FREE_FEATURES_SHARE = { skin: 0.12, hair: 0.2 } as const

// refuse/require-hair-at-ears.ts

/** Where ears are, and the hair above them: from the middle of the face, and above the eyes, widths of the face. */
export const AT_EAR = {
  inner: 0.42,
  outer: 0.75,
  root: 0.58,
  low: -0.45,
  high: 0.3,
  above: -0.12,
} as const

/** How far out hair may go on beside an ear, how thick it is there, and half the height of gaps above an ear. */
export const GOES_ON = { far: 0.35, thick: 0.04 } as const
export const HAIR_AT_EARS_GAP = 0.06

/** From this share on own hair was there. */
export const HAD_HAIR = 0.3

/**
 * The most of the ground that may show there, squares of the face's width: of six pairs of photographs 0.0005 and
 * 0.0012 were not seen, 0.0019 was, as a white notch.
 */
export const MOST_SHOWN = 0.0013

/** From this share of the person without hair on a pixel shows skin or cloth. */
export const HAIR_AT_EARS_BARE = 0.6

// refuse/require-joined-temples.ts

/** Where notches at the temples are looked for, widths of the face, and the share of hair from which it hides skin. */
export const TEMPLE_NOTCHES = { aside: 0.55, inner: 0.22, low: 0.02, high: 0.6, hair: 0.5 } as const

/**
 * The most of them, squares of the face's width: of four photographs with a pixie 0.003 was not seen, 0.008 and 0.016
 * passed for a hairline that lies far back, and 0.028 was a window between a fringe and curtains beside the face.
 */
export const MOST_NOTCHED = 0.02

// refuse/require-nothing-left.ts

/** Where a head is looked at, and where its ears are: widths of the face from the middle and above the eyes. */
export const NOTHING_LEFT_BESIDE = 1.4
export const NOTHING_LEFT_EAR = { outer: 0.68, top: 0.24, low: -0.35 } as const

/** Beside jaw and neck, above all shoulders, there is nothing but hair, and cloth. */
export const NOTHING_LEFT_NECK = { beside: 0.5, low: -0.9 } as const

/** Hair reaches up to here, widths of the face above the eyes; from such a share on a pixel is connected to it. */
export const NOTHING_LEFT_REACHED = -0.3
export const NOTHING_LEFT_CONNECTED = 0.1

/** How much wider than usual a skull may be, and how much beside it may stay, squares of the face's width. */
export const NOTHING_LEFT_ROOMY = 1.12
export const MOST_LEFT = 0.02

/**
 * How much of the ground that was taken for hair may show beside new hair, squares of the face's width: of four
 * photographs 0.0034 to 0.0041 left nothing that is seen, 0.0092 a ghost of the old hair.
 */
export const NOTHING_LEFT_MOST_TOUCHING = 0.0045

// refuse/require-no-tufts.ts

/**
 * What is a tuft of old hair in a result: in such a part of the head, as far above the eyes at least (below are
 * beards), with so much told hair around it so near, not in or right beside a feature, hardly covered, unchanged, and
 * of the colour that sure hair nearby had, in levels, and nearer to it than to that of the skin nearby. Specks are left
 * out. Widths of the face, its squares, shares.
 */
export const TUFTS = {
  within: { aside: 1.2, low: -0.4, high: 1.5 },
  low: -0.12,
  sure: 0.9,
  near: 0.1,
  beside: 0.03,
  least: 0.15,
  feature: 0.03,
  hidden: 0.4,
  changed: 8,
  alike: 40,
  skin: 0.7,
  skinShare: 0.02,
  speck: 0.0003,
} as const

/** The most of them, squares of the face's width. */
export const MOST_TUFTS = 0.004

// refuse/require-kept-skin.ts

/**
 * What is lost skin beside a face: in such a part of the head, so far from its middle, hardly covered, of colours of
 * the face before and of none of them after, in CIELAB units. It is looked at on a grid of so many pixels, with so
 * many colours of the face. Widths of the face.
 */
export const KEPT_SKIN = {
  within: { aside: 0.75, low: -0.5, high: 0.12 },
  aside: 0.36,
  hidden: 0.4,
  alike: 8,
  unlike: 14,
  grid: 160,
  colours: 5,
} as const

/**
 * The most of it, squares of the face's width: of six short hairstyles on photographs at most 0.0044 was lost, of one
 * that left an ear in pieces 0.029.
 */
export const MOST_LOST_SKIN = 0.015

// refuse/require-same-shoulders.ts

/** So far below the chin ends are those of long hair, and shorter ones than this all in all lie on no shoulders. */
export const ENDS_BELOW = 0.1
export const LEAST_ENDS = 0.25

/** The share of long hair's lower ends that may lie otherwise than on the reference: on shoulders, or beside them. */
export const MAX_OFF_SHOULDERS = 0.25

/** How much more of its sides may lie beside the person's clothes than beside the reference's. */
export const MAX_ON_CLOTHES = 0.26

/** How far beside hair it is looked what is there, widths of the face. */
export const ENDS_ASIDE = 0.02

// refuse/require-same-texture.ts

/** How many times sharper a picture may stay than a reference's hair on it that is no more sharpened. */
export const MAX_SHARPER = 4

/** How many times sharper than the picture a reference may stay that is no more blurred. */
export const MAX_SOFTER = 1.5

/** How many times more texture the skin of picture or reference may have, beside what its sharpness makes. */
export const MAX_ROUGHER = { picture: 2.8, reference: 1.9 } as const

// refuse/require-transferable.ts

/** The least width of a face in pixels, by the service's documentation. */
export const MIN_FACE = 128

/**
 * Degrees from frontal. The documentation allows more of yaw, at which the sides of the hair differ too much. Places
 * are measured along the head's own axes, so that a tilt matters little; beyond this one a neck is bent.
 */
export const MAX_ANGLE = { yaw: 20, pitch: 16, roll: 40 } as const

/** Degrees by which two heads may be turned apart. */
export const MAX_APART = { yaw: 15, pitch: 13 } as const

/** Degrees by which two heads may be tilted apart where hair hangs below the jaw: it would hang aslant. */
export const MAX_ASLANT = 12

/** A second face of this share of the first one's width is a second person. */
export const TRANSFER_SECOND = 0.3

/**
 * What must show below the chin, in widths of the face: with less of it there are no shoulders. Of a reference the chin
 * has to show; where its hair is cut {@link MAX_CUT_OFF} tells.
 */
export const BELOW_CHIN = { src: 0.3, ref: 0 } as const

/** The least hair that can be taken from a reference, squares of the face's width: less is a shaved head's. */
export const LEAST_TAKEN = 0.16

/** The directions in which a hairline is looked for, degrees from straight up, and the fewest in which it is. */
export const HAIRLINE_RAYS = {
  degrees: [-60, -48, -36, -24, -12, 0, 12, 24, 36, 48, 60],
  least: 9,
} as const

/** From these shares on a pixel has some hair, shows hair, and is dense hair. */
export const HAIR_SHARES = { some: 0.08, shown: 0.4, full: 0.92 } as const

/** How many times a reference's hair may be enlarged; whether it is sharp enough then its face tells. */
export const MAX_ENLARGED = 2.5

/**
 * Hair that ends below this height above the eyes is long, and its two sides end at much the same height: where one
 * side was not told from clothes, it ends in the air. Widths of the face.
 */
export const TRANSFER_LONG = -0.8
export const MAX_UNEVEN = 0.13

/** The most of the edge of a reference's hair that may be in doubt, and how much of it is dense at least, 0–1. */
export const TRANSFER_UNCLEAR = 0.09
export const TRANSFER_SOLID = 0.75

/**
 * Up to this share of an edge in doubt hair is told by what is right beside it, whatever else in the picture has its
 * colours: then less of it need be dense, as of short hair on small faces, and no confidence in its colours is asked
 * for. Of 38 photographed heads 23 were below it; 18 of their mattes have no fault that is seen, three are refused for
 * others, one has a collar of the hair's black.
 */
export const TRANSFER_CLEAR = { doubt: 0.04, solid: 0.65 } as const

/**
 * How much of a reference's hair its picture may cut above the chin, widths of the face: its end would show as a
 * straight edge.
 */
export const MAX_CUT_OFF = 0.1

/** The most of own hair that new hair leaves in doubt, squares of the face's width, and by how surely it is told. */
export const TRANSFER_UNTOLD = { area: 0.03, sure: 0.05, share: 0.16, confidence: 0.3 } as const

/**
 * Hair of whose edge so much is in doubt and of which so little is dense was found in pieces; that is no hindrance
 * where the new hair leaves no more of them, squares of the face's width.
 */
export const TRANSFER_TORN = { doubt: 0.25, solid: 0.7, covered: 0.005 } as const

/**
 * The most that may be invented where the new hair does not cover the old, in squares of the face's width. Ears: of 61
 * results on photographs, at most 0.0007 left them whole, 0.0042 and more left pale boxes and specks in their place.
 */
export const MAX_INVENTED = { ground: 0.45, skin: 0.2, ear: 0.003, body: 0.03 } as const

// uncover/cut-ear-breadth.ts

/**
 * Where an ear lies, beside the face and from below to above the eyes, and how far below hair that comes off its skin
 * is looked for, widths of the face; the share from which on a pixel is skin, and of hair up to which it is free.
 */
export const CUT_EAR = {
  low: -0.25,
  high: 0.25,
  inner: 0.42,
  outer: 0.72,
  below: 0.03,
  skin: 0.5,
  free: 0.3,
} as const

/**
 * How broadly an ear may be cut off at its top, widths of the face. Of eleven people in short hairstyles ten have 0;
 * the one whose curls lie over an ear 0.069: its upper half was gone.
 */
export const MOST_CUT_EAR = 0.03

/** How much of new hair the frame of the picture may cut above the chin, in widths of the face: as portraits do. */
export const MAX_CUT = 0.95

// strands/clear-features.ts

/**
 * Between which heights hair passes brows and eyes at their sides, how far above and below it begins to, and how far
 * beside them; between which depths hair lies before the face, and up to where it belongs to no side: widths of the
 * face.
 */
export const CLEAR_FEATURES = {
  low: -0.1,
  high: 0.2,
  soft: { above: 0.2, below: 0.4 },
  beside: 0.035,
  front: { from: -0.5, to: -0.3 },
  middle: 0.2,
} as const

// strands/grow-lock.ts

/** Locks beside each other are alike: how far their tones go by bands over the scalp, and bands to a width. */
export const LOCK_BANDS = { share: 0.45, fine: 46, bent: 11 } as const

/** The length of one step of growth, and of a strand's straight pieces, widths of the face. */
export const STRAND_STEP = 0.04

/** The radius of a knot of hair, widths of the face. */
export const KNOT_RADIUS = 0.165

/** So deep inside the hairline locks rise and lift as elsewhere, widths of the face. */
export const LOCK_EDGE = 0.22

/**
 * How far locks lie above the skin: `least` at all, widths of the face; at the hairline and in the innermost layer
 * these shares of what is usual; and within `parting` beside a parting and `over` from the root they rise to it, widths
 * of the face.
 */
export const LOCK_RISE = {
  least: 0.012,
  edge: 0.25,
  inner: 0.1,
  parting: 0.24,
  over: 0.24,
} as const

/** How much of its height hair has from the root on, where other hair carries it. */
export const LOCK_CARRIED = 0.55

/**
 * How much shorter locks are cut than the longest, as shares: hair combed forward, and other; and the longest itself.
 */
export const LOCK_RAGGED = { forward: 0.32, other: 0.16, longest: 1.04 } as const

/**
 * How steeply locks leave the skin, as shares of what their style says: at the hairline, and low on the head, between
 * the heights above which they do fully, widths of the face; and at least, of the way to upright.
 */
export const LOCK_LIFT = { edge: 0.35, low: 0.15, from: 0.15, to: 0.5, least: 0.05 } as const

/**
 * So far from the root a lock is as heavy as it gets, widths of the face, and how much it then turns down in a step.
 */
export const LOCK_FALL = { within: 0.35, share: 0.45 } as const

/** Ends that turn inwards: from so far above the hem, widths of the face, whither besides the middle, and how much. */
export const LOCK_INWARD = { above: 0.34, up: 0.05, back: -0.15, share: 0.55 } as const

/** How much of the way that a lock was pushed aside it goes on in. */
export const LOCK_BENT = 0.85

/**
 * Where hair that is cut by length goes over from the sides to the top, to the front, and to the nape, and where
 * temples are: heights, depths and distances from the middle, widths of the face.
 */
export const LOCK_TOP = { from: 0.34, to: 0.62 } as const
export const LOCK_FRONT = { deep: { from: -0.12, to: 0.12 }, high: { from: 0.3, to: 0.5 } } as const
export const LOCK_NAPE = { from: -0.7, to: -0.45 } as const
export const LOCK_TEMPLES = { from: 0.36, to: 0.5 } as const

/**
 * A hem: between which depths it goes over from front to back; how much of their layer's shortening the least shortened
 * locks have; how far single locks and waves of them stray from it, and how much oftener they are longer. Widths of the
 * face.
 */
export const LOCK_HEM = {
  back: { from: -0.75, to: -0.25 },
  layer: 0.25,
  single: 0.05,
  longer: 0.4,
  waves: 0.02,
} as const

/** Between which heights a root comes to lie on top of the head, and between which depths before its crown. */
export const COMBED_HIGH = { from: 0.2, to: 0.55 } as const
export const COMBED_BEHIND = { from: -0.62, to: -0.3 } as const

/**
 * Hair parted: whither it is combed aside, down and to the front, in parts of a direction, by how high a root is, how
 * much it is swept back, and behind the crown; how far beside the parting, and how far inside the hairline, it is swept
 * back, widths of the face, where it is cut at a hem and by length.
 */
export const COMBED_PART = {
  aside: { least: 0.25, high: 0.95, behind: 0.7 },
  down: { low: -0.75, high: 0.45, swept: 0.6 },
  front: { high: -0.12, from: -0.5, to: 0.1, swept: 0.8, behind: 0.4 },
  edge: 0.02,
  hem: { near: 0.06, away: 0.2, deep: 0.2 },
  length: { near: 0, away: 0.05, deep: 0.4 },
} as const

/** Hair combed back: whither, in parts of a direction. */
export const COMBED_BACK = { aside: 0.35, low: -0.25 } as const

/** Hair combed forward: whither, in parts of a direction, above and below the height `above`, and behind the crown. */
export const COMBED_FORWARD = {
  towards: 0.3,
  out: 0.7,
  down: -0.35,
  above: 0.2,
  front: 0.9,
  side: 0.1,
  behind: 0.3,
} as const

/** Hair combed up: whither, in parts of a direction. */
export const COMBED_UP = { up: 0.7, back: -0.75 } as const

/** Where a knot sits: to the right of the picture, above the eyes and before them, widths of the face. */
export const KNOT_AT = [0, 0.88, -0.5] as const

/**
 * Hair around a knot: how unlike its radii are, how fast it rises, radians a width, how flat the knot is and where it
 * ends.
 */
export const KNOT_WOUND = { uneven: 0.1, rising: 2.2, flat: 0.8, least: 0.1 } as const

/**
 * How far apart waves of locks are, radians, how unlike their lengths are, and between which places they grow, widths.
 */
export const WAVE_APART = 2.6
export const WAVE_VARIED = 0.3
export const WAVE_GROWS = { from: 0.03, to: 0.5 } as const

// strands/grow-strands.ts

/** The fewest and the most places of a strand. */
export const GROWN_STRANDS_POINTS = { least: 12, most: 44 } as const

/**
 * Short new hairs near the hairline: within which depth, widths of the face, and what share of the strands there they
 * are; how long, widths of the face, and at most of their lock's length; how far their ends stand off, widths of the
 * face, and how opaque they are, 0–1.
 */
export const NEW_HAIRS = {
  within: 0.06,
  share: 0.3,
  least: 0.03,
  most: 0.12,
  longest: 0.32,
  upright: 0.04,
  opacity: 0.6,
} as const

/** Stray hairs: their share, how many times as frizzy as others they are, and how opaque, 0–1. */
export const STRAY_HAIRS = { share: 0.012, frizz: 2.4, opacity: 0.6 } as const

/** The side of a cell, widths of the face: about as far as the next lock is away where they are few. */
export const GROWN_STRANDS_CELL = 0.16

/** How high above the eyes roots of hair lie that is cut at a hem, at most, widths of the face. */
export const GROWN_STRANDS_ROOT = 1.1

/** How many steps a piece of a strand without waves has. */
export const GROWN_STRANDS_STRAIGHT = 1.9

/** The share of its lock's length that hair has where it is thinnest, cut at a hem and by length. */
export const THIN_LENGTH = { hem: 0.85, length: 0.45 } as const

/** By how much strands of a lock are shorter than it, as a share. */
export const GROWN_STRANDS_UNEVEN = 0.1

/** How far the curliest strand strays from its lock, widths of the face. */
export const GROWN_STRANDS_FRIZZ = 0.035

/** How much of a hairstyle's volume its strands fill, and from which share of their length on. */
export const GROWN_STRANDS_DEPTH = { share: 0.7, from: 0.35 } as const

/** How late strands meet at the ends, an exponent of their length. */
export const GROWN_STRANDS_GATHERED = 1.3

/** How opaque the thinnest strands are, 0–1. */
export const THIN_OPACITY = 0.3

/** How much of a strand's tone is its lock's, and how much its own. */
export const GROWN_STRANDS_TONE = { lock: 0.9, own: 0.4 } as const

// strands/hairstyle.ts

/**
 * What a hairstyle may say: the lowest hem and the farthest parting, widths of the face, and how little thinner hair is
 * at the hairline.
 */
export const HAIRSTYLE_LIMITS = { lowest: -2.5, parting: 0.4, thinning: 0.2 } as const

// strands/occluding-surface.ts

/**
 * How near ears, neck and clothes are, and how far a face bends back to its sides, widths of the face. Loose hair lies
 * over ears: what shows of one between locks has been cut off by them.
 */
export const OCCLUDER_DEPTH = {
  ear: -0.27,
  covered: -0.62,
  neck: -0.34,
  cloth: -0.22,
  nose: 0.04,
  bent: 0.6,
  scalp: 0.1,
} as const

/** Between these heights beside the face short hair goes over into what lies there: whiskers, a beard, an ear. */
export const OCCLUDER_WHISKERS = { from: 0.03, to: -0.15, beside: 0.38 } as const

/** Heights at which the half width of a face is kept: how many to a width of the face, and the lowest. */
export const OCCLUDER_ROWS = { fine: 50, lowest: -1.2, count: 110 } as const

/** From this squared share of its half widths on the skull's outline is soft. */
export const OCCLUDER_SKULL = 0.94

/** How far above the chin the neck begins, and how much higher beside it, widths of the face. */
export const OCCLUDER_JAW = { above: 0.06, bent: 0.3 } as const

/** Where ears are: from the middle, and above the eyes at most, widths of the face. */
export const OCCLUDER_EARS = { beside: 0.5, high: 0.2 } as const

/** The least half width of a face, and the height from which on its forehead lies on the skull, widths of the face. */
export const OCCLUDER_FACE = { half: 0.1, forehead: 0.3 } as const

// strands/parting-mask.ts

/**
 * Half the breadth of the line of scalp that a parting shows, so many places of it are looked at, and how much of it
 * the hair beside it leaves bare: with all of it lit as the forehead is, six of six people had a line of chalk on the
 * head; below 0.3 there is no parting on dark hair.
 */
export const PARTING_PARTED = { half: 0.012, places: 200, bare: 0.4 } as const

// strands/push-out-of-head.ts

/**
 * The part of the face that hair leaves free, an ellipse above and one below the ends of the brows, which it does not
 * reach: wider by `off` of how far hair lies off the skull, and how late it narrows above, an exponent.
 */
export const HEAD_CLEARANCE_FREE = {
  middle: 0.13,
  half: 0.46,
  above: 0.48,
  below: 1.35,
  off: 0.9,
  narrowing: 1.6,
} as const

/**
 * Half the breadth of the neck, and between which heights it gets it; behind which depth hair is clear of it, from
 * which one on it hangs beside it, and where hair behind it hangs. Widths of the face.
 */
export const HEAD_CLEARANCE_NECK = {
  half: 0.27,
  high: -0.3,
  low: -0.5,
  behind: -0.62,
  beside: -0.38,
  nape: -0.66,
} as const

/** How fast hair in the way of the face or the neck is pushed aside, per step. */
export const HEAD_CLEARANCE_PUSHED = 0.4

/**
 * Below this height there is no skull, and between these hair goes over from its sides to its top, widths of the face.
 */
export const SKULL_LOW = -0.2
export const SKULL_TOP = { from: 0.35, to: 0.78 } as const

/**
 * Where hair lies beside a face: how much farther back a jaw reaches than the face above it, below which heights;
 * between which depths, and up to which heights. Widths of the face.
 */
export const BESIDE_FACE = {
  jaw: { deeper: 0.2, from: -0.15, to: 0.1 },
  deep: { from: -0.4, to: -0.2 },
  high: { from: 0.5, to: 0.62 },
} as const

/**
 * How near jaw and shoulders hair from before the ears is laid: the depth of the neck, how far the chest lies before
 * it, between which heights it comes out so far, and behind which depth hair stays. Widths of the face.
 */
export const BEFORE_SHOULDERS = {
  neck: -0.34,
  out: 0.3,
  low: -0.9,
  high: -0.1,
  behind: -0.45,
} as const

// strands/render-strands.ts

/** How far hair before the eyes moves to the side with a turned head, of how far before them it lies. */
export const STRANDS_BEFORE = 0.35

/** The breadth of a strand, widths of the face; a strand of fewer pixels is paler instead. */
export const STRANDS_BREADTH = 0.0042

/** Strands are given for a face of so many pixels; a smaller one needs fewer, a larger one more. */
export const FACE_WIDTH = 230

/** Depths that strands are sorted into, from before the face to behind the head. */
export const STRANDS_DEPTHS = 512

/** From this share on a pixel is full, and what lies deeper is not drawn. */
export const STRANDS_FULL = 0.985

/** How deep the edge between hair and what it passes is, widths of the face. */
export const STRANDS_SOFT = 0.045

/** How opaque a strand is that is a pixel or more broad. */
export const STRANDS_OPAQUE = 0.7

/** How much the slope of the light on the face turns the light on the hair. */
export const STRANDS_TURNED = 1.6

/** By how much strands side by side shine at different angles, and differ in brightness. */
export const STRANDS_UNLIKE = { angle: 0.16, light: 0.5 } as const

/** How much brighter the lightest strands are than the darkest: more than their colours tell. */
export const STRANDS_LOCKS = 0.7

/** The light of the sky and of the lamp, shares of full light. */
export const STRANDS_SKY = 0.42
export const STRANDS_LAMP = 1.05

/** The number of tones between the darkest and the lightest strands. */
export const STRANDS_SHADES = 48

/** How much deeper the colour of hair is that is lit through other hair, an exponent. */
export const STRANDS_DEEPER = 1.45

/** Between these shares of hair so far around a pixel, widths of the face, gaps show dark hair and no skin. */
export const STRANDS_DENSE = { from: 0.72, to: 0.95, sigma: 0.035 } as const

/** How many times the strands of a style a small and a large face have. */
export const STRANDS_COUNT = { least: 0.6, most: 1.7 } as const

/** Where the lamp is, in parts of a direction: `most` to either side with the light on the face, and besides. */
export const LAMP_AT = { most: 0.7, right: 0.06, up: 0.75, front: 0.62 } as const

/** How much of a strand's place between the darkest and the lightest is its own, and from where on ends are lighter. */
export const STRANDS_TONE = { own: 0.85, ends: 0.3 } as const

/** The light at a root and what comes to it, as shares, and how far from it all has, widths of the face. */
export const STRANDS_ROOT = { shade: 0.78, lit: 0.22, far: 0.14 } as const

/** The light in the innermost layer, and what comes to it in the outermost, as shares. */
export const STRANDS_LAYER = { inner: 0.55, outer: 0.45 } as const

/** How much thinner ends are, and from which share of its length on a strand is one. */
export const STRANDS_ENDS = { thinner: 0.8, from: 0.8 } as const

/** How opaque thin strands begin, from which thickness on they are thick, and so far from the root all are: widths. */
export const STRANDS_ROOTED = { thin: 0.3, thick: 0.6, far: 0.09 } as const

/** A strand that covers less of a pixel than this is not drawn there. */
export const STRANDS_LEAST = 0.004

/** How much paler the colour is that light takes on inside a strand, an exponent. */
export const STRANDS_INSIDE = 0.7

/** The two highlights: how strong each is, and how far it is tilted towards the root and the tip. */
export const STRANDS_SHINE = {
  first: { share: 0.1, tilt: 0.09 },
  second: { share: 0.85, tilt: 0.12 },
} as const

/** Between which depths strands are sorted: the nearest, and how far behind it the deepest is. Widths of the face. */
export const STRANDS_DEEP = { from: 0.7, reach: 2.1 } as const

/** From this share of hair on a pixel shows nothing of what is behind it. */
export const STRANDS_HIDE = 0.8

// strands/root-in-own-hair.ts

/**
 * Where own hair may stay at a hairline; between which depths inside it, it fades out and drawn strands fade in; how
 * far around its colour is compared with the new hair's, and from which share on a pixel has some; in which directions
 * a hairline is looked for, degrees, and how far before its usual course hair is none of it. Widths of the face. With
 * drawn strands alone, each of eight short cuts on photographs began as a wig does.
 */
export const OWN_ROOTS = {
  within: { aside: 1, low: -0.7, high: 1.3 },
  band: { from: 0.07, to: 0.16 },
  drawn: { from: 0, to: 0.07 },
  near: 0.12,
  least: 0.004,
  rays: { step: 5, last: 50, before: 0.04 },
} as const

// strands/sample-root.ts

/** How deep inside the hairline hair is as dense and as thick as elsewhere, widths of the face. */
export const ROOT_THINNING = 0.09

/**
 * How far before the hairline the first thin hairs grow, widths of the face: only where hair is dense is it seen as
 * one, and without them each hairline was raised as a wig's is.
 */
export const ROOT_BEFORE = 0.035

/**
 * The share of strands that grow right beside a parting, and how far beside it, most of them near, an exponent; they
 * hide the skin between roots.
 */
export const AT_PARTING = { share: 0.16, reach: 0.07, nearer: 1.5 } as const

/**
 * Half the breadth of a parting, and how far it strays from a straight line, widths of the face: as a comb draws it.
 * With thrice as much, and in short waves, it was seen as a zigzag on every photograph.
 */
export const ROOT_PARTING = { half: 0.006, stray: 0.0025 } as const

/** How far before it the first hair grows where it is thinnest, widths of the face. */
export const ROOT_FIRST = -0.02

/** How ragged a hairline is, in waves and by single hairs, widths of the face. */
export const ROOT_RAGGED = { waves: 0.014, single: 0.03 } as const

/** How often a root is taken where hair is thinnest. */
export const ROOT_CHANCE = 0.2

/** Where a parting runs over the head: the angles at which it begins and that it takes, radians from the front up. */
export const PARTING_ARC = { from: 0.2, over: 1.6 } as const

// strands/short-sides.ts

/**
 * The sides of a head: from the middle, and up to where they go over into the top; between which heights strands that
 * grow there begin; how low, how far out and where in the face hair is no longer short, and how much there may be of
 * that and must be of short hair. Widths of the face, and their squares.
 */
export const OWN_SIDES = {
  within: { aside: 1.2, low: -0.9, high: 0.6 },
  inner: { from: 0.26, to: 0.34 },
  top: { from: 0.38, to: 0.5 },
  drawn: { from: 0.2, to: 0.4 },
  low: -0.38,
  wide: 0.68,
  face: { half: 0.36, high: 0.24 },
  off: 0.006,
  least: 0.006,
} as const

// strands/strand-shadows.ts

/** Cells of the grid that shadows are cast in, along each axis, and how much hair of a cell takes of the light. */
export const STRAND_SHADOWS_CELLS = 48
export const STRAND_SHADOWS_ABSORBS = 0.55

/** How many cells towards the light are looked at. */
export const STRAND_SHADOWS_REACH = 10

/** The side of the cube that the cells part, widths of the face. */
export const STRAND_SHADOWS_SIDE = 3.5

/** The corner of the cube: to the right of the picture, above the eyes and before them, widths of the face. */
export const STRAND_SHADOWS_FROM = [-1.4, -2.3, -1.7] as const

/** How many times as full as is usual a cell counts at most. */
export const STRAND_SHADOWS_MOST = 1.5

// uncover/bare-head.ts

/** From this share on a pixel shows own hair, and from this cover on new hair hides it. */
export const UNCOVERED_SHOWS = 0.06
export const UNCOVERED_HIDDEN = 0.97

/** How far around hair that shows what is filled reaches: single hairs there left an outline of the old hair. */
export const UNCOVERED_RIM = 0.022

/** From this share of hair around it on, skin between single hairs goes with them: it is read from no clean pixel. */
export const UNCOVERED_SPARSE = 0.1

/** Where ears are beside and below the eyes, and their half width and height. */
export const UNCOVERED_EAR = { u: 0.52, v: -0.15, half: 0.1, tall: 0.25 } as const

/** Above ears nothing but hair lies beside a skull: from this share on a pixel is the person's. */
export const UNCOVERED_PERSON = 0.1

/** From this share of skin on what is beside hair is skin. */
export const BESIDE_SKIN = 0.35

/**
 * Down to where there is skull behind hair, and below which height it is as wide as there: widths of the face; within
 * that squared share of its half widths.
 */
export const UNCOVERED_SKULL = { low: -0.05, wide: 0.2, within: 0.97 } as const

/**
 * So far around cloth and skin of such a share are the body that goes on behind hair, up to that height: widths of the
 * face.
 */
export const UNCOVERED_BODY = { near: 0.06, least: 0.15, high: -0.42 } as const

/** The forehead above the brows: where it begins above the eyes, its half width and its end. */
export const UNCOVERED_FOREHEAD = { low: 0.2, half: 0.44, top: 0.8 } as const

/** How far around what is filled known pixels are looked at, and how thick the fill is, in widths of the face. */
export const UNCOVERED_MARGIN = 0.2
export const UNCOVERED_THICKNESS = 0.12

/** Skin is continued on a grid of so many cells across a face: it is smooth. */
export const UNCOVERED_CELLS = 72

/**
 * How far around hair skin may be in its shade or stubbly, in widths of the face, and from what share of hair on; and
 * between which shares of hair that comes off.
 */
export const UNCOVERED_STAINED = { sigma: 0.06, share: 0.02, none: 0.02, all: 0.2 } as const

/** From so many levels below what is around on, skin beside hair is in its shade. */
export const UNCOVERED_SHADED = 4

/** By how many levels stubble is darker than skin where all of it is replaced. */
export const UNCOVERED_STUBBLE = 14

/** How far around a pixel hair is looked at, a sigma in widths of the face. */
export const UNCOVERED_AROUND = 0.03

/** Up to this share of the person a pixel is ground that is known, and from this one on a body that is, 0–1. */
export const UNCOVERED_KNOWN = { ground: 0.1, body: 0.9 } as const

/** How well the skin's colour is led on where no skin is. */
export const UNCOVERED_CONDUCTION = 0.01

/** Skin that others are filled from: of such a share at least, and down to where, widths of the face. */
export const UNCOVERED_CLEAN = { skin: 0.85, low: -0.5 } as const

/** How soft the edge of filled skin is, a sigma in widths of the face, and the shares between which it is. */
export const UNCOVERED_EDGE = { sigma: 0.008, from: 0.05, to: 0.5 } as const

// uncover/even-out-plain-fill.ts

/** How far around a pixel the ground tells whether it is plain, and with less of it there, widths of the face. */
export const PLAIN_FILL_PLAIN = { near: 0.045, wide: 0.14 } as const

/** So much of what is that near is ground, and so many levels it strays from its mean where it is plain, or is not. */
export const PLAIN_FILL_ENOUGH = { none: 0.002, all: 0.02 } as const
export const PLAIN_FILL_STRAYS = { plain: 3, other: 8 } as const

/**
 * The part of a picture that a generator paints to give somebody the hair of a reference: where hair has more than this
 * share of a pixel, with so much room around it, and so far below a frame that cuts it, in widths of the face. Chosen:
 * the room covers single hairs that are not told, and hair of busts ends within a width and a half of their frame.
 */
export const GENERATED_HAIR = { shows: 0.1, room: 0.08, further: 1.5 }
