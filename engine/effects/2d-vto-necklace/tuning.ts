/**
 * What was tuned of necklaces: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The
 * file is as long as the list is.
 */

// find-neck.ts

/** Where rows across the neck are read, in widths of the face below the chin. */
export const NECK_ROWS = { from: 0.04, to: 0.42, step: 0.008 } as const

/** The neck ends where it is this many times as wide as at its narrowest. */
export const NECK_WIDER = 1.1

/** A neck is between these shares of the face's width wide; skin beyond is a shoulder, less is a gap in a collar. */
export const NECK_SHARE = { least: 0.42, most: 1.05 } as const

/** The rows below the chin that tell a neck's width, and the share of it at which its sides are covered. */
export const BASE_ROWS = 7
export const NECK_COVERED = 0.93

/** A neck that has spread by this much is cut off by a collar where it is a little narrower again than before. */
export const NECK_SPREAD = 1.02
export const NECK_CUT = 0.975
export const NECK_LEVEL = 0.995

/** How far below the first row shade reaches, and an edge's jump at its end within so many rows. Widths of the face. */
export const NECK_SHADE = { below: 0.15, rows: 2, jump: 0.035 } as const

/** Within how many rows an edge that stands off comes back, where it is none of the neck: a hoop had four. */
export const NECK_SPIKE = 6

/** Rows that show a neck, at least. */
export const MIN_ROWS = 5

/** How far beyond the edges of a neck is looked for what covers it, in widths of the face. */
export const NECK_BEYOND = 0.05

/** From this share of hair on a place is hair rather than the shaded side of a neck. */
export const SURELY_HAIR = 0.9

/** Shares of the person below which a place is behind, and above which it is surely of the person. */
export const NECK_BEHIND = 0.03
export const NECK_WITHIN = 0.97

/** How far outside the skin that was found a neck's edge can be: its sides are in shade. In widths of the face. */
export const NECK_EDGE = 0.1

/** A neck reaches at least this far to one side of the chin, as a share of how far it reaches to the other. */
export const NECK_EVEN = 0.6

/**
 * Of a neck whose sides cannot be told: its width, how far below the chin its ends are, down to where its skin has to
 * show, and where beside the middle. In widths of the face, as usual necks have them.
 */
export const NECK_JAW = { width: 0.74, down: 0.15, seen: 0.24, shown: [-0.2, 0, 0.2] } as const

/** Below this share of hair, and of cloth, a pixel of a person may be a bare neck. */
export const NECK_HAIR_FREE = 0.1

/**
 * How far inside an end it begins to be looked for what is beside it, as a share of how far outside: of a neck, and of
 * a chain.
 */
export const FROM_INSIDE = 0.25

/**
 * How finely the ends of a neck are walked to, how wide a gap in its skin is passed over, and how far beside a place
 * colours are compared, in grid pixels.
 */
export const NECK_WALK = { step: 0.25, gap: 2.5, colourStep: 0.4 } as const

// hide-necklace.ts

/**
 * From which share of cloth on it hides a chain, and over how much more. The shade of its edge on the skin counts as
 * cloth, too.
 */
export const NECKLACE_EDGE = { from: 0.12, over: 0.5 } as const

/** The same of hair: where it is told half surely a chain shows or does not, and is no ghost. */
export const NECKLACE_HAIR = { from: 0.25, over: 0.5 } as const

/** The middle of a chain, where a pendant hangs, as shares of the way between its ends. */
export const NECKLACE_MIDDLE = { from: 0.4, to: 0.6 } as const

/**
 * How broad a pendant is at most that hangs there, as shares of the same way: of a long chain .25 to .77; and how
 * broad it begins, where fringes have .5 and more; and the share of its
 * chain that may be hidden.
 */
export const BROAD_PENDANT = { from: 0.2, to: 0.8, point: 0.25, hidden: 0.5 } as const

/** The share of a chain's front on cloth from which on all of the chain lies over it. */
export const FRONT_ON_CLOTH = 0.6

/** How thick a chain is at most where a pendant hangs from it, as a share of the way between its ends. */
export const NECKLACE_THICKNESS = 0.02

/** How wide what parts skin from the skin of the neck is at least, in widths of the face. */
export const NECKLACE_PARTING = 0.02

/** Rows above and below of which the median tells where the skin of a neck ends: a crease parts some 4 of them. */
export const CREASE = 5

/** How many times over the share of the person is taken away from what lies beside: its soft edge is none of it. */
export const BESIDE_PERSON = 1.6

// leave-earrings.ts

/**
 * How wide an earring of a set is beside its necklace at most (in shop pictures .1 to .2; half of a broken chain has
 * .4 and more), how alike the two of a pair are in height (.97; a pendant and a clasp .3), and its soft edge, pixels.
 */
export const SET = { most: 0.3, alike: 0.8, edge: 2 } as const

// measure-shoulders.ts

/** The longer side of the picture in which the pose is estimated, pixels. */
export const SHOULDERS_MOST = 512

/** A pose below this presence, or with its nose this many widths of the face from the face's, is another person's. */
export const MIN_PRESENCE = 0.8
export const SAME_NOSE = 0.3

// necklace-shape.ts

/** The front of a necklace: shares of the way between its ends. */
export const NECKLACE_SHAPE_FRONT = { from: 0.35, to: 0.65 } as const

/** A closed chain's opening has at least this share of the product's box. */
export const CLOSED_SHARE = 0.15

/** The ends of an open chain lie in its outer parts: shares of its width. */
export const NECKLACE_SHAPE_OUTER = 0.42

/**
 * The ends of a necklace lie at least so far apart, in widths of its picture; between them, this share in from
 * either, nothing may lie within the top rows, a share of the height; the rows in which ends are looked for.
 */
export const ENDS = { apart: 0.3, between: 0.3, top: 0.06, depth: 0.012 } as const

// necklace.ts

/** Degrees of yaw, and the share of the picture's width that the neck has at least: the service's rule. */
export const MAX_YAW = 20
export const MIN_NECK = 0.15

/** Widths of the face between the shoulders at least. On a chest turned further a necklace lies over a shoulder. */
export const MIN_SHOULDERS = 1.25

/** The share of a necklace that has to show for it to be worn at all. */
export const MIN_SHOWN = 0.1

/** The share of a necklace's front that may be hidden. */
export const MOST_HIDDEN = 0.16

/** Where the shadow of a necklace falls and how soft it is, in widths of the face. */
export const NECKLACE_SHADOW = { aside: 0.004, down: 0.012, sigma: 0.01 } as const

// place-necklace.ts

/** How far the middle of a chain moves with a turn of the whole head, as a share of half its width. */
export const SHARE_OF_TURN = 0.2

// raise-ends.ts

/** How far up ends are moved at most, in widths of the face. */
export const RAISE = 0.15

// require-bare-neck.ts

/**
 * A chain that is worn: how far beside it the skin is compared and from where to where below the chin it is looked
 * for, in widths of the face; by which shares of the skin's lightness L* (of at least `dark`) its pixels and its
 * lightest ones are lighter; and from which length on a line is one, in widths of the face. Worn chains had .40 and
 * .52, bare necks with tendons and moles .16 at most.
 */
export const WORN_CHAIN = {
  aside: 0.025,
  from: 0.1,
  to: 1.3,
  low: 0.08,
  high: 0.2,
  dark: 8,
  length: 0.28,
} as const

/**
 * A golden chain that is worn, whose links shine and shade one another: by how many degrees of hue its pixels and its
 * yellowest ones are yellower than the skin on both sides, from which chroma on a pixel has a hue, and from which
 * length on a line is one, in widths of the face. On 21 necks a worn chain had .19 and a thin one that is told by its
 * light .11; bare ones .06 at most.
 */
export const WORN_GOLD = { low: 12, high: 18, chroma: 8, length: 0.11 } as const

// require-even-collar.ts

/** Places along half of a chain, each of which is compared with that of the other half. */
export const EVEN_COLLAR_PLACES = 20

/** The least share of these that hair leaves free on both sides, and the most that is covered on one side alone. */
export const EVEN_COLLAR_COMPARED = 0.3
export const EVEN_COLLAR_UNEVEN = 0.25

/** Below this share of the person a place of a chain is behind them. */
export const EVEN_COLLAR_BEHIND = 0.4

// require-held-ends.ts

/** How far below its ends a chain is looked at, as a share of the way between them. */
export const HELD_DEPTH = 0.12

/**
 * The share of this that shows where an end is judged, the most of it that may show on cloth, and how far skin may then
 * reach down the middle of the necklace, as a share of the way between its ends: below a round neckline (.09 to .35) a
 * chain lies over the cloth, beside a shirt's opening (.56 to .65) under a collar.
 */
export const HELD_SHOWN = 0.25
export const HELD_ON_CLOTH = 0.5
export const HELD_OPENING = 0.45

/**
 * Beyond raised ends, the share of a necklace that may be hidden: torn ones had .07 to .18, whole ones none; and from
 * which share of all of it on that says something.
 */
export const HELD_BEYOND = { most: 0.06, from: 0.02 } as const

/** How far beside an end skin has to end, in widths of the face. */
export const HELD_BESIDE = 0.16

// require-in-picture.ts

/** The share of a necklace's front that may lie below the picture. */
export const MOST_BELOW = 0.5

// require-like-face.ts

/**
 * Shares of the face's brightness and red, as medians, that skin under a necklace has at least: a black coat at night
 * had .13 and 0, grass in the sun -.29 of the red; chests had .94 and .47 at least. From how many pixels on that says
 * something, and the red of a face in colours.
 */
export const LIKE_FACE = { light: 0.35, red: 0.2, pixels: 40, coloured: 0.04 } as const

// require-no-hand.ts

/** Half the thickness of a finger and of a palm's ray, and a forearm, in breadths of the hand. */
export const HAND_FINGER = 0.12
export const HAND_PALM = 0.2
export const HAND_ARM = { length: 2, radius: 0.38 } as const

/** How broad a hand is by the distance between the first joints of its index and its little finger. */
export const HAND_BREADTH = 1.25

/** The share of what shows of a necklace that may lie over a hand: the landmarks are a little off. */
export const HAND_OVER = 0.03

// require-open-collar.ts

/** The share of a chain that may lie over cloth beside skin that shows. */
export const OPEN_COLLAR_BESIDE = 0.3

/** The sides of a chain, as shares of the way between its ends: its middle can be a pendant. */
export const OPEN_COLLAR_SIDES = { from: 0.02, to: 0.42 } as const

// shorten-chain.ts

/**
 * How far a necklace hangs at most, as a share of the way between its ends: of shop pictures .6 to 1.6 and, where a
 * long chain is shown with its ends close together, 2.2 to 3.3; a chain of 45 cm on a neck has about 1.1. How near
 * the middle its halves meet, and over how much of the chain above that the spreading ends; what is below is a
 * pendant from this share of its height on. What is broader than `pointed` where they meet is no V. Halves are apart
 * from `apart` on. Shares of the way between the ends.
 */
export const DROP = {
  most: 1.35,
  meets: 0.02,
  apart: 0.05,
  over: 0.05,
  pendant: 0.1,
  pointed: 0.6,
} as const

// visit-worn.ts

/** From this alpha on a pixel is of the product. */
export const VISIT_WORN_SOLID = 0.4

/** Pixels that are looked at along the longer side of what a necklace covers. */
export const VISIT_WORN_FINENESS = 200
