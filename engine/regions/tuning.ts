/**
 * What was tuned of regions: each value with its unit, what it decides and how it was found, under the file it acts in.
 * Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file is
 * as long as the list is.
 */

// colour-model.ts

/** The weight of lightness in a distance: light and shadow change it more than hue. */
export const LIGHTNESS_WEIGHT = 0.55

/** Rounds of k-means. */
export const COLOUR_MODEL_ROUNDS = 8

/** The square of what is far from every colour of a model. */
export const COLOUR_MODEL_FAR = 1e4

// hair/add-fringe.ts

/** The brightness of a forehead's skin in shade, as a share of the cheeks'. */
export const FRINGE_SHADED = 0.6

/** How high above the brows skin is read, how far around, and how far it has to lie from the hair, levels. */
export const FRINGE_THIN = {
  strip: 0.07,
  sigma: 0.15,
  apart: 45,
  skin: 0.3,
  least: 0.004,
  offset: 0.12,
} as const

/** How much a pixel of the forehead looks like hair, from which on it may be hair, and surely is, 0–1. */
export const FRINGE_UNCLEAR = { least: 0.4, most: 0.55 } as const

/** The share of the forehead below which hair on it is a few strands, and how much of a fringe may be unclear. */
export const LEAST_FRINGE = 0.06
export const MOST_UNCLEAR = 0.6

// hair/close-fringe.ts

/** The most that may be missing between a fringe and the hair above it, widths of the face. */
export const CLOSED_FRINGE_MOST = 0.16

/** The height above the eyes of what a fringe may cover, its half width and its end, widths of the face. */
export const CLOSED_FRINGE_FOREHEAD = { low: 0.16, half: 0.5, top: 0.95 } as const

/** How much of a fringe must hang below what is missing, widths of the face: a single strand crosses the skin. */
export const LEAST_BELOW = 0.035

/** From this share on a pixel is hair, and how broad the lower edge of a fringe is, widths of the face. */
export const CLOSED_FRINGE_HAIR = 0.5
export const CLOSED_FRINGE_SOFT = 0.02

/** The least breadth of a fringe that is closed, widths of the face: a narrow one may be a shade on the forehead. */
export const LEAST_BREADTH = 0.2

/** How much what is missing looks like hair at least, and the brightness of skin in shade as a share of the cheeks'. */
export const CLOSED_FRINGE_LIKE = 0.2
export const CLOSED_FRINGE_SHADED = 0.6

// hair/fill-behind-hairline.ts

/** The directions looked at, degrees from straight up: farther down are ears. Steps of half a degree. */
export const BEHIND_HAIRLINE_WIDEST = 62
export const BEHIND_HAIRLINE_STEPS = 2

/** How finely a direction is followed, pixels of the grid. */
export const BEHIND_HAIRLINE_STEP = 0.7

/** How far from between the eyes hair may begin and end, and how thick it is at least, widths of the face. */
export const BEHIND_HAIRLINE_REACH = { from: 0.3, to: 1.6, thick: 0.03 } as const

/** From this share on a pixel is hair. */
export const BEHIND_HAIRLINE_HAIR = 0.5

// hair/hair-matte.ts

/** How wide the band of single hairs around the rough region is, and how far around a pixel colours are learnt. */
export const MATTE_BAND = 0.045
export const MATTE_NEAR = 0.05

/** Distances in levels between hair and what is behind it from which colours tell nothing, and everything. */
export const TOLD_APART = { nothing: 14, everything: 55 } as const

/** How far from all mixtures of hair and ground a colour is that may be hair's, and one that is none, levels. */
export const MATTE_UNMIXED = { least: 22, most: 48 } as const

/** From this share on hair is connected to the hair above the forehead. */
export const MATTE_CONNECTED = 0.1

/** How much wider than the face a beard is, and how far beside and below the chin it hangs, widths of the face. */
export const MATTE_BEARD = { wider: 1.1, beside: 0.3, below: 0.3 } as const

// hair/head-colours.ts

/** The brightest skin in full light, as a share of the cheeks'. */
export const HEAD_COLOURS_BRIGHTEST = 1.25

// hair/remove-ears.ts

/** Where ears are beside the eyes, in widths of the face: how far out, how high and how low. */
export const EARS = { inner: 0.42, outer: 0.7, above: 0.2, below: 0.45 } as const

/** The brightness of ears in the shade of the head, as a share of the cheeks'. */
export const EARS_SHADED = 0.45

/** The least share of the places of ears in which no hair shows. */
export const LEAST_SHOWN = 0.5

/** From this likeness on what lies over an ear is hair, and below it the ear. */
export const EAR_SKIN = { least: 0.3, most: 0.42 } as const

/** How far below the places of ears hair is looked for, widths of the face, and the share of it that is long hair. */
export const EARS_BELOW = 0.16
export const EARS_HANGS = 0.25

/** How much hair itself has to look like hair, so that an ear can be told from long hair. */
export const EARS_TOLD = { least: 0.42, most: 0.54 } as const

// head/extend-colour-models.ts

/** From this share on a pixel tells colours of its region in other light. */
export const WIDER_MODELS_SURE = { skin: 0.8, hair: 0.5 } as const

/** Hair beside a neck is of other colours than skin by as much. */
export const WIDER_MODELS_UNLIKE_SKIN = 4

/** Where a neck is below the chin, and hair beside it, in widths of the face. */
export const WIDER_MODELS_NECK = { beside: 0.28, from: 0.04, to: 0.36 } as const
export const WIDER_MODELS_FALL = { from: 0.32, to: 0.95, above: -0.8, below: 0.3 } as const

/** The light that the inside of a collar gets, as a share of that on the outside, by CIELAB's measure. */
export const IN_SHADE = 0.75

/** Cloth in the shade is of other colours than skin by as much. */
export const WIDER_MODELS_SHADED = 3

// head/head-models.ts

/** Colours nearer to the skin's than this are no evidence of another region. */
export const HEAD_MODELS_LIKE_SKIN = 9

/** The same in any light: it saturates skin. */
export const LIKE_SKIN_LIT = 12

/**
 * Hair is told from skin by less where the skin seen is of one colour: from the distance on that one in ten of its own
 * pixels has from its model, between these bounds.
 */
export const HEAD_MODELS_UNLIKE_SKIN = { least: 5, most: 7, share: 0.9 } as const

/** The same of hair over cloth. */
export const LIKE_HAIR = 7

/** The share below a neck that is cloth of other colours than skin and hair, unless all of it is like them. */
export const HEAD_MODELS_OTHER = 0.35

/** The darkest and the brightest light on skin, as a share of that on a face, by CIELAB's measure. */
export const HEAD_MODELS_LIGHT = { least: 0.4, most: 1.7 } as const

/** Of a bald head the skin goes on above the forehead: fewer of the pixels there than this share differ from it. */
export const HEAD_MODELS_BALD = 0.3

// head/head-regions.ts

/** How far mattes follow the edges of the picture: widths of the face, and the variance that is one surface. */
export const HEAD_REGIONS_GUIDE = { radius: 0.035, smoothness: 4e-4 } as const

// head/head-seeds.ts

/** How far above the mesh hair surely is, in widths of the face. */
export const HEAD_SEEDS_HAIR = [0.24, 0.3, 0.36, 0.42] as const

/** Where hair beside a head is looked for: beyond an ear, from the eyes down to the chin. Widths of the face. */
export const HEAD_SEEDS_BESIDE = { from: 0.24, to: 0.5, down: [-0.75, -0.1], step: 0.03 } as const

/** How far below the chin the neck is bare in most pictures, in widths of the face. */
export const HEAD_SEEDS_NECK = [0.12, 0.2, 0.28] as const

// head/label-head.ts

/** What speaks against each region within the face, in the units of colour distances. */
export const IN_FACE = { skin: 0, hair: 5, cloth: 40 } as const

/** How far above the chin ears end, widths of the face. */
export const LABEL_HEAD_EARS = 0.86

/** From this share of the person on a pixel is told apart. */
export const LABEL_HEAD_SHOWN = 0.08

// head/region-grid.ts

/** The longer side of the grid that regions are found on, about, pixels: up to half as much more of a small head. */
export const REGION_GRID_USUAL = 420

/** How far around a face regions are found, in widths of the face. */
export const REGION_GRID_REACH = { beside: 1.25, above: 0.9, below: 1.35 } as const

// head/squared-skin-distances.ts

/** How far from its middle a neck surely is wide, and where what is beside it begins and ends. Widths of the face. */
export const SKIN_DISTANCES_SIDE = { from: 0.26, to: 0.34, above: -0.2, below: [0.5, 0.7] } as const

/** What speaks against the face's colours beside a neck of others. */
export const UNLIKE_NECK = 4

// head/snap-hair-edge.ts

/** The rows in which hair hangs beside a neck: from the jaw to the chest, widths of the face below the chin. */
export const HAIR_EDGE_ROWS = { from: -0.15, to: 0.8 } as const

/** How far hair is looked for from the middle of a neck, and how wide it is at least, widths of the face. */
export const HAIR_EDGE_REACH = 0.75
export const HAIR_EDGE_LOCK = 0.05

/** How far a strand that seemed to be skin reaches inwards, widths of the face. */
export const HAIR_EDGE_STRAND = 0.1

/** What the first edge has of the strongest, and the least of both, about in CIELAB units. */
export const HAIR_EDGE_FIRST = 0.3
export const HAIR_EDGE_LEAST = 4

/** The rows on either side that tell an edge together, and the share of them in which it moves. */
export const HAIR_EDGE_TOGETHER = 5
export const HAIR_EDGE_MOST = 0.6

// person/add-loose-hair-costs.ts

/** What speaks against hair that hangs on no head, in the units of colour distances. */
export const LOOSE_HAIR_COSTS_LOOSE = 14

/** Locks that are parted by no more than twice this hang together, in body scales. */
export const LOOSE_HAIR_COSTS_GAP = 0.02

// person/add-skin-costs.ts

/** The distance from the skin of the face from which a colour speaks against skin, and within which against cloth. */
export const SKIN_COSTS_UNLIKE_SKIN = 10
export const SKIN_COSTS_LIKE_SKIN = 8

/** How far from its bone a bare limb reaches, in body scales, and up to which distance a bare midriff is skin. */
export const SKIN_COSTS_WIDTH = { arm: 0.17, leg: 0.26, foot: 0.1 } as const
export const SKIN_COSTS_MIDRIFF = { unlike: 14, edge: 0.04 } as const

/** What speaks against cloth of the face's colour on a bare limb, on the trunk and on legs. */
export const AGAINST_CLOTH = { bare: 16, trunk: 10, legs: 6 } as const

/** What speaks against trousers so far below the hem, in the units of places along a leg. */
export const SKIN_COSTS_HEM = { drop: 0.3, cost: 20 } as const

/** What speaks against a garment on the other side of a bare midriff. */
export const BEYOND_MIDRIFF = 16

/** A trunk of which this much looks like skin wears skin's colour, or nothing: there colour does not tell. */
export const SKIN_COSTS_ALIKE = 0.35

// person/body-coordinates.ts

/** Beyond this, in body scales, a limb is far away. */
export const BODY_COORDINATES_FAR = 9

// person/find-bare-limbs.ts

/** A bin of a limb is skin where half of its pixels are nearer than this to the face's colour. */
export const BARE_LIMBS_LIKE_SKIN = 11

/** What one bin counts at most, so that a watch or a printed sleeve is outvoted. */
export const BARE_LIMBS_MOST = 6

/** Bins along a part of a limb, and how far from its bone a pixel speaks for it, in body scales. */
export const BARE_LIMBS_BINS = 8
export const BARE_LIMBS_CORE = 0.06

/** Hands count from the wrist up to here, and legs to the ankle. */
export const BARE_LIMBS_END = { hand: 1.9, arm: 2.4, leg: 2 } as const

/** Bins that must be skin for a limb to be bare at all. */
export const BARE_LIMBS_LEAST = 2

/** How much farther than half of a bare limb a pixel of it can be from the colour of the face, and at least. */
export const BARE_LIMBS_SPREAD = { more: 6, least: 9, most: 16 } as const

/** A foot half of which is nearer than this to the face's colour wears no shoe, or a sandal. */
export const BARE_FOOT = 7

// person/find-bare-midriff.ts

/** Bins of the trunk from the shoulders to the hips, and where a midriff can be. */
export const BARE_MIDRIFF_BINS = 24
export const BARE_MIDRIFF_FROM = 0.4
export const BARE_MIDRIFF_TO = 1.15

/** A row of the trunk is bare where this much of it has the colour of the face, and covered where less has. */
export const BARE_MIDRIFF_BARE = 0.5
export const BARE_MIDRIFF_COVERED = 0.35
export const BARE_MIDRIFF_LIKE_SKIN = 11

/** Rows that must be covered above and below a midriff. */
export const BARE_MIDRIFF_CLOTH = 3

// person/find-regions-with-models.ts

/** Where a model sees less of a person than this, it is not asked. */
export const MODEL_REGIONS_SEEN = 0.05

// person/find-regions.ts

/** The longest distance that colour may speak against a region, so that place still counts. */
export const MOST_BY_COLOUR = 26

/** What a pixel costs that belongs to none of the named regions. */
export const PERSON_REGIONS_OTHER = 24

/** Rounds of learning colours from the last round's regions, and how far costs are averaged, in body scales. */
export const PERSON_REGIONS_ROUNDS = 3
export const PERSON_REGIONS_AVERAGED = 0.014

/** The difference of costs that makes one region e times as likely as another. */
export const PERSON_REGIONS_TEMPERATURE = 2.2

/** The least share of a person that is a region at all. */
export const MIN_SHARE = 0.002

// person/person-grid.ts

/** The longer side of a grid, pixels. */
export const GRID_SIDE = 448

/**
 * A landmark counts as shown where the network is this sure that it is inside the picture; outside, where it is near
 * enough for what leads to it to be seen.
 */
export const PERSON_GRID_PRESENT = { inside: 0.5, outside: 0.3 } as const

/** The width of a face, by the distance of shoulders and hips; of the project's drawn people and of photographs. */
export const FACE_BY_BODY = 0.3

// person/position-costs.ts

/** What speaks against a region everywhere it cannot be, in the units of colour distances. */
export const COSTS_NEVER = 60

/** What speaks against a shoe so far above the instep, in body scales: most end there. */
export const ABOVE_INSTEP = { far: 0.05, most: 20 } as const

/** What speaks against a sleeve on a hand: what is behind it or beside it may be one. */
export const COSTS_HAND = 8

/** What speaks against hair far beside the head, where a tail or what the wind lifts can be. */
export const BESIDE_HEAD = 12

// person/region-seeds.ts

/** Colours nearer to the skin's than this are no evidence of another region. */
export const REGION_SEEDS_LIKE_SKIN = 8

// person/render-regions.ts

/** How far the edge of a region can be off on the grid, in body scales, and at least, in grid pixels. */
export const REGIONS_ERROR = { share: 0.02, least: 2 } as const

/** The guided filter's ε: colour variance (0–1 squared) that still counts as one surface. */
export const REGIONS_SMOOTHNESS = 0.0004

// person/separate-by-colour.ts

/** The longer side of the grid that colours are compared on, pixels. */
export const OVERLAP_SIDE = 320

/** Beyond this distance from the front's body nothing is theirs, in lengths of their trunk. */
export const OVERLAP_REACH = 0.8

/** From these shares of a mask on a pixel may be of a person, and surely is. */
export const OVERLAP_SEEN = 0.1
export const OVERLAP_SURE = 0.9

/** Colours by which each of the two is known, pixels that they need at least, and at most look at. */
export const OVERLAP_COLOURS = 6
export const OVERLAP_PIXELS = { least: 60, most: 2000 } as const

/** How much nearer to the one's colours than to the other's a pixel must be, in CIELAB units. */
export const OVERLAP_NEARER = 7

/** As near to colours that were just told, in CIELAB units, a pixel that the front's mask misses goes on with them. */
export const OVERLAP_SAME = 7

/** Pixels of the grid around one over which its preference is averaged. */
export const OVERLAP_AROUND = 2

// person/separate-people.ts

/** Radii: of a head by its ears, of a trunk by its shoulders, of limbs by the length of the trunk. */
export const SEPARATE_PEOPLE_RADIUS = { head: 0.85, trunk: 0.55, arm: 0.12, leg: 0.17 } as const

/** How many of {@link LIMBS} are of arms. */
export const OF_ARMS = 8

/** A joint counts where the network is this sure that it is in the picture. */
export const SEPARATE_PEOPLE_PRESENT = 0.3

/** Who is before the others reaches this much farther than the joints tell, in lengths of the trunk: loose cloth. */
export const SEPARATE_PEOPLE_REACH = 0.3

/** A mask counts where it has this share of the largest one's level; that of somebody before them counts sooner. */
export const SEPARATE_PEOPLE_CONTENDS = { any: 0.5, front: 0.2 } as const

// person/skin-distance.ts

/**
 * Between these shares of the typical lightness skin is as likely in any light; beyond them each unit of L* is as much
 * of distance, and in blacks no hue is told any more.
 */
export const SKIN_DISTANCE_LIGHTNESS = {
  least: 0.3,
  below: 0.4,
  most: 1.35,
  above: 0.12,
  black: 3,
} as const

/** What a unit of more saturation than the face's counts: light from skin to skin makes shaded limbs redder. */
export const MORE_SATURATED = 0.5

/** Colours are compared at this lightness at least: below it the differences of a dark face's colours are too small. */
export const COMPARED_AT = 50

/** Above this saturation colours differ in proportion to it. */
export const SKIN_DISTANCE_SATURATED = 33

/** A pixel that cannot be skin. */
export const SKIN_DISTANCE_FAR = 60
