/**
 * What was tuned of regions: each value with its unit, what it decides and how it was found, under the file it acts in.
 * Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file is
 * as long as the list is.
 */

// class-overlaps.ts

/** A pixel is of a class of a network from this probability on, 0–1. */
export const CLASS_FOUND = 0.5

// colour-model.ts

/** The weight of lightness in a distance: light and shadow change it more than hue. */
export const LIGHTNESS_WEIGHT = 0.55

/** Rounds of k-means. */
export const COLOUR_MODEL_ROUNDS = 8

/** The square of what is far from every colour of a model. */
export const COLOUR_MODEL_FAR = 1e4

// hair

/** From this share on a pixel is hair, 0–1, and from this on its colours are hair's own. */
export const IS_HAIR = 0.5
export const SURELY_HAIR = 0.9

/** The brightness of a forehead's skin in shade, as a share of the cheeks'. */
export const FOREHEAD_SHADED = 0.6

/** How much more of a pixel may be hair than seems to be the person: masks of people fade within hair. */
export const HAIR_BY_PERSON = 1.6

// hair/add-fringe.ts

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

/** The forehead reaches so far above the brows and above the mesh, in widths of the face. */
export const FRINGE_FOREHEAD = { brows: 0.02, mesh: 0.06 } as const

/** What is hair already, 0–1, and over how far likelihoods are averaged, the blur's sigma in widths of the face. */
export const FRINGE_KNOWN = 0.95
export const FRINGE_AVERAGED = 0.012

/** The likelihoods between which a pixel of a fringe becomes hair: of one that is clear, and of one that is not. */
export const FRINGE_IS_HAIR = { clear: [0.42, 0.62], unclear: [0.34, 0.46] } as const

// hair/close-fringe.ts

/** The most that may be missing between a fringe and the hair above it, widths of the face. */
export const CLOSED_FRINGE_MOST = 0.16

/** The height above the eyes of what a fringe may cover, its half width and its end, widths of the face. */
export const CLOSED_FRINGE_FOREHEAD = { low: 0.16, half: 0.5, top: 0.95 } as const

/** How much of a fringe must hang below what is missing, widths of the face: a single strand crosses the skin. */
export const LEAST_BELOW = 0.035

/** How broad the lower edge of a fringe is, widths of the face. */
export const CLOSED_FRINGE_SOFT = 0.02

/** The least breadth of a fringe that is closed, widths of the face: a narrow one may be a shade on the forehead. */
export const LEAST_BREADTH = 0.2

/** How much what is missing between a fringe and the hair above it looks like hair at least, 0–1. */
export const CLOSED_FRINGE_LIKE = 0.2

/** How finely a fringe is followed, pixels of the picture. */
export const CLOSED_FRINGE_STEP = 0.7

/** The blurred shares between which what is beside a closed fringe becomes hair, 0–1. */
export const CLOSED_FRINGE_EDGE = { least: 0.4, most: 0.6 } as const

// hair/fill-behind-hairline.ts

/** The directions looked at, degrees from straight up: farther down are ears. Steps of half a degree. */
export const BEHIND_HAIRLINE_WIDEST = 62
export const BEHIND_HAIRLINE_STEPS = 2

/** How finely a direction is followed, pixels of the grid. */
export const BEHIND_HAIRLINE_STEP = 0.7

/** How far from between the eyes hair may begin and end, and how thick it is at least, widths of the face. */
export const BEHIND_HAIRLINE_REACH = { from: 0.3, to: 1.6, thick: 0.03 } as const

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

/**
 * What colours are learnt from: the shares that are surely hair in the rough region and around a pixel, and those that
 * surely are none, 0–1.
 */
export const MATTE_SURE = {
  hair: { own: SURELY_HAIR, around: 0.8 },
  ground: { own: 0.05, around: 0.06 },
} as const

/** The blurred shares of the rough region between which single hairs are looked for, 0–1. */
export const MATTE_EDGE = { from: 0.02, to: 0.985 } as const

/** The least squared distance of hair and ground, levels: equal ones are divided by it. */
export const MATTE_LEAST_APART = 1e-3

/** Between the two colours the share of hair rises so much steeper, and from so much below nothing. */
export const MATTE_STEEPER = { times: 1.2, less: 0.1 } as const

/**
 * By how much of the rough region is around a pixel, 0–1: whether it is outside, so that what is no mixture is no hair;
 * whether it may be hair by its colour; and whether it is hair whatever its colour is.
 */
export const MATTE_AROUND = {
  outside: { from: 0.08, to: 0.25 },
  within: { from: 0.04, to: 0.35 },
  kept: { from: 0.75, to: MATTE_EDGE.to },
} as const

/** Over how far hair's own colour is averaged, the blur's sigma in widths of the face. */
export const MATTE_FUSED = 0.03

/**
 * The rough hair, in widths of the face: over how far its holes are closed, and which locks are thin; how far below the
 * eyes the face has none, a beard begins, an ear's rim may seem to be hair, and the head has no skin to show.
 */
export const ROUGH_HAIR = {
  closed: 0.07,
  thin: 0.028,
  face: 0.12,
  beard: 0.16,
  ears: { from: -0.16, to: -0.05 },
  filled: 0.2,
} as const

/** The share of hair around a pixel from which on a hole in it is closed, and wholly, 0–1. */
export const ROUGH_HAIR_HOLE = { from: 0.38, to: 0.6 } as const

/** A pixel with less of the person, or with more cloth, is no hole in hair, 0–1. */
export const ROUGH_HAIR_HEAD = 0.5

/**
 * Where a beard is told: from so far above the chin on, and beside it, in widths of the face, and the share of it that
 * looks like hair. How much wider than the face it is, and how far beside and below the chin it hangs.
 */
export const MATTE_BEARD = {
  above: 0.16,
  chin: 0.2,
  share: 0.35,
  wider: 1.1,
  beside: 0.3,
  below: 0.3,
} as const

// hair/head-colours.ts

/** The brightest skin in full light, as a share of the cheeks'. */
export const HEAD_COLOURS_BRIGHTEST = 1.25

/** Around each pixel hair's own colours are averaged, the blur's sigma in widths of the face. */
export const HEAD_COLOURS_NEAR = 0.12

/** Where a colour is so near to skin's and hair's together that nothing is told: levels that count for neither. */
export const HEAD_COLOURS_NOISE = 12

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

/**
 * Below this share of hair an ear shows, 0–1, and over how far likelihoods are averaged, sigma in widths of the face.
 */
export const EARS_NO_HAIR = 0.1
export const EARS_AVERAGED = 0.008

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

/**
 * Shares of the person, 0–1: behind it, above the forehead where hair may be thin, and where it is surely the person.
 */
export const HEAD_MODELS_PERSON = { behind: 0.05, above: 0.6, surely: 0.8 } as const

/** Colours of each region that are told apart. */
export const HEAD_MODELS_COLOURS = { skin: 4, hair: 6, cloth: 5, ground: 5 } as const

/** Every so many-th pixel tells the ground's colours. */
export const HEAD_MODELS_STEP = 23

/** Above the forehead so large a share may look like skin, as it does where hair begins high. */
export const HEAD_MODELS_SKIN_ABOVE = 0.3

/** How far below the chin no neck reaches, in widths of the face. */
export const HEAD_MODELS_BELOW_NECK = 0.7

// head/head-regions.ts

/** How far mattes follow the edges of the picture: widths of the face, and the variance that is one surface. */
export const HEAD_REGIONS_GUIDE = { radius: 0.035, smoothness: 4e-4 } as const

/** The least share of the grid that a region has for its confidence to say something. */
export const HEAD_REGIONS_LEAST = 0.002

/**
 * How much steeper edges are made than the guided filter leaves them, and a share of the person that bounds nothing.
 */
export const HEAD_REGIONS_STEEPER = 1.6
export const HEAD_REGIONS_PERSON = 0.25

/** The distance of the nearest colours of two regions from which on they are surely told apart, CIELAB units. */
export const HEAD_REGIONS_APART = 20

// head/head-seeds.ts

/** How far above the mesh hair surely is, in widths of the face. */
export const HEAD_SEEDS_HAIR = [0.24, 0.3, 0.36, 0.42] as const

/** Where hair beside a head is looked for: beyond an ear, from the eyes down to the chin. Widths of the face. */
export const HEAD_SEEDS_BESIDE = { from: 0.24, to: 0.5, down: [-0.75, -0.1], step: 0.03 } as const

/** How far below the chin the neck is bare in most pictures, and where across it, in widths of the face. */
export const HEAD_SEEDS_NECK = { down: [0.12, 0.2, 0.28], across: [-0.1, 0, 0.1] } as const

/** How far around each seed pixels are of its region, in widths of the face. */
export const HEAD_SEEDS_RADIUS = { skin: 0.03, hair: 0.015, neck: 0.02 } as const

// head/label-head.ts

/** What speaks against each region within the face, in the units of colour distances. */
export const IN_FACE = { skin: 0, hair: 5, cloth: 40 } as const

/** From this share of the person on a pixel is told apart. */
export const LABEL_HEAD_SHOWN = 0.08

/** What speaks against cloth so far below the chin at most, in widths of the face: above that it is as in the face. */
export const CLOTH_UNDER_CHIN = { chin: 0.05, until: 0.2, cost: 6 } as const

/** What speaks against hair before a neck, and how far from its middle it falls, in widths of the face. */
export const HAIR_BEFORE_NECK = { cost: 9, beside: [0.2, 0.42] } as const

/**
 * Where ears are, in widths of the face: below the chin, how far beside it, and from where on they surely are. Skin is
 * preferred there.
 */
export const LABEL_HEAD_EARS = {
  from: -0.86,
  surely: -0.74,
  to: -0.3,
  inner: 0.42,
  outer: 0.62,
  cost: -5,
} as const

/** What speaks against skin above the ears that is farther out than the skull, and there than its sides. */
export const BESIDE_SKULL = {
  below: -0.55,
  sides: 0.75,
  top: -0.85,
  beside: 0.56,
  cost: 12,
} as const

/** From this share of skin on the neck is bare, and from this on skin and hair are connected, 0–1. */
export const LABEL_HEAD_NECK = 0.6
export const LABEL_HEAD_CONNECTED = 0.45

/** What speaks against the ground where all is the person. */
export const LABEL_HEAD_GROUND = 16

/** The difference of costs that makes one region e times as likely as another. */
export const LABEL_HEAD_TEMPERATURE = 2.5

// head/region-grid.ts

/** The longer side of the grid that regions are found on, about, pixels: up to half as much more of a small head. */
export const REGION_GRID_USUAL = 420

/** How far around a face regions are found, in widths of the face. */
export const REGION_GRID_REACH = { beside: 1.25, above: 0.9, below: 1.35 } as const

/** A face is so wide at least, by its height: a turned one shows less of itself. */
export const REGION_GRID_FACE = 0.75

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

/** From this share on a pixel is the lock's, or the neck's, 0–1. */
export const HAIR_EDGE_IS = 0.5

// person

/**
 * Shares of a pixel that are the person, 0–1: from `any` on it has a region at all, from `half` on it is of the face,
 * from `mostly` on a pixel near a bone tells whether the limb is bare, from `inside` on its colours are the person's
 * own, and from `surely` on a region's are learnt from it.
 */
export const PERSON_SHARE = {
  any: 0.02,
  half: 0.5,
  mostly: 0.7,
  inside: 0.85,
  surely: 0.9,
} as const

/** From this share of the face's outline on a pixel is in the face, 0–1. */
export const IN_OUTLINE = 0.5

/** So far from the bones of the arms the trunk shows, in body scales. */
export const BESIDE_ARM = 0.16

/** Bins of a limb or of the trunk are skin whose colour is nearer than this to the face's, in colour distances. */
export const BARE_LIKE_SKIN = 11

// person/add-loose-hair-costs.ts

/** What speaks against hair that hangs on no head, in the units of colour distances. */
export const LOOSE_HAIR_COSTS_LOOSE = 14

/** Locks that are parted by no more than twice this hang together, in body scales. */
export const LOOSE_HAIR_COSTS_GAP = 0.02

/** Hair higher than this hangs on the head, in widths of the face below the chin. */
export const LOOSE_HAIR_COSTS_HEAD = -0.3

/** The least share of hair around a pixel that connects it to the head, 0–1: any. */
export const LOOSE_HAIR_COSTS_CONNECTED = 1e-6

// person/add-skin-costs.ts

/** The distance from the skin of the face from which a colour speaks against skin, and within which against cloth. */
export const SKIN_COSTS_UNLIKE_SKIN = 10
export const SKIN_COSTS_LIKE_SKIN = 8

/** How far from its bone a bare limb reaches, in body scales. */
export const SKIN_COSTS_WIDTH = { arm: 0.17, leg: 0.26, foot: 0.1 } as const

/** What speaks against cloth of the face's colour on a bare limb, on the trunk and on legs. */
export const AGAINST_CLOTH = { bare: 16, trunk: 10, legs: 6 } as const

/** What speaks against trousers so far below the hem, in the units of places along a leg. */
export const SKIN_COSTS_HEM = { drop: 0.3, cost: 20 } as const

/** What speaks against a garment on the other side of a bare midriff. */
export const BEYOND_MIDRIFF = 16

/** A trunk of which this much looks like skin wears skin's colour, or nothing: there colour does not tell. */
export const SKIN_COSTS_ALIKE = 0.35

/** Up to which distance a bare midriff is skin; in body scales how far around it, and how far from the trunk's axis. */
export const SKIN_COSTS_MIDRIFF = { unlike: 14, edge: 0.04, across: 0.5 } as const

/** What speaks against skin for each unit of a distance beyond the one that counts as skin, and the most units. */
export const SKIN_COSTS_BEYOND = { each: 1.5, most: 20 } as const

/** What the place speaks against skin on a bare limb at most, and how much less where the colour is the face's. */
export const SKIN_COSTS_BARE = { most: 16, like: 12 } as const

/** So far from the arms a garment for the trunk is on the trunk, in body scales. */
export const SKIN_COSTS_TRUNK = 0.15

/** What the place speaks against trousers below a bare midriff at most. */
export const SKIN_COSTS_WAIST = 4

/**
 * The middle of the trunk, where cloth of skin's colour is looked for: between these heights from the shoulders, 0, to
 * the hips, 1; so far from the arms at least and from the axis at most, in body scales; so far below the chin, in
 * widths of the face.
 */
export const SKIN_COSTS_CHEST = {
  from: 0.25,
  to: 0.85,
  fromArm: 0.2,
  across: 0.2,
  belowChin: 0.3,
} as const

// person/body-coordinates.ts

/** Beyond this, in body scales, a limb is far away. */
export const BODY_COORDINATES_FAR = 9

/** How far a hand or a foot goes on beyond the last joint of its limb, in lengths of the limb's last part. */
export const BODY_COORDINATES_HAND = 0.6

// person/find-bare-limbs.ts

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

/** Where the cloth is that sleeves and legs are compared with, on the trunk: 0 the shoulders, 1 the hips. */
export const BARE_LIMBS_CLOTH = { top: [0.2, 0.8], bottom: [1, 1.2], colours: 3 } as const

/** The pixels that a bin needs to count, and how much nearer to the face's colour than to cloth's it is at least. */
export const BARE_LIMBS_PIXELS = 3
export const BARE_LIMBS_PREFERRED = 2

/** A foot is told by what is nearer to it than this, in body scales, and by so many pixels at least. */
export const BARE_FOOT_SEEN = { reach: 0.05, pixels: 4 } as const

// person/find-bare-midriff.ts

/** Bins of the trunk from the shoulders to the hips, and where a midriff can be. */
export const BARE_MIDRIFF_BINS = 24
export const BARE_MIDRIFF_FROM = 0.4
export const BARE_MIDRIFF_TO = 1.15

/** A row of the trunk is bare where this much of it has the colour of the face, and covered where less has. */
export const BARE_MIDRIFF_BARE = 0.5
export const BARE_MIDRIFF_COVERED = 0.35

/** Rows that must be covered above and below a midriff. */
export const BARE_MIDRIFF_CLOTH = 3

/** How far below the lowest place of a midriff cloth is looked for, and the pixels of a row that tell something. */
export const BARE_MIDRIFF_BELOW = 0.25
export const BARE_MIDRIFF_PIXELS = 3

/** The middle of a row: so far from the trunk's axis at most, and from the arms at least, in body scales. */
export const BARE_MIDRIFF_MIDDLE = { across: 0.16, fromArm: 0.08 } as const

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

/** Colours of each region that are told apart. */
export const PERSON_REGIONS_COLOURS = {
  hair: 4,
  'face-skin': 4,
  'body-skin': 5,
  'upper-garment': 6,
  'lower-garment': 5,
  shoes: 4,
  other: 0,
} as const

/** The pixels that colours are learnt from at most, about. */
export const PERSON_REGIONS_PIXELS = 2500

/** By how much less a region costs than the next one where its colours are learnt again. */
export const PERSON_REGIONS_SURE = 4

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

/** How far around a person the grid reaches, as a share of the longer side of their box. */
export const PERSON_GRID_MARGIN = 0.06

/** A face is so wide at least, by its height: a turned one shows less of itself. */
export const FACE_WIDTH_BY_HEIGHT = 0.72

/** How far below the nose the chin is where no face was found, in widths of the face. */
export const CHIN_BELOW_NOSE = 0.5

/** The least length of a trunk and width of a face, grid pixels. */
export const PERSON_GRID_LEAST = { trunk: 4, face: 2 } as const

// person/position-costs.ts

/*
 * What the place of a pixel speaks against each region, in the units of colour distances. Places are those of
 * `BodyCoordinates`: `down` the trunk is 0 at the shoulders and 1 at the hips, along a limb 1 is its elbow or knee and
 * 2 its wrist or ankle; heights below the chin and distances from the middle of the head are widths of the face, and
 * distances from bones body scales. A rise goes from nothing at `from` up to `most` at `to`; a fall from `most`, `over`
 * so much before `until`, down to nothing there.
 */

/** What speaks against a region everywhere it cannot be. */
export const COSTS_NEVER = 60

/** What speaks against hair far beside the head, where a tail or what the wind lifts can be. */
export const BESIDE_HEAD = 12

/**
 * Hair: in the face up to the brows and above them, by the height below the chin; far beside the head above the chin
 * and below it; below it anywhere, before the neck, and down the trunk.
 */
export const HAIR_COSTS = {
  inFace: { low: 14, high: 7, brows: -0.85 },
  chin: -0.1,
  besideHead: { from: 1, to: 1.6, most: BESIDE_HEAD },
  besideNeck: { from: 0.9, to: 1.6, most: BESIDE_HEAD },
  below: 3,
  neck: { until: 0.6, over: 0.25, most: 16 },
  trunk: { from: 0.8, to: 2.4, most: 40 },
} as const

/** The face's skin: on the forehead above the mesh, on ears, and around the mesh. */
export const FACE_COSTS = {
  forehead: { from: -1.5, to: -1.1, cost: 3, beside: { from: 0.35, to: 0.5, most: COSTS_NEVER } },
  ears: { from: -0.95, to: -0.35, beside: 0.68, cost: 2 },
  around: { beside: 0.6, cost: 6 },
} as const

/** The body's skin: not on the head, but where an arm is raised; on the neck, arms, legs, feet, and the trunk. */
export const BODY_SKIN_COSTS = {
  head: { above: -0.2, beside: 1.2, fromArm: 0.2 },
  neck: { below: { from: 0.5, to: 1.3, most: 12 }, beside: { from: 0.45, to: 1.1, most: 12 } },
  arm: { from: { from: 0.16, to: 0.28, most: 12 }, along: { until: 0.9, over: 0.9, most: 4 } },
  foot: { until: 0.2, over: 0.12, most: 14 },
  leg: { reach: 0.45, along: { until: 0.7, over: 0.6, most: 10 } },
  trunk: 14,
} as const

/**
 * A garment for the trunk: above the chin only on a raised arm; above the collar, below the hem, farther below it, on
 * legs, on a hand, since what is behind it or beside it may be a sleeve, and at most on the sleeve of a hanging arm,
 * which reaches below the hips.
 */
export const UPPER_COSTS = {
  raised: { above: -0.15, reach: 0.22, cost: 6 },
  collar: { until: 0.3, over: 0.4, most: 14 },
  hem: { from: 0.7, to: 1.15, most: 9 },
  belowHem: { from: 1.1, to: 1.5, most: 20 },
  leg: { reach: 0.4, along: { from: 0.3, to: 0.7, most: COSTS_NEVER } },
  hand: { reach: 0.2, along: { from: 1.95, to: 2.15, most: 8 } },
  sleeve: { reach: 0.3, from: 0.5, most: 3 },
} as const

/** A garment for the legs: above the waist, on the chest, on a hand before it, below the ankle, and on a foot. */
export const LOWER_COSTS = {
  waist: { until: 1.1, over: 0.45, most: 9 },
  chest: { until: 0.62, over: 0.25, most: 30 },
  hand: { reach: 0.12, from: 0.8, cost: 10 },
  ankle: { reach: 0.4, along: { from: 1.95, to: 2.2, most: 16 } },
  foot: { until: 0.08, over: 0.06, most: 8 },
} as const

/** Shoes: off the foot, far off it, and so far above the instep, where most end. */
export const SHOE_COSTS = {
  off: { from: 0.07, to: 0.2, most: 30 },
  farOff: { from: 0.2, to: 0.24, most: 30 },
  aboveInstep: { from: 0, to: 0.05, most: 20 },
} as const

// person/region-seeds.ts

/** Colours nearer to the skin's than this are no evidence of another region. */
export const REGION_SEEDS_LIKE_SKIN = 8

/** Around the landmarks on bare skin pixels are the face's, in widths of the face, and grid pixels more. */
export const REGION_SEEDS_FACE = { reach: 0.06, more: 0.7 } as const

/** Where a face is that was not found: below the chin, and beside the middle of the head, in widths of the face. */
export const REGION_SEEDS_UNSEEN_FACE = { from: -0.8, to: -0.2, beside: 0.25 } as const

/** The pixels of skin with which a body is known by its own; with fewer it has the face's. */
export const REGION_SEEDS_SKIN = 40

/** Where hair is, and where it may be or skin: above these heights below the chin, so near the head's middle. */
export const REGION_SEEDS_HAIR = { above: -1.05, beside: 0.75 } as const
export const REGION_SEEDS_HEAD = { above: -0.1, beside: 1.2 } as const

/** Where the neck is below the chin, and how far from the middle of the head, in widths of the face. */
export const REGION_SEEDS_NECK = { from: 0.05, to: 0.35, beside: 0.3 } as const

/** How near its bone a foot surely is, in body scales. */
export const REGION_SEEDS_FOOT = 0.06

/** How near its bone a limb is, in body scales, and along it where it may be bare: an arm from there on. */
export const REGION_SEEDS_LIMB = { reach: 0.1, arm: 0.5, leg: [1.1, 1.85] } as const

/** Where on the trunk a garment for it is: 0 the shoulders, 1 the hips. */
export const REGION_SEEDS_TRUNK = { from: 0.15, to: 0.6 } as const

/** Trousers: below this on the trunk, so near a leg's bone, in body scales, and along the thigh; or far from legs. */
export const REGION_SEEDS_TROUSERS = {
  below: 1.1,
  reach: 0.2,
  from: 0.2,
  to: 0.7,
  unseen: 1,
} as const

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

/** From this share of a pixel or of what is around it on it is of one of the two, 0–1. */
export const OVERLAP_MOSTLY = 0.5

// person/separate-people.ts

/** How many of {@link LIMBS} are of arms. */
export const OF_ARMS = 8

/** A joint counts where the network is this sure that it is in the picture. */
export const SEPARATE_PEOPLE_PRESENT = 0.3

/** Who is before the others reaches this much farther than the joints tell, in lengths of the trunk: loose cloth. */
export const SEPARATE_PEOPLE_REACH = 0.3

/** A mask counts where it has this share of the largest one's level; that of somebody before them counts sooner. */
export const SEPARATE_PEOPLE_CONTENDS = { any: 0.5, front: 0.2 } as const

/**
 * Radii: of a head by its ears, and at least by the length of the trunk, of a neck by the head, of a trunk by its
 * shoulders, of limbs by the length of the trunk.
 */
export const SEPARATE_PEOPLE_RADIUS = {
  head: 0.85,
  turnedHead: 0.14,
  neck: 0.5,
  trunk: 0.55,
  arm: 0.12,
  leg: 0.17,
} as const

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
