/**
 * What was tuned of dressing: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// fit

/** Cloth stands off what is measured by this share of the shoulders. */
export const CLOTH_EASE = 0.012

/** A flat half width goes round a side or an arm: so much of it is seen. */
export const FLAT_HALF_SEEN = 0.86

/**
 * How far what is put on reaches over the end of a sleeve and of trousers that it covers, in widths of the shoulders.
 */
export const COVERED_END = { sleeve: 0.012, leg: 0.015 } as const

// fit/compare-with-reference.ts

/** How many times as large, as long, or with sleeves as long, a top is worn as its reference shows it that is told. */
export const COMPARED = { size: 1.08, length: 1.1, sleeves: 1.35 } as const

// fit/curve-to-waist.ts

/** How far below a waist its slope is lost, in widths of the shoulders. */
export const WAIST_CURVE_LEVEL = 0.7

// fit/even-rows.ts

/** How far the row that comes to lie between somebody's armpits may lie from those of the garment, as a share. */
export const EVEN_ROWS_MOST = 0.2

/** And up to which share of what lies between the neck's edge and those it may lie higher. */
export const EVEN_ROWS_NECK = 0.5

// fit/fit-skirt.ts

/** How far a skirt is stretched along to cover what was worn. */
export const SKIRT_STRETCH = 1.18

/**
 * A skirt ends with the one that it covers if that is more than this share of its own length, as heights and waists are
 * known within some per cent.
 */
export const SKIRT_ALIKE = 0.95

/** A skirt reaches so far below what it covers, in widths of the shoulders. */
export const SKIRT_COVER = 0.006

/** How much lower before one leg than half-way to the other a level hem may be measured, in widths of the shoulders. */
export const SKIRT_LEVEL = 0.01

/** How far below its waist a skirt hangs freely, in widths of the shoulders. */
export const SKIRT_HELD = 0.35

/** How much smaller the size of a skirt may be than the shoulders tell, as a share. */
export const SKIRT_SIZES = 0.3

/** Rows of the mesh. */
export const SKIRT_ROWS = 30

/** How far down a long skirt may end at the ankles rather than where its own length does, as a share of that. */
export const SKIRT_SHORTEST = 0.7

/**
 * Where a skirt hangs down from the widest place above it: down from there and in such steps, in lengths of the torso,
 * and how much it draws in over a length of the torso.
 */
export const SKIRT_HANGS = { from: 0.95, step: 0.05, narrower: 0.06 } as const

/** How wide a skirt is: the share of its own width in it, the rest being the person's, and how many times theirs. */
export const SKIRT_WIDTH = { own: 0.6, most: 1.4 } as const

// fit/fit-sleeve.ts

/** How far a short sleeve is stretched to cover what was worn, also one shown worn, and a long one to the wrist. */
export const SLEEVE_STRETCH = { most: 1.7, like: 1.12, long: [0.75, 1.4] } as const

/** By how much of an arm both sleeves may end at unlike places, where one is not needed to cover another. */
export const SLEEVE_EVEN = 0.05

/** A sleeve longer than this share of its top's length is a long one: it ends at the wrist. */
export const SLEEVE_LONG = 0.74

/**
 * By how much of an arm sleeves may end at unlike places at most: on photographs up to 0.07, and 0.17 where hair or a
 * strap on one arm passed for its sleeve.
 */
export const SLEEVE_UNLIKE = 0.12

/**
 * Where a long sleeve ends, as a share of the arm: before the wrist's joint. It ends with a long one that it covers if
 * that reaches so far at least, as a wrist's joint is found within some per cent of an arm.
 */
export const SLEEVE_CUFF = { at: 0.97, like: 0.9 } as const

/**
 * A sleeve ends where what was worn ends if that is more than this share of its own length: the joints of two arms that
 * are as long are found to differ by up to five per cent.
 */
export const SLEEVE_ALIKE = 0.95

/** Rows of the mesh. */
export const SLEEVE_ROWS = 32

/** How far from an arm the torso may begin that touches it, in halves of the sleeve's width. */
export const SLEEVE_MEETS = 2.4

/**
 * No sleeve is seen wider than it lies flat, but for what it is drawn out by, nor narrower than an arm, half of which
 * is so many widths of the shoulders: a wider one that was worn is replaced beside it.
 */
export const SLEEVE_WIDEST = 1.06
export const SLEEVE_ARM = 0.13

/** How thick an arm with its sleeve is at most, in widths of the shoulders: its bones may lie near one of its edges. */
export const SLEEVE_THICK = 0.34

/**
 * Where between the shoulder's tip and the upper arm a sleeve's edge is measured, as shares of the way; the least way
 * for it, in widths of the shoulders; how far within and beyond the straight line the edge lies at most, and how far
 * beyond where the person's does not show, in lengths of that line. Where along the upper arm it ends, in widths of the
 * shoulders, and as a share of a short sleeve.
 */
export const SLEEVE_CAP = {
  at: [1 / 8, 2 / 8, 3 / 8, 4 / 8, 5 / 8, 6 / 8, 7 / 8],
  least: 0.06,
  within: 0.02,
  most: 0.4,
  usual: 0.18,
  end: 0.22,
  short: 0.4,
} as const

/**
 * From where on along the upper arm a wide sleeve stands off at its outer side, and where it does as far as it is wide,
 * as shares of it: it lies on the shoulder, and what it is wider by hangs below.
 */
export const SLEEVE_LOOSE = { from: 0.15, to: 0.8 } as const

/** How far beyond the bones of an arm before the trunk the inner edge of its sleeve lies at most, of its width. */
export const SLEEVE_BEFORE = 0.5

/** Pixels by which a sleeve is drawn over the torso's part. */
export const SLEEVE_OVERLAP = 1.5

/** The share of a sleeve's own half width in it, the rest being the arm's, and how many times the arm it is at most. */
export const SLEEVE_OWN_WIDTH = { own: 0.5, most: 1.35 } as const

/** By how much half a sleeve narrows at the most below a wider one that was worn, along each pixel of the arm. */
export const SLEEVE_NARROWS = 0.12

/** Over which share of a sleeve its edge is freed of spikes, and how far out it is told whether cloth is worn there. */
export const SLEEVE_READ = { around: 0.12, edge: 0.85 } as const

/** From where on along the arm the inner edge of a sleeve is its own, as a share, and how far beyond the armpit. */
export const SLEEVE_INNER = { from: 0.12, beyond: 0.04 } as const

/** How far into the torso the inner edge of a sleeve may lie, in widths of the shoulders. */
export const SLEEVE_INSIDE = 0.02

// fit/fit-top.ts

/**
 * How far a garment is stretched along to cover what was worn: one that lies flat, one that is shown worn. What a flat
 * one is short of beyond `sized` it is worn larger for, as far as {@link TOP_CHEST} lets it: of 24 pairs of photographs
 * 7 are accepted and not 4, and drop shoulders tell a size up to 30 % too small.
 */
export const FITTED_TOP_STRETCH = { flat: 1.28, worn: 1.3, sized: 1.15 } as const

/**
 * A top that lies flat and is plain above its hem is lengthened there: how far what is above is drawn out then, how far
 * the plain cloth is at most, and the whole of both.
 */
export const FITTED_TOP_LENGTHENED = { printed: 1.1, plain: 2.2, most: 1.6 } as const

/**
 * The hem of a garment that lies flat ends where what was worn ends if that is more than this share of its own length:
 * the shoulders tell its scale within a few per cent.
 */
export const FITTED_TOP_ALIKE = 0.965

/**
 * How much longer the part below the armpits may be where a top's armholes are deeper than the person's: those of loose
 * ones are, by 0.1 to 0.3 of that part. Up to `off` of it the heights of armpits may be measured wrong: 0.06 on drawn
 * people in what is cut for them.
 */
export const FITTED_TOP_DEEP = { off: 0.08, most: 1.4 } as const

/** A hem reaches at least so far below the one it covers, in widths of the shoulders. */
export const FITTED_TOP_COVER = 0.003

/** How far a hem goes down per pixel across at most: a steeper one has been measured wrong, or is hidden in part. */
export const FITTED_TOP_SLOPE = 0.04

/** Rows of the parts of a mesh. */
export const FITTED_TOP_ROWS = { yoke: 10, torso: 26 } as const

/** Down to which share of the way from the neck's edge to the armpits columns are stretched unlike each other. */
export const YOKE_EVENED = 0.7

/** A column of the yoke that lies on a shoulder, well beside the neck. */
export const BESIDE_NECK = 8

/**
 * The chest of a top that lies flat, by that of the person, at a height below the joints of the shoulders in widths of
 * them: where its size is read from its shoulders it is 0.8 to 1.25, and 1.43 with puffed sleeves on narrow straps.
 * What fits, how much larger or smaller the size may be taken for it, and what tells that shoulders were misread.
 */
export const TOP_CHEST = {
  height: 0.45,
  fits: [0.9, 1.38],
  sizes: [0.85, 1.2],
  misread: [0.6, 1.75],
} as const

/**
 * Shoulders narrower than this share of the chest are straps: the chest tells whose size they have, and lies flat a
 * little narrower than shoulders are.
 */
export const NARROW_SHOULDERS = { from: 0.9, of: 1.05 } as const

// fit/fit-trousers.ts

/** Legs longer than this many of the garment's own rises end at the ankles. */
export const TROUSERS_LONG = 1.75

/** How far legs are stretched to cover what was worn, and long ones either way to end at the ankles. */
export const TROUSERS_STRETCH = { most: 1.2, long: [0.7, 1.45] } as const

/** Rows of a mesh above and below the crotch, and of those below over which the half of a seat becomes a round leg. */
export const TROUSERS_ROWS = { seat: 10, leg: 26, rounding: 6 } as const

/** The two halves of the seat are drawn over each other by so many pixels, so that no line shows between them. */
export const TROUSERS_OVERLAP = 1

/** Rows around the crotch whose flat edge lies inside the cloth, and how far at the most, in pixels of the photo. */
export const TROUSERS_CROTCH = { rows: 4, inside: 2 } as const

/**
 * How wide trousers are at the hips: the share of their own width in it where they lie flat, the rest being the
 * person's, and how many times the person's it is at most.
 */
export const SEAT_WIDTH = { own: 0.4, most: 1.12 } as const

/** The same along a leg, on which cloth hangs more freely. */
export const LEG_WIDTH = { own: 0.5, most: 1.3 } as const

/** A flat half width goes round a hip or a leg: so much of it is seen. */
export const FLAT_WIDTH_SEEN = 0.8

/** Legs that leave less than this between each other, in pixels, are drawn so far over their middle. */
export const TROUSERS_CLOSE = { room: 1.6, over: 0.7 } as const

/**
 * Where along a leg it leaves the crotch: so far below it, in widths of the shoulders; looked for up to there, and
 * there where it does not, as shares of the leg.
 */
export const TROUSERS_START = { below: 0.02, most: 0.6, usual: 0.3 } as const

/** Where the ankle is that long legs end at, and shorter ones at most, as shares of the leg. */
export const TROUSERS_ANKLE = { at: 0.98, most: 1.02 } as const

/** How far a leg reaches inwards at most, in widths of the shoulders. */
export const TROUSERS_INSIDE = 0.42

// fit/fit-yoke.ts

/** The shoulder rises to the neck by about two fifths of its length. */
export const YOKE_RISE = 0.4

/**
 * The most that the neck's edge is raised to cover the collar that is worn, in widths of the shoulders, and how much
 * nearer than to the colour of what is worn that of skin lies to the colour of skin. How far from the torso's axis a
 * neck reaches at least, in widths of the shoulders: of one that leans 0.13 at a side, and what is less is none.
 */
export const YOKE_NECK = { raise: 0.09, skin: 0.5, least: 0.1 } as const

/** The share of the neck's edge along which it covers the collar that is worn. */
export const YOKE_COVERED = 0.85

/**
 * A neck's edge that covers a collar: how far its ends are raised at least, and by which steps more, in widths of the
 * shoulders (a collar stands 0.03 over them without a hump, and 0.06 as one); up to which share of its own depth it
 * becomes shallower; and as shares of the square over the shoulders, how much of what is worn may be above it, of which
 * 0.07 as skin is refused, and how much more beside the neck than above one that is raised all over: 0.003 is refused,
 * and rags show from 0.002 on.
 */
export const YOKE_ENDS = {
  least: 0.03,
  step: 0.015,
  shallower: 0.5,
  opening: 0.055,
  beside: 0.0007,
} as const

/**
 * From which share of the way from its ends to the armpits a neck's edge is deep, and from which on it is nothing but
 * that. Edges of T-shirts have 0.2 to 0.4 of it, of V-necks 0.6 to 0.85.
 */
export const YOKE_DEEP = { from: 0.45, to: 0.75 } as const

/** How far the line of a shoulder may lie above and below the straight one, in widths of the shoulders. */
export const YOKE_SHOULDER = { above: 0.04, below: 0.08 } as const

/**
 * A strap that is worn and ends farther out than the new shoulder: up to which distance that reaches over it, how far
 * below the shoulder's outline it is looked for, and how far beyond it the new one ends, in widths of the shoulders.
 */
export const YOKE_STRAP = { most: 0.14, below: 0.04, beyond: 0.012 } as const

/** Where between tip and neck the line of a shoulder is measured. */
export const SHOULDER_PLACES = [0.2, 0.4, 0.6, 0.8] as const

/**
 * Where the seams of shoulders lie in the outline of somebody, a little above the joints: the height there and the
 * share of the outline, the bounds of what comes of it, and what it is where it cannot be seen, in widths between the
 * joints. Of drawn people the joints that are found lie up to 16 % farther apart than they are drawn; the outline
 * tells the seams to 3 %, and is as wide by the joints in photographs. How far each may lie off the mean of both, as
 * a share.
 */
export const YOKE_TIP = {
  height: -0.1,
  share: 0.96,
  least: 0.46,
  most: 0.6,
  usual: 0.535,
  apart: 0.1,
} as const

/**
 * Where the shoulders meet the neck: the rise there, how far beside the neck's edge the shoulder is looked for, beyond
 * the corner between both, which masks round out, and how much more or less than the shoulders the edge may lean.
 */
export const NECK_BASE = { rise: 0.8, beside: 0.07, tilt: 0.12 } as const

/** Where across a shoulder its height is measured: between the collar and the arm. */
export const YOKE_BETWEEN = 0.3

/** How high it usually is over the joints there, in widths of the shoulders. */
export const YOKE_USUAL = 0.22

/** How thick a top that lies flat is over the shoulder, in widths of the shoulders. */
export const YOKE_THICK = 0.015

/** How high the shoulder's tip usually is over its joint, and how far around that it is looked for, in their widths. */
export const YOKE_JOINT = { over: 0.1, room: 0.12 } as const

/** How much wider or narrower than deep a collar that is shown worn becomes on another neck. */
export const YOKE_COLLAR = { least: 0.7, most: 1.4 } as const

/** The part of the neck's edge that may be raised over a collar, as shares of its way. */
export const YOKE_RAISED = { from: 0.12, to: 0.88 } as const

/** From this value of its region on a collar is worn at the neck's edge, 0–255. */
export const YOKE_WORN = 100

// fit/hang-straight.ts

/** The share of the upper arm along which a sleeve hangs from the armpit. */
export const STRAIGHT_ALONG = 0.8

/** Arms that hang more steeply than this, across by down, have the sleeve at their own edge. */
export const STRAIGHT_STEEP = 0.5

// fit/mesh.ts

/** Columns of a mesh, and its rows for each part of it. */
export const MESH_COLUMNS = 49

/** Samples across and down a pixel at which a placement tells which triangle covers it. */
export const MESH_SAMPLES = 2

/** How much closer or wider than evenly spread cloth lies in the middle, so that its edges do not fold. */
export const MESH_WRAP = { least: 0.82, most: 1.36 } as const

// fit/rows-across.ts

/** How much closer rows lie at the shoulder, whose edge is round, than at the end: a power. */
export const ROWS_ACROSS_DENSE = 1.6

// fit/sleeve-end.ts

/** The length of a torso at most, in widths between the armpits: a dress is longer. */
export const TORSO_OF_CHEST = 1.75

// fit/torso-edges.ts

/** The height of the armpits below the shoulders' joints, in widths of the shoulders. */
export const TORSO_EDGES_ARMPIT = 0.33

/** The same in distances between the seams of the shoulders. */
export const ARMPIT_OF_SPAN = 0.285

/**
 * How much of a torso's half width is the garment's own, and the person's: of one shown worn, and of one lying flat.
 */
export const TORSO_WIDTH = {
  worn: { own: 0.3, person: 0.7 },
  flat: { own: 0.55, person: 0.45 },
} as const

/** How many times as wide as the person a top is at most, and a dress, which hangs more freely. */
export const TORSO_WIDEST = { top: 1.25, dress: 1.5 } as const

/** How far from the torso's axis armpits lie, in widths of the shoulders. */
export const ARMPITS_ASIDE = { least: 0.4, most: 0.6 } as const

/**
 * Where sides are measured: from so far below the armpits, in widths of the shoulders; down to there where no legs are
 * measured, and those of legs from there on, in lengths of the torso.
 */
export const TORSO_SIDES = { below: 0.12, end: 1.25, legs: 0.9 } as const

/** From where on cloth hangs down from where the body is widest, and how much it draws in from row to row. */
export const TORSO_HANGS = { from: 0.55, narrower: 0.997 } as const

// generate/garment-area.ts

/** How far around what is worn new cloth may reach, in lengths of the torso; its edge is soft over the last part. */
export const GARMENT_AREA_ROOM = 0.09

/** A hand's length and half its width, in lengths of the forearm. */
export const GARMENT_AREA_HAND = 0.5

/** How far below the hips a top's area goes, and above them that of what is worn below, in lengths of the torso. */
export const GARMENT_AREA_HIPS = { below: 0.4, above: 0.35 } as const

/** How far beyond the wrist the middle of a hand is, in lengths of the forearm. */
export const GARMENT_AREA_PALM = 0.3

// generate/garment-words.ts

/** How much a difference of lightness counts between colours that have names: hues are told apart before levels. */
export const WORDS_LIGHTNESS = 0.6

/** What is called long: a skirt by its waist's width, a sleeve by the length of the side below the armpit. */
export const WORDS_LONG = { skirt: 2.2, sleeve: 0.6 } as const

// measure

/** From this value of the hair's region on it hides what is below it, 0–255. */
export const HAIR_HIDES = 100

/** From this value of a region on a pixel is nothing else, 0–255: its own colour is read there. */
export const NOTHING_ELSE = 235

/** How much a difference of lightness counts between colours of cloth: light changes along one cloth. */
export const CLOTH_LIGHTNESS = 0.45

/**
 * How far somebody with what is worn reaches from the torso's axis, at least and at most, in widths of the shoulders.
 */
export const BODY_REACH = { least: 0.25, most: 1.3 } as const

/** Half the thickness of a limb, in widths of the shoulders. */
export const LIMB_HALF = 0.2

/** From this share of an arm or a leg on, in its own lengths, cloth covers its lower part. */
export const LOWER_PART = 0.6

// measure/bare-arms.ts

/** Half the thickness of an arm, in widths of the shoulders. */
export const BARE_ARMS_ARM = 0.22

/** The most that a rim is wide, in widths of the shoulders. */
export const BARE_ARMS_RIM = 0.03

/** From this value on a pixel surely belongs to a region. */
export const BARE_ARMS_PURE = 200

/** How far a colour may lie from that of a top, in CIELAB with light counted less, and of how far it lies from skin. */
export const BARE_ARMS_DYE = { most: 14, nearer: 0.4 } as const

// measure/body-edges.ts

/** From this value on a pixel belongs to a mask. */
export const IN_MASK = 128

/** Columns across the torso at which a hem is looked for, in widths of the shoulders. */
export const BODY_EDGE_HEM = { columns: 33, reach: 0.42 } as const

/** How far a hem can lie from where the regions end, in widths of the shoulders. */
export const BODY_EDGE_NEAR = 0.1

/**
 * Half the thickness of an arm, in widths of the shoulders: where it cannot be measured, and at most; that of a forearm
 * by it; how far from the axis an arm begins at least; how far beyond where its bones say that it begins cloth is
 * followed to its skin, how many pixels of edge lie between both, and how far below the end of a sleeve it surely is
 * bare, as a share of its length.
 */
export const BODY_EDGE_ARM = {
  usual: 0.13,
  most: 0.3,
  forearm: 0.8,
  aside: 0.2,
  bare: 0.2,
  edge: 3,
  sleeve: 0.1,
} as const

/** From this value of its region on, 0–255, cloth goes on towards an arm. */
export const BODY_EDGE_CLOTH = 90

/** Where skin is that of a belly, as a share of how far the trunk reaches at least. */
export const BODY_EDGE_BELLY = 0.8

/** How near the bones of an arm its skin lies, in widths of the shoulders. */
export const BODY_EDGE_SKIN = 0.3

/** Over how much of its shorter part on either side the bend of a limb is rounded. */
export const LIMB_ROUNDED = 0.25

/** How far around a hem's height it is looked for in a column, and from which gap in the cloth on it has ended. */
export const BODY_EDGE_COLUMN = { room: 0.1, gap: 0.03 } as const

/**
 * Where the cloth below a hem is read, in {@link BODY_EDGE_NEAR}; the least difference of both cloths that tells an
 * edge, in CIELAB with light counted less, and the share of it from which on it is the upper one.
 */
export const BODY_EDGE_CHANGE = { below: 1.3, least: 8, share: 0.4 } as const

/**
 * Where the hem is looked for on the torso, in its lengths: from there, down to where a lower garment is worn, and
 * where none is. Where across it, in widths of the shoulders, and at how many of these places cloth is one garment.
 */
export const WORN_HEM = {
  from: 0.5,
  to: 1.35,
  alone: 0.95,
  across: [-0.25, -0.12, 0, 0.12, 0.25],
  least: 3,
} as const

/** From where on along an arm a sleeve is looked for, and how much of it is bare where one has ended, as shares. */
export const WORN_SLEEVE = { from: 0.1, bare: 0.12 } as const

/** Colours of one dye in various light lie no farther apart, in CIELAB with light counted less. */
export const ONE_DYE = 11

// measure/find-subject.ts

/** Somebody else counts from this share of the height of the one who is dressed. */
export const SUBJECT_SOMEBODY = 0.45

/** How high the face of somebody whose own is not found is at most, as a share of what shows of them: to the elbows. */
export const SUBJECT_FACE = 0.3

/** How far beside a face's box a nose may lie that is of it, in sizes of the box. */
export const SUBJECT_NOSE = 0.2

// measure/frame-end.ts

/** How far across a person who leans shows where the picture ends, to each side, in widths of the shoulders. */
export const FRAME_ACROSS = 0.6

// measure/hair-over-cloth.ts

/** Values of a region's matte: from which on a pixel belongs to it, and to nothing else. */
export const HAIR_OVER_CLOTH_MATTE = { in: 128, pure: 235 } as const

/** How far a colour may lie from those of the hair, and how much farther from those of the cloth, in CIELAB. */
export const HAIR_OVER_CLOTH_ALIKE = { most: 13, nearer: 0.6 } as const

/** The share of a garment that must differ from hair for the two to be told apart. */
export const HAIR_OVER_CLOTH_APART = 0.6

/** Pixels of the garment, as shares of the square over the shoulders: less is noise, more is the garment itself. */
export const HAIR_OVER_CLOTH_AREA = { least: 0.004, most: 0.3 } as const

/** The most colours of each, and every how many pixels they are read. */
export const HAIR_OVER_CLOTH_MODEL = { colours: 4, step: 7 } as const

/** How far around hair that was found its edge is, in widths of the shoulders, and its sigma in pixels. */
export const HAIR_OVER_CLOTH_EDGE = { room: 0.02, sigma: 0.9 } as const

/** The share of a colour's distance to cloth in that to both from which on it is hair, and all of it. */
export const HAIR_OVER_CLOTH_SHARE = { from: 0.2, to: 0.75 } as const

// measure/with-hair-beside-neck.ts

/**
 * Hair beside a neck, lengths in widths of the shoulders.
 * - `around`: where it is looked for, across from the torso's axis, above and below the joints of the shoulders;
 * - `cloth`: between which heights below them the garment's colours are read; `neck`, `chin`: up to how far beside the
 *   nose, and from how far below it on, those of skin are;
 * - `jaw`, `mouth`: from how far beside the nose on what is no skin is hair, and down to how far below it; `least`: as
 *   a share of the shoulders' square, less of it is an ear or its ring;
 * - `apart`: how far it lies from the colours of skin; `alike`, `nearer`: how far from those of such hair the rest may
 *   lie, in CIELAB, and as a share of the distance to anything else;
 * - `pure`, `wall`: values of a mask, 0-255, of what is one thing alone, and of the background;
 * - `colours`, `step`: how many colours each has, and every how many pixels they are read;
 * - `room`, `sigma`: how far around hair its edge is, and its blur in pixels;
 * - `share`: the share of a colour's distance to others in that to both from which on it is hair, and all of it.
 */
export const HAIR_BESIDE_NECK = {
  around: { across: 0.75, above: 0.9, below: 0.25 },
  cloth: { from: 0.3, to: 0.9 },
  neck: 0.12,
  jaw: 0.18,
  mouth: 0.2,
  chin: 0.3,
  least: 0.004,
  apart: 18,
  alike: 13,
  nearer: 0.6,
  pure: 230,
  wall: 20,
  colours: 4,
  step: 5,
  room: 0.02,
  sigma: 0.9,
  share: { from: 0.25, to: 0.7 },
} as const

// measure/lower-body.ts

/** Where legs part if no gap between them shows, in lengths of the torso. */
export const LOWER_BODY_CROTCH = 1.17

/** Half the width of a hand seen from the side, with the cloth beside it, in widths of the shoulders. */
export const LOWER_BODY_HAND = 0.1

/** How far beyond where an arm seems to begin hips are followed to where it does, in widths of the shoulders. */
export const LOWER_BODY_BESIDE = 0.2

/** How far across, above and below a hem colours are read that tell whether one cloth goes on, in shoulder widths. */
export const LOWER_BODY_ACROSS = 0.25

/** How much bare skin between two garments tells them apart, in widths of the shoulders. */
export const LOWER_BODY_BELLY = 0.08

/** Over how far below a top's hem cloth comes to hang freely, in widths of the shoulders. */
export const LOWER_BODY_FREE = 0.5

/** Where a hand ends, in lengths of the forearm. */
export const LOWER_BODY_FINGERS = 1.45

/**
 * Where along a leg its cloth ends, in its lengths. Legs whose ends lie farther apart than `even` are unlike ones; the
 * region is followed from `from` to `to`, over gaps of `bare`; from `foot` on the colour is, which is read `read`
 * before the end, down to `most` and over gaps of `other`.
 */
export const LEG_END = {
  even: 0.85,
  from: 0.05,
  to: 1.2,
  bare: 0.1,
  foot: 0.8,
  read: 0.06,
  most: 1.12,
  other: 0.012,
} as const

/** Where along both thighs the gap between them is looked for, as shares. */
export const CROTCH_SOUGHT = { from: 0.1, to: 0.75, step: 0.01 } as const

/** Where a bare belly is looked for between two garments, in lengths of the torso. */
export const BELLY = { from: 0.35, to: 1.1 } as const

/**
 * What shows that a skirt is worn: legs below it that are not covered farther than that; cloth across a height a little
 * above its end, as shares of a leg and of the skirt; at so many of 21 places.
 */
export const SKIRT_SEEN = { legs: 0.9, at: 0.94, least: 20 } as const

/** How far apart in lightness the cloth above and below a waist is where it is one, in CIELAB. */
export const ONE_CLOTH_LIGHT = 9

/**
 * Where hips and legs are measured: from there on, and from there on as legs, in lengths of the torso; so far beyond
 * the ankle, and beyond a leg's parts; how far behind an arm hips may reach, and where nothing tells it, in widths of
 * the shoulders.
 */
export const HIPS_MEASURED = {
  from: 0.45,
  legs: 1.05,
  foot: 0.1,
  behind: 0.02,
  usual: 0.6,
} as const

// measure/measure-neck.ts

/**
 * How far the neck's middle may lie from the torso's axis, in widths of the shoulders: farther off, the head is turned
 * or hair lies beside the neck.
 */
export const NECK_ASIDE = 0.03

/** How much wider than at its least a neck is where a collar lies round it: above, it leans with the head. */
export const NECK_WIDENED = 1.35

/**
 * Where a neck is looked for above the shoulders' joints, how far it reaches to either side at most, and how wide one
 * is, in widths of the shoulders.
 */
export const NECK_SOUGHT = { from: -0.5, to: -0.12, reach: 0.4, least: 0.15, most: 0.7 } as const

// measure/standing-height.ts

/** How much farther it may be along a leg than from hip to ankle: legs that bend more do not tell a height. */
export const STANDING_HEIGHT_STRAIGHT = 1.03

/** The least distance from between the shoulders to the ankles, in lengths of the torso, of somebody who stands. */
export const STANDING_HEIGHT_LEAST = 2.2

// measure/seen-hem.ts

/**
 * In how many columns a hem is looked for, how far across and down, how far its waves and the cloth below it reach, in
 * widths of the shoulders; over how many pixels light is averaged and compared; the jump of CIELAB lightness that all
 * but this share of the columns show, and how many times that of other rows it is.
 */
export const SEEN_HEM = {
  columns: 15,
  reach: 0.3,
  far: 0.6,
  waves: 0.02,
  below: 0.06,
  grain: 4,
  step: 3,
  least: 4,
  apart: 3,
  quantile: 0.25,
} as const

// measure/trim-to-wall.ts

/**
 * A plain wall: the longer side in pixels that it is looked for at, the least share of the border that shows it and the
 * most grain that it has in levels; the share of the trunk that may have its very colour, where more is clothes.
 */
export const TRIM_TO_WALL = { long: 1024, share: 0.55, noise: 3, open: 0.004 } as const

// measure/waist.ts

/**
 * Where across the body its waist is looked for, how far above the regions' edge, and how far below and above it the
 * colours of both garments are read, in widths of the shoulders.
 */
export const WAIST_ACROSS = [-0.24, -0.12, 0, 0.12, 0.24]
export const WAIST_BAND = 0.18
export const WAIST_READ = { below: 0.02, above: 0.26 } as const

/** From where on a waist is looked for, where one sits that nothing shows, and from where on a top hangs over it. */
export const WAIST = { from: 0.5, usual: 0.8, covered: 0.92 } as const

/** At how many of the places across the lower garment shows where its waist is. */
export const WAIST_PLACES = 3

/**
 * The most that a waist slopes, and that it bows by the time it is half a width of the shoulders off its middle; how
 * far across it is measured, in how many columns, how far up and down its edge is looked for there, and how far that
 * may rise over its line, in widths of the shoulders, but for a share of the columns.
 */
export const WAIST_EDGE = {
  slope: 0.06,
  bow: 0.2,
  reach: 0.34,
  columns: 21,
  room: 0.16,
  over: 0.03,
  highest: 0.1,
} as const

/**
 * A printed waistband: in how many columns its rows are read, how far from the top's colour what is not of it lies, in
 * CIELAB with light counted by half, which share of a row that is at least, and how far a top of one colour spreads, as
 * most of its columns do.
 */
export const WAIST_PRINT = { columns: 25, unlike: 12, share: 0.25, plain: 6, most: 0.9 } as const

// measure/wearer.ts

/** Shoulders narrower than this share of the torso's length are turned away. */
export const WEARER_FRONTAL = 0.4

/** How far the trunk of somebody may lean, as the sine of the angle: 25 degrees. */
export const WEARER_UPRIGHT = 0.42

// measure/with-shaded-rims.ts

/**
 * Rims of a top that pass for the skin of the arm beside them: how near to its bones and how far below the joints of
 * the shoulders they lie, half their width at most, a finger's being 0.025, and half that of the crease between, all
 * in widths of the shoulders; how much darker that is than both sides of it, 0–255; how much nearer than to the hue
 * of the top that of the trunk's skin lies to the hue of skin, and how far apart both are at least, in CIELAB; and
 * how much of it there is at least, as a share of the square over the shoulders' width.
 */
export const SHADED_RIMS = {
  near: 0.28,
  below: 0.1,
  thin: 0.012,
  wide: 0.02,
  dark: 25,
  skin: 0.5,
  hues: 10,
  least: 0.002,
} as const

// measure/with-open-gaps.ts

/**
 * Wall between an arm and the trunk: from how far below the shoulders' joints on it is looked for, how far beyond the
 * bones of the arm the wall is read, and over how many rows each way, in widths of the shoulders; up to which value of
 * the person's mask a pixel may be wall, 0–255. In levels of a channel, how far its colour lies from that of the wall
 * there at most, in its mean to the light side and in each channel beside that, and in the shade of the arm its mean to
 * the dark side; and how far each channel of what hangs together with it, from the mean of those. Of which share of all
 * of it that must be so, and how much there must be of it, as a share of the square over the shoulders' width; and how
 * far beyond it the arm lies in half of its rows, in widths of the shoulders.
 */
export const OPEN_GAPS = {
  below: 0.2,
  wall: 0.6,
  rows: 0.1,
  unsure: 200,
  seed: 12,
  darker: 36,
  alike: 10,
  share: 0.1,
  least: 0.003,
  arm: 0.04,
} as const

// measure/with-traced-arms.ts

/**
 * The edges of bare arms beside a top, lengths in widths of the shoulders. How far from the mask's edge the true one is
 * looked for, at least so many pixels; how far from the bones an arm reaches, and how far below the joints of the
 * shoulders it is asked; over how much of its length bends of the bones and teeth of the mask are evened, and over how
 * much colours are taken together, from places up to `sure` reaches off; the shortest edge that is traced. From which
 * distance of the colours, as roots of linear light, on these tell the edge, and from which they alone do; how bright a
 * pixel must be for that, as a share of both colours; what the mask counts beside them, and more where they do not
 * tell. How much darker than both sides a crease is, 0–255, and how surely what lies beyond it is no skin, 0–1.
 * What an edge costs, in pixels of the wrong kind: as far from the mask's as it may be, for each pixel that the mask's
 * end lies off at the first and last place, and for each by which it goes aside. From which value of the person on,
 * 0–255, cloth beyond the wall is worn on the trunk: where masks fade, at 130 to 190, the wall passes for it. Chosen
 * on twenty pairs of six people, on whose arms a reach of 0.03 takes in all errors of the mask; without creases, rims
 * of white tops in the light of the arm pass for it, with bends at no cost the teeth stay, and with rounder bends of
 * 0.04 rays cross at elbows.
 */
export const TRACED_ARMS = {
  reach: { least: 3, share: 0.03 },
  far: 0.25,
  below: 0.2,
  bend: 0.15,
  smooth: 0.04,
  colours: 0.03,
  sure: 2.5,
  least: 0.08,
  apart: { from: 0.06, to: 0.16 },
  dark: { from: 0.25, to: 0.6 },
  mask: { least: 0.25, more: 0.2 },
  crease: 24,
  beyond: 0.5,
  known: 1,
  pinned: 5,
  bends: 2,
  person: 200,
} as const

// measure/without-mixed-rims.ts

/**
 * How far from the wall and from skin both are mixed, in widths of the shoulders; up to which value of the person's
 * mask is wall, and from which value of a region on a pixel surely belongs to it.
 */
export const MIXED_RIMS = { rim: 0.02, wall: 20, pure: 200 } as const

// measure/without-faint-hair.ts

/**
 * From which value of its region on hair surely is some, 0–255, and how far beside it its edge may be faint, in widths
 * of the shoulders; and from which share of a pixel on it is seen.
 */
export const FAINT_HAIR = { sure: 200, reach: 0.05, seen: 0.03 } as const

// measure/without-loose-cloth.ts

/** How far from a forearm's bones its skin and what is beside it reach, in widths of the shoulders. */
export const LOOSE_CLOTH_NEAR = 0.3

/** From this share of a pixel on, 0–255, cloth hangs together, its soft edge with it. */
export const LOOSE_CLOTH_LEAST = 8
export const LOOSE_CLOTH_SOFT = 3

/** The chest, and from where on down what is worn below it is no part of a top, in lengths of the torso. */
export const LOOSE_CLOTH_CHEST = { from: 0.1, to: 0.5 } as const
export const LOOSE_CLOTH_HIPS = 0.6

/** Colours of one dye, above and below a belt, lie no farther apart, in CIELAB. */
export const LOOSE_CLOTH_ALIKE = 7

/** Where a forearm with its hand ends, in lengths of the forearm. */
export const LOOSE_CLOTH_FINGERS = 1.5

// measure/with-bare-skin.ts

/**
 * Colours of a top and of skin. Every how many pixels and from which value of a region on they are read, from how many
 * at least, and how many each has; from where down what passes for a top has the colours of one, and to where skin may
 * pass for it, in lengths of the torso, and how far from its axis, in widths of the shoulders; how near skin what
 * passes for it there may be skin, in CIELAB with light counted less, and the share that has to be farther off; pixels
 * over which distances are averaged; how far off a colour is none of a top, and how much nearer, as a share, the
 * skin's have to be; the part that is looked at, in widths of the shoulders and lengths of the torso.
 */
export const BARE_SKIN = {
  step: 5,
  pure: 245,
  least: 40,
  colours: 6,
  chest: 0.4,
  hips: 0.75,
  trunk: 0.35,
  alike: 9,
  most: 0.7,
  sigma: 1.2,
  unlike: 14,
  share: 0.5,
  box: { across: 0.95, from: -0.45, to: 0.8 },
} as const

// measure/with-own-colours.ts

/**
 * Colours at the hips. How many a garment has, every how many pixels and from which value of a region on they are
 * read, from how many at least; from where on skin lies beside cloth, the regions of both garments pass into each
 * other, and what is worn below surely is it, in lengths of the torso; how near an arm's bones its skin surely lies,
 * and may lie, in widths of the shoulders; pixels over which distances are averaged; how far off a colour is none of
 * a top and of skin, in CIELAB with light counted less, and how much nearer, as a share, that of another one has to
 * be; the part that is looked at, in widths of the shoulders and lengths of the torso; pixels beside the person's
 * outline in which colours are mixed with the wall's.
 */
export const OWN_COLOURS = {
  edge: 2,
  colours: 6,
  step: 7,
  pure: 245,
  least: 40,
  armpits: 0.25,
  hips: 0.62,
  below: 1.15,
  bone: 0.08,
  arm: 0.32,
  sigma: 1.2,
  cloth: { unlike: 14, share: 0.55 },
  skin: { unlike: 10, share: 0.65 },
  box: { across: 0.95, from: 0.12, to: 1.75 },
} as const

// read/cut-garment.ts

/**
 * How much larger one cut-out of a garment is than another that has lost pale cloth to the ground: at least, where its
 * outline is less ragged, and in any case, as no shadow is so large; the points of an outline without its teeth; how
 * much longer the edges of what is torn are with its holes: up to 1.02 on 15 photographs that are whole, and 1.32 to
 * 2.55 on six that have lost cloth, one of them within its outline alone.
 */
export const GARMENT_GROUND = {
  more: 1.015,
  ragged: 1.05,
  most: 1.3,
  points: 100,
  edges: 1.2,
} as const

// read/smooth-faint-outline.ts

/**
 * The outline of cloth as light as its ground: how far it is smoothed, in lengths of the cut-out; how many levels cloth
 * and ground may differ, from which on less, up to which at all; the shares of cloth around between which its outline
 * may lie; by how much these shares change within a pixel across it, times sigma; and which share of the outline is
 * faint from which on it is told.
 */
export const FAINT_OUTLINE = {
  sigma: 0.007,
  off: { from: 12, to: 24 },
  least: 0.02,
  most: 0.98,
  across: 0.25,
  told: 0.25,
} as const

// read/cut-worn.ts

/** The share of a garment that may be hidden by hair, hands and what is carried. */
export const CUTOUT_HIDDEN = 0.04

/** How far from its edge a garment's colours may be mixed with what is beside it, in widths of the shoulders. */
export const CUTOUT_RIM = 0.02

/** Values of a region's matte: less is something else, more is nothing but the region. */
export const CUTOUT_MATTE = { other: 110, pure: 225 } as const

/** The share of a garment that may have the colour of the face: more is skin that was taken for cloth. */
export const CUTOUT_SKIN = { share: 0.06, alike: 9, lightness: 0.2 } as const

/**
 * How far the colour of cloth in its own shade may differ from that of the cloth around it: as the sine of the angle
 * between both in linear light, of which shade takes the same share of each channel. How far around, in widths of the
 * shoulders, and from which share of the person's mask on.
 */
export const CUTOUT_SHADE = { angle: 0.12, around: 0.05, person: 200 } as const

// read/fit-neckline.ts

/**
 * Bows that are fitted to a neck's front edge: their forms, from pointed to square, and depths in widths of the neck;
 * how far beside one colours are read, and which share of it may be hidden by a label or a print; where its bottom
 * lies, as a share of its way, and how much clearer than that all of it can be; the least difference
 * that tells an edge, in CIELAB, how much of the clearest one a higher one has, and how far apart two depths are that
 * are the same; the depth of one that nothing tells; how far from a bow an edge may
 * lie that is one but for its teeth, in widths of the neck, and from which form on a bow is round.
 */
export const NECKLINE_FIT = {
  powers: [1, 1.5, 2, 3, 5],
  depths: Array.from({ length: 36 }, (_, n) => 0.1 + 0.025 * n),
  points: 41,
  off: 0.025,
  most: 0.25,
  bottom: { from: 0.36, clear: 1.5 },
  least: 4,
  about: 0.75,
  same: 0.06,
  usual: 0.24,
  teeth: 0.035,
  round: 2,
} as const

/**
 * How a bow is moved to the edge that it stands for: from which depth on, in widths of the neck; how much nearer than
 * for the bow colours are read as well; how far up and down, in widths of the neck, in so many steps each; the most
 * that one place may tell, in usual changes of colour; what a step between two places costs; and how much clearer the
 * way must be than the bow.
 */
export const NECKLINE_TRACED = {
  deep: 0.45,
  near: 0.4,
  reach: 0.08,
  steps: 10,
  most: 1.5,
  bends: 0.05,
  clearer: 1.1,
} as const

/** How much of nine places is cloth where none of them lies at the outline, which is an edge as well. */
export const NECKLINE_WHOLE = 8.9

// read/fit-outline.ts

/**
 * What a fit of corners to half an outline weighs: points along it; the points on both sides over which it turns, and
 * by how many degrees at a whole corner; the length in sizes of the garment from which on a direction is certain, what
 * straying by its range costs, what the squared distance from a chord does, and that between corners of both halves.
 */
export const OUTLINE_FIT = {
  points: 180,
  window: 6,
  sharp: 60,
  certain: 0.15,
  direction: 0.6,
  stray: 400,
  uneven: 25,
  shoulder: 0.12,
  deep: 0.15,
} as const

// read/fit-top-shape.ts

/**
 * How deep the armpits of a top lie whose sleeves hide them, in distances between its shoulders' tips: 0.35 to 0.5 of
 * tops that show them. Points along its sides.
 */
export const BESIDE_ARMPIT = 0.42
export const BESIDE_POINTS = 24

// read/read-top.ts

/**
 * What a fit may leave over, and what it may not where it alone tells a garment from a skirt; how far corners may lie
 * apart that were found by rule and by fit, in sizes of the garment.
 */
export const TOP_FIT = { most: 1.7, sure: 1.25, alike: 0.1 } as const

/**
 * How far one armpit may lie below the other, in widths between them, and how deep the higher one lies at least, in
 * distances between the shoulders' tips: otherwise it is a hole.
 */
export const EVEN_ARMPITS = { most: 0.08, least: 0.22 } as const

/**
 * How far a hem may be notched and how far apart the shoulders' tips are, in widths between the armpits, and how far
 * apart the ends of the neck: wider ones, or those of a halter, lie on no shoulder.
 */
export const TOP_LIMITS = { notch: 0.07, tips: 0.5, neck: 1.02 } as const

// read/has-open-shoulders.ts

/**
 * Where between neck and tip, and from there down to the armpits, a shoulder is looked at, as shares; the share of a
 * pixel from which on it is cloth; and how much of both shoulders may be none: nothing of nine tops with sleeves on
 * photographs is, and 0.014 and 0.05, as it is cut out, of one with straps and cap sleeves, which was drawn torn.
 */
export const OPEN_SHOULDERS = {
  across: Array.from({ length: 19 }, (_, n) => (n + 1) / 20),
  down: Array.from({ length: 15 }, (_, n) => (n + 1) / 20),
  cloth: 0.5,
  most: 0.008,
} as const

// read/is-neck-tape.ts

/**
 * A tape along the nape: at how many columns it is looked for, from which share of the neck's width on, how far from
 * its edge colours are read, in which steps and how thick it is at the most, in widths of the neck; how far the cloth
 * above and below it may differ, in CIELAB; the share of columns in which there is one, and that of a pixel that is
 * cloth.
 */
export const NECK_TAPE = {
  columns: 9,
  from: 0.3,
  off: 0.03,
  step: 0.01,
  thick: 0.13,
  alike: 8,
  most: 0.7,
  cloth: 0.9,
} as const

// read/below-label.ts

/**
 * A label at the nape: cells across a neck and down from it in which it is looked for; how far it lies off the usual
 * colour there, in CIELAB; how wide and high it is, how far its middle may lie off the neck's and its upper edge below
 * the nape, in widths of the neck; the share of its box that it fills, and how far below it the front's edge lies at
 * least, and at most. How clear a crease is that tells the edge, in CIELAB and by the usual line across that cloth, how
 * far beside one light is read, in widths of the neck, and which share of it may be hidden. Of eleven tops on
 * photographs one shows a label that was drawn over the throat: 0.27 wide, 0.1 high, its crease 4.5 against 2.3.
 */
export const NECK_LABEL = {
  cells: { across: 72, down: 64 },
  unlike: 25,
  wide: [0.1, 0.45],
  high: [0.04, 0.3],
  aside: 0.12,
  hangs: 0.3,
  filled: 0.55,
  below: 0.05,
  deepest: 0.35,
  crease: 2.5,
  clear: 1.6,
  off: 0.012,
  most: 0.3,
} as const

// read/front-neckline.ts

/**
 * Cells across the neck, how many of them down are looked at, and how many beside the middle tell how deep a piece is:
 * the inside of a back is deeper there than the rib above it and the one below, however long these are.
 */
export const NECKLINE_CELLS = { across: 72, down: 80, middle: 12 } as const

/** Depths below the nape, in cells, from which the inside of the back is looked for: a rib and a label lie in it. */
export const NECKLINE_SEEDS = [3, 6, 9, 13, 18] as const

/** The most that the inside may differ from where it began, in CIELAB. */
export const NECKLINE_ALIKE = 12

/** Cells to either side that must be alike as well: the inside does not run on through a zip or a seam. */
export const NECKLINE_BROAD = 2

/** Rows below what is as broad within which a pointed front ends; what goes on farther is a zip or a seam. */
export const NECKLINE_POINT = 8

/** How far a column may end from where those beside it do, in cells: what ends farther off is a thread or a label. */
export const NECKLINE_SPIKE = 6

/** The width of a bow in widths of the neck: at least, between the halves of a collar, and without a collar. */
export const NECKLINE_BOW = { least: 0.3, whole: 0.55 } as const

/** The depth of a neckline in widths of the neck. */
export const NECKLINE_DEPTH = { least: 0.14, most: 0.95 } as const

/** How deep a nape dips, in widths of the neck, that is the front's edge itself. */
export const NECKLINE_NAPE = 0.22

/** How far beside a bow the nape goes on, in widths of the neck. */
export const NECKLINE_GAP = 0.02

/** The least share of a pixel of the cut-out that is cloth and tells its colour, 0–1. */
export const NECKLINE_CLOTH = 0.6

/**
 * The form of a bow: how far off the middle it hangs, in widths of the neck, how deep its middle is at least and its
 * ends at most, as shares of its depth; how far both halves hang apart at the most, on average, in widths of the neck:
 * 0 to 0.01 of photographed tops, 0.41 of one with a label in it.
 */
export const NECKLINE_FORM = { aside: 0.25, middle: 0.8, ends: 0.75, uneven: 0.15 } as const

// read/lower-shape.ts

/**
 * How far the upper edge of a skirt rises above its corners at most, in its widths: up to 0.03 of waistbands, and 0.09
 * and 0.12 between the shoulders of dresses without sleeves.
 */
export const GARMENT_SHOULDERS = 0.06

/** Heights, in shares of the garment's, whose widths are compared: a waist is nearly as wide as what hangs from it. */
export const LOWER_SHAPE_WAIST = { at: 0.035, below: [0.15, 0.3], ratio: 0.72 } as const

/**
 * Heights, in shares of the garment's, whose widths are compared: the hem of a skirt is at least so wide, as a share of
 * the widest. Pencil skirts have 0.7 and more, an off-shoulder top between its sleeves 0.46.
 */
export const LOWER_SHAPE_HEM = { at: 0.95, below: [0.3, 0.5, 0.7], ratio: 0.58 } as const

/** The most that the edge of a waist dips, in widths of it. */
export const LOWER_SHAPE_DIP = 0.16

/** Legs part at least this share of the height above the hem. */
export const LOWER_SHAPE_NOTCH = 0.1

/** How deep a crotch lies, in shares of the height. */
export const LOWER_SHAPE_CROTCH = { least: 0.15, most: 0.82 } as const

/** Heights, in shares of the garment's, and at how many of them sleeves hang beside what is read. */
export const LOWER_SHAPE_BESIDE = {
  rows: [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6],
  least: 3,
} as const

/**
 * Where corners are looked for, in shares of the height: of the waist from the top, of the hem, of legs below a crotch.
 */
export const LOWER_SHAPE_CORNERS = { waist: 0.12, hem: 0.6, legs: 0.4 } as const

/** How far beside the middle a crotch may lie, in widths of the hem. */
export const LOWER_SHAPE_MIDDLE = 0.08

// read/open-garments.ts

/** The longer side, in pixels, that a picture of somebody who wears the garment is worked on at. */
export const WORN_REFERENCE_MOST = 1400

/** Shoulders of who wears the garment are at least so many pixels apart. */
export const WORN_REFERENCE_LEAST = 56

// read/plain-below.ts

/**
 * Plain cloth above a hem: in how many rows and columns it is read, how far from a side and from the hem, which has a
 * seam, as shares; how far off its colour may be, in CIELAB with light counted by half, and which share of a row has
 * it; the least share of the way from hem to armpits that it takes.
 */
export const PLAIN_BELOW = {
  rows: 100,
  columns: 25,
  inset: 0.1,
  hem: 0.06,
  alike: 9,
  share: 0.92,
  least: 0.18,
} as const

/** The least share of a pixel of the cut-out that is cloth and tells its colour, 0–1. */
export const PLAIN_BELOW_CLOTH = 0.9

// read/read-garment.ts

/** Both halves of a garment agree to this share. */
export const GARMENT_SYMMETRY = 0.12

/**
 * A top longer than this many of its widths is a dress. A tunic and a short dress look alike, and so does a top on an
 * invisible wearer, of which no more than the front is seen: in between it is what is asked for.
 */
export const GARMENT_DRESS = { upper_body: 2.45, auto: 2.3, full_body: 1.85 } as const

/** Alpha of what is no cloth but its shadow, and from which on it is opaque: compression makes holes in cut-outs. */
export const GARMENT_CLOTH = { none: 0.3, whole: 0.72 } as const

/** The least share of what is opaque that is one piece. */
export const GARMENT_PIECE = 0.85

// read/read-worn-lower.ts

/** Points along each side of a skirt, and across its hem. */
export const WORN_LOWER_POINTS = 30

/** Where beside its corners the hem of a skirt is measured for them, as a share of its half. */
export const WORN_LOWER_CORNER = 0.96

/** How far the hem of a skirt may bend, in widths of the shoulders. */
export const WORN_LOWER_BEND = 0.14

/** How far apart both legs of a garment may end, as a share of a leg. */
export const WORN_LOWER_EVEN = 0.12

// read/read-worn-top.ts

/** A sleeve that covers less of the arm than this share is none. */
export const WORN_TOP_SLEEVE = 0.12

/** Where the neck of a garment may end on the shoulder, from the torso's axis, in widths between the joints. */
export const WORN_TOP_NECK = { least: 0.1, most: 0.46 } as const

/** How far beyond the neck's side a collar can be highest, in widths of the shoulders. */
export const WORN_TOP_COLLAR = 0.06

/**
 * Where above and below the regions' edge skin and cloth are seen, in widths of the shoulders; how far apart their
 * colours are that tell them, and how far towards the cloth's the edge is.
 */
export const WORN_TOP_SKIN = { above: 0.03, below: 0.12, apart: 12, share: 0.4 } as const

/** The share of the neck's edge that hair may hide. */
export const WORN_TOP_HIDDEN = 0.15

/** How surely a top is told from what is around it at least, 0–1. */
export const WORN_TOP_SURE = 0.6

/**
 * The hem of a top: how far down it is at least, in lengths of the torso, and how far above the picture's end, pixels.
 */
export const WORN_TOP_HEM = { least: 0.6, inside: 3 } as const

/**
 * The neck's edge: how far above it hair and background are looked for, how many columns of background end it, and over
 * how far it is freed of spikes, in widths of the shoulders; its points; how much higher a collar is that is higher, in
 * pixels.
 */
export const WORN_TOP_EDGE = {
  over: 0.03,
  background: 3,
  even: 0.012,
  points: 33,
  higher: 0.25,
} as const

/** How far below and above the joints cloth is followed up, and the gap in it that ends it, in shoulder widths. */
export const WORN_TOP_COLUMN = { reach: 0.6, gap: 0.04 } as const

// read/top-shape.ts

/** A garment higher than this many of its widths is a dress, whose sleeves are in its upper part. */
export const TOP_SHAPE_TALL = { from: 1.2, waist: 0.55 } as const

/** A sleeve reaches beyond the hem by at least this share of half the hem. */
export const SLEEVE_REACH = 1.16

/**
 * How far the corners of a cuff stand out at least from the line to armpit or shoulder, in widths of the armhole: the
 * under edge of a short sleeve may be a few pixels long.
 */
export const TOP_SHAPE_CUFF = { inner: 0.12, outer: 0.22 } as const

/**
 * How clear a corner at the shoulder is, in lengths of the line that it is beside; how far out that line and the corner
 * reach, in halves of the width between the armpits.
 */
export const TOP_SHAPE_CORNER = { clear: 0.05, line: 1.45, least: 0.85, most: 1.22 } as const

/**
 * The part of an upper edge that is the shoulder's line, how far below it the edge has left it, how much of what
 * follows is the sleeve's line, and how near a corner is where both lines meet, in halves of the width between the
 * armpits.
 */
export const TOP_SHAPE_LINE = { from: 0.5, to: 0.8, left: 0.03, sleeve: 0.2, sharp: 0.045 } as const

/** Lines whose slopes differ by less do not meet in a corner. */
export const TOP_SHAPE_BEND = 0.25

/**
 * How near to the middle of an outline its bottom is read, in its widths, and how far above it sides are, in heights.
 */
export const TOP_SHAPE_BOTTOM = { middle: 0.04, above: 0.08 } as const

/** How far from the side's foot the corner of a hem lies at most, in heights. */
export const TOP_SHAPE_FOOT = 0.14

/** Where the neck's ends are: how far out, in halves of the hem, and how high at least, in heights. */
export const TOP_SHAPE_NECK = { inner: 0.12, outer: 0.72, high: 0.4 } as const

/** How much being low counts beside being far out where the end of a sleeve is looked for. */
export const TOP_SHAPE_DROOP = 0.25

/** How far below its top the middle of a top is, from which armpits lie inwards, in heights. */
export const TOP_SHAPE_CORE = 0.2

/** How deep an armpit is at least beside the line from hem to cuff, in heights. */
export const TOP_SHAPE_ARMPIT = 0.04

/** The width of a cuff, in widths of the armhole. */
export const TOP_SHAPE_SLEEVE = { least: 0.15, most: 1.4 } as const

/**
 * Of a top without sleeves: how high its armholes are, in heights, and how steep the line is that its shoulder is on.
 */
export const TOP_SHAPE_SLEEVELESS = { high: 0.45, steep: 0.4 } as const

// read/trace-outline.ts

/** The longer side of the plane an outline is traced on, pixels. */
export const OUTLINE_MOST = 720

// read/trim-bands.ts

/**
 * Bands above and below a picture that is so many pixels high: their height at most, as a share of it; levels by
 * which a colour is that of the band, and is another one; the share of a row that is of the band, and of one that is
 * all of another; rows beside it that are mixed of both.
 */
export const TRIMMED_BANDS = {
  least: 64,
  most: 0.3,
  alike: 3,
  apart: 6,
  own: 0.98,
  other: 0.9,
  mixed: 2,
} as const

// refuse/require-arms.ts

/**
 * Where a forearm lies before the body: nearer to its axis, in widths of the shoulders, and above the hips, in lengths
 * of the torso. How far above its shoulder an elbow is of an arm that is raised, in widths of the shoulders.
 */
export const ARMS_REQUIRED = { aside: 0.36, down: 0.95, raised: 0.05 } as const

// refuse/require-change.ts

/**
 * The change of a picture, in levels on average over the garment that was worn, from which on it is one. A ribbed
 * sweater that is put on once more is 3.5, since its ribs lie a little aside.
 */
export const CHANGE_SEEN = 4

/**
 * A pattern that is put on once more: how far its light lies from its mean at the least, in levels, which plain cloth
 * with a small print does not reach; how much coarser or finer one may be, and the difference of neighbouring pixels,
 * in levels, up to which all is grain and folds (1.4 and 2 along the stripes of a dress that is put on twice); how far
 * the light of both is apart, as a share of that spread, and their colours, in levels: 0.19 and 1.1 of a striped
 * T-shirt on a drawn woman who wears it.
 */
export const SAME_PATTERN = { spread: 30, finer: 1.35, grain: 2, light: 0.3, colour: 4 } as const

// refuse/require-even-print.ts

/**
 * How much wider than high, or higher than wide, what is square on a garment may be where it faces the camera: on a
 * torso or a skirt, and on legs, which narrow ones draw together.
 */
export const EVEN_PRINT_MOST = { torso: 1.3, legs: 1.5 } as const

/** The columns of a mesh that face the camera, as shares of all. */
export const EVEN_PRINT_FACING = { from: 0.25, to: 0.75 } as const

// refuse/require-legs.ts

/**
 * The length of a thigh at least, in lengths of the torso, and how far apart knees and ankles are, in shoulder widths.
 */
export const LEGS_REQUIRED = { thigh: 0.45, apart: 0.08 } as const

// refuse/require-like-length.ts

/** How far down a top reaches at most, in lengths of the torso from shoulders to hips: half-way to the knees. */
export const LIKE_LENGTH_MOST = 1.55

// refuse/require-like-pose.ts

/** How far the directions of a covered limb may differ, in degrees: folds and light of another pose would show. */
export const LIKE_POSE_MOST = 22

/** The share of the lower half of a sleeve beside which background shows, at least. */
export const LIKE_POSE_FREE = 0.35

/** From this share of an arm or a leg on its upper part is covered. */
export const LIKE_POSE_UPPER = 0.1

/** Places along the lower half of a sleeve at which background is looked for. */
export const LIKE_POSE_PLACES = 12

// refuse/require-nothing-held.ts

/**
 * What lies before trousers: how far below their edge it is looked for, how thick it is everywhere and at its
 * thickest, as half of it, in widths of the shoulders; the value of the garment's region, 0–255, below which it is
 * none; the share of a garment that lies within `dye` of its mean colour, from which on it is plain, and from where on
 * what lies before it is unlike it, in CIELAB with light counted less; the area from which on it is refused, as a share
 * of the square over the shoulders. A clutch bag is 0.1.
 */
export const NOTHING_HELD = {
  below: 0.12,
  everywhere: 0.03,
  somewhere: 0.06,
  cloth: 60,
  dye: 14,
  plain: 0.75,
  unlike: 22,
  area: 0.03,
} as const

// refuse/require-seen-edge.ts

/**
 * The edge of a top before a wall: how far beside it both colours are read, in widths of the shoulders, in every how
 * manyth row, and from which value of its region on it is cloth; below which distance, in CIELAB with light counted
 * less, an edge is not seen, at which share of how many rows at least it is refused. White on a white wall is 0.3 at a
 * tenth and 1.6 at a quarter of its rows, white on pale grey 2.1 and 2.3.
 */
export const SEEN_EDGE = {
  beside: 0.02,
  rows: 2,
  cloth: 200,
  unseen: 1.7,
  most: 0.2,
  least: 20,
} as const

// refuse/require-straight-sleeves.ts

/**
 * How far an elbow that a sleeve covers may be bent, in degrees, where the sleeve lies straight in its picture, and how
 * far beyond it the sleeve reaches, in widths of the shoulders: at 55 stripes turn with the arm, at 100 they open like
 * a fan.
 */
export const STRAIGHT_SLEEVES = { most: 75, beyond: 0.1 } as const

// refuse/require-even-sleeves.ts

/**
 * From which share of its length on a sleeve is as wide as it hangs, and how narrow it is at the least, as a share of
 * its median: 0.28 and 0.21 where an arm before or behind the body was lost, from 0.46 on else.
 */
export const EVEN_SLEEVES = { from: 0.35, least: 0.4 } as const

// refuse/require-unfolded.ts

/** More of a part than this may not be turned over. */
export const UNFOLDED_FOLDED = 0.08

// refuse/require-whole-hair.ts

/** The least area of a piece of hair that tells, as a share of the square over the shoulders. */
export const WHOLE_HAIR_PIECE = 0.004

/** How far from the torso's axis hair lies on the trunk, in widths of the shoulders. */
export const WHOLE_HAIR_TRUNK = 0.5

// wear

/** Less of a garment than this, 0–1, is not seen: one level of 255. */
export const COVER_SEEN = 0.004

/** The shadow of a garment on the person: how dark, and how far below and how soft, in widths of the shoulders. */
export const GARMENT_SHADOW = { intensity: 0.3, below: 0.02, sigma: 0.02 } as const

/** From this value of a region on, 0–255, an arm or a hand before a garment begins. */
export const ARM_BEFORE = 8

// wear/like-wall.ts

/**
 * A wall beside somebody: every how many widths of the shoulders it is looked at, and in how many steps each way; how
 * many places must show it; and how far a colour lies from its mean at most, in levels of each channel.
 */
export const LIKE_WALL = { step: 0.02, steps: 12, least: 12, most: 9 } as const

// wear/loose-specks.ts

/**
 * Pieces of a person beside a garment: up to which share of the square over the shoulders' width one is a speck, how
 * many pixels around the garment they lie, and how many pixels wide their soft edge is.
 */
export const LOOSE_SPECKS = { most: 0.004, around: 24, rim: 2 } as const

// wear/matte-arms.ts

/**
 * The edges of arms before a garment: how far from the mask's a pixel may be mixed, in pixels at least and in widths of
 * the shoulders, as masks are up to as much off; how far beyond the joints a hand reaches, in widths of the shoulders;
 * from which distance of the colours at both sides on these tell the edge, and from which they alone do, 0–255; how
 * unlike each other both sides' brightness may be for how much, as shade before white is no skin; up to which share a
 * mixture is none; and how much steeper an edge is made before it is softened by a pixel.
 */
export const ARM_MATTE = {
  reach: { least: 2, share: 0.016 },
  around: 0.7,
  apart: { from: 15, to: 40 },
  even: 0.1,
  clear: 0.08,
  gain: 2.2,
} as const

/**
 * How far from the bones of an arm the armhole of a garment without sleeves lies, and over which length above the
 * armpit it runs out into the side of the garment, in widths of the shoulders.
 */
export const ARMHOLE = { near: 0.22, over: 0.12 } as const

// wear/find-spurs.ts

/**
 * Spurs and specks beside arms, in widths of the shoulders: up to which thickness each way they are some, from which
 * length on a piece that hangs together with an arm is a spur, and how far around hands and shoulders there are none;
 * and how many pixels wide their soft edge is. Measured on 44 pairs of fourteen people: a shred is 0.18 long, corners
 * of uneven edges are up to 0.035, and leave a torn one; opened by 0.03 each way, a thin forearm is lost.
 */
export const ARM_SPURS = { thin: 0.02, long: 0.06, soft: 2, near: 0.2 } as const

// wear/close-slits.ts

/** The widest slit, in pixels, and the shares of a pixel that are covered beside it and in it. */
export const SLITS_SLIT = { wide: 3, beside: 0.9, inside: 0.85 } as const

// wear/paint-skin.ts

/**
 * How far made up skin goes on over cloth that will be covered and over skin, and the sigma of its seam, in pixels; the
 * least share of it there that is seen, and how much more of a pixel it is than what was worn shows in it.
 */
export const SKIN_SEAM = { cloth: 4, skin: 3, sigma: 1, least: 0.02, more: 1.4 } as const

// wear/part-skin-from-wall.ts

/**
 * Where what is uncovered around a neck is parted into skin and wall: how many pixels around it both are looked for,
 * and how many beside it they border it; how well hair and cloth conduct between both, of 1; the value of what was
 * worn, of 255, without which a piece apart from the garment was none; how many pixels beside it are mixed with it,
 * and up to which value they are no hair.
 */
export const SKIN_FROM_WALL = {
  around: 8,
  near: 3,
  before: 1e-3,
  worn: 240,
  rim: 2,
  hair: 20,
} as const

// wear/remove-old-cloth-behind-hair.ts

/**
 * The least share of hair whose own colour can be told from what is behind it, up to which something is, and how much
 * darker than what is seen it may be: the share itself is an estimate.
 */
export const BEHIND_HAIR = { least: 0.12, most: 0.97, dark: 0.6 } as const

/** How far what was worn is averaged behind hair, in widths of the shoulders. */
export const BEHIND_HAIR_SIGMA = 0.04

/** From this value of hair and what was worn together on, 0–255, nothing else is in a pixel. */
export const BEHIND_HAIR_BOTH = 200

/** Less of what was worn near hair than this, 0–1, tells no colour behind it. */
export const BEHIND_HAIR_NEAR = 0.01

// wear/find-uncovered.ts, refuse/require-little-made-up.ts

/**
 * What may be invented, as shares of the square over the shoulders' width: skin in the neck, background, and of that
 * what lies on the shoulders. Skin is up to 0.059 where it looks like some, and 0.083 in the neck of a sports bra,
 * where it looks like a cloth. On shoulders up to 0.0044 where they look whole, from 0.0087 on a neck stands on a
 * shelf, or a shoulder has a hole where a strap was.
 */
export const UNCOVERED_MOST = { skin: 0.07, background: 0.09, shoulders: 0.007 } as const

/**
 * Farther from the torso's axis and higher above the shoulders' joints than this there is no neck, in widths of the
 * shoulders, and how much that is no cloth may become skin there, as a share of their square: up to 0.002 where necks
 * look like some, 0.0035 to 0.0038 where the ends of hair are ragged, and from 0.005 on a block of skin.
 */
export const UNCOVERED_BESIDE_NECK = { aside: 0.24, above: 0.1, most: 0.003 } as const

/**
 * How far the colour of a pixel beside a neck may lie from the mean of what is worn to be cloth, in CIELAB, and as a
 * share of its distance to the mean of the hair; and how far apart both means are at least.
 */
export const BESIDE_NECK_CLOTH = { most: 22, nearer: 0.6, apart: 25 } as const

/** How far from the torso's axis and below the shoulders' joints they are shoulders, in widths of them. */
export const UNCOVERED_SHOULDERS = { across: 0.65, below: 0.1 } as const

/**
 * The same of background where a network of users or the operator's generator continues it: about what a wide sleeve
 * hides (twice {@link UNCOVERED_SLEEVE} across, the length of a forearm). Reckoned: no real network was looked at.
 */
export const UNCOVERED_MADE_UP = 0.3

/**
 * Skin that others are continued from: how far around it is looked for, in widths of the shoulders; from which value of
 * its region on it is nothing else; how far away from all else it lies, in pixels at least and in widths of the
 * shoulders: cameras sharpen the edges of collars, and files smear them.
 */
export const SKIN_KNOWN = { reach: 0.25, pure: 225, away: { least: 2, share: 0.01 } } as const

/** Sigma in pixels by which that skin is smoothed before it is continued. */
export const SKIN_SMOOTH = 2

/**
 * The sigmas, in pixels, between which its grain is measured band by band, from how many pixels at most, and how often
 * noise is fitted to it: drawn grain is met within a third by four rounds, and not by one. Wider bands measure the form
 * of a neck, which as noise looks like stains.
 */
export const SKIN_GRAIN = { sigmas: [0.5, 0.8, 1.6], most: 40_000, rounds: 4 } as const

/** How far up a leg is continued, in widths of the shoulders. */
export const UNCOVERED_LEG = 0.08

/** Half the width of a leg around the knee and below, in widths of the shoulders. */
export const UNCOVERED_LEG_HALF = 0.22

/** Pixels: the thickness of a rim of background that is filled, and how far around it the picture is copied from. */
export const UNCOVERED_RIM = 6
export const COPIED_FROM = 96

/**
 * How far beside what surely was worn its edge shows, in pixels and in widths of the shoulders, and from which share on
 * it surely was.
 */
export const UNCOVERED_HALO = { least: 4, share: 0.03 } as const
export const UNCOVERED_SURELY = 0.4

/** How many pixels wide the soft edge of an arm beside a gap is. */
export const UNCOVERED_GAP = 3

/** Less of what was worn than this, 0–1, cannot be seen. */
export const UNCOVERED_SEEN = 0.06

/** Half the width of a wide sleeve, in widths of the shoulders. */
export const UNCOVERED_SLEEVE = 0.25

/** From where on along the forearm a sleeve leaves a wrist, and half of its width, in widths of the shoulders. */
export const UNCOVERED_WRIST = { from: 0.7, half: 0.075 } as const

/**
 * Up to which value of the person's mask background shows, how many pixels beside a piece it is continued from, and up
 * to which share of the skin beside it it is none: the end of a strap on a shoulder.
 */
export const UNCOVERED_BEHIND = { person: 20, near: 4, share: 0.3 } as const

/** How far down along an arm what was worn is looked for ending at skin or at the wall, in widths of the shoulders. */
export const UNCOVERED_ALONG = 0.15

/** How far beside a garment an arm may lie that touches it, in widths of the shoulders. */
export const UNCOVERED_BESIDE = 0.05

/**
 * The neck's opening: how far beside the neck's ends it is, in widths of the shoulders; the share of a pixel that is
 * covered wholly, 0–1; down to where what shows is a collar, in widths of the shoulders; the values of skin, 0–255,
 * between which a pixel is more and more its own; between how many distances to the colour of what is worn the colour
 * of skin in shade ceases to be that of skin; the values of what is worn, 0–255, between which it is more and more
 * surely; and in widths of the shoulders how wide its rim is, and how far beside it a pixel of a collar lies of which
 * regions are not sure.
 */
export const UNCOVERED_NECK = {
  beside: 0.01,
  covered: 0.99,
  collar: 0.3,
  skin: { from: 128, to: 240 },
  own: { from: 0.6, to: 0.85 },
  told: { from: 64, to: 192 },
  rim: 0.012,
  near: 0.05,
} as const

/** How far inwards of its wrist a sleeve that was worn may hang, in widths of the shoulders. */
export const UNCOVERED_HANGS = 0.08

/** How much more of a pixel is made up beside what is put on than what was worn shows in it. */
export const UNCOVERED_MORE = 3

// wear/shading.ts

/** How much of the old garment's form and folds is taken over, and how far they darken and brighten, as logarithms. */
export const SHADING_TAKEN = {
  form: { share: 0.8, darker: 1.1, brighter: 0.25 },
  folds: { share: 0.9, darker: 0.4, brighter: 0.2 },
} as const

/** What is added to linear light before its logarithm is taken, so that noise in black tells little. */
export const SHADING_FLOOR = 0.012

/**
 * The light that cloth throws back of what falls on it, linear: of black cloth gloss is all that is seen, which is no
 * light on what is worn instead; from `whole` on all of its form is. How much is taken over of the blackest.
 */
export const SHADING_BLACK = { none: 0.012, whole: 0.07, least: 0.3 } as const

/** The share of cloth that is as bright as the new garment is drawn, or darker. */
export const SHADING_LIT = 0.8

/**
 * How far cloth of one dye lies below and above its form, as a logarithm of light, and how far off the usual colour, in
 * CIELAB: what lies farther off is a print on it, and what is darker than well lit cloth by more than shade is,
 * `deepest`, has another dye, as sleeves do. Less than a share of cloth is no dye.
 */
export const SHADING_DYE = {
  darker: 0.28,
  brighter: 0.35,
  deepest: 1.4,
  colour: 12,
  least: 0.55,
} as const

/** The variance of the logarithm of light about its form from which cloth is printed rather than folded. */
export const SHADING_PRINTED = { from: 0.05, to: 0.16 } as const

/** How far around a print its colours mix with the dye, in widths of the shoulders: twice the width of threads. */
export const SHADING_RIM = 0.024

/**
 * The usual difference of threads that lie beside each other, as a logarithm of light, from which on cloth is mottled,
 * and surely is: 0.008 to 0.05 of knitted and woven tops, 0.13 of stone washed cloth, 0.04 to 0.13 of denim.
 */
export const SHADING_MOTTLED = { from: 0.07, to: 0.13 } as const

/**
 * Faded dye: what is added to light before ratios are taken, so that noise in shade tells none; how wide the cloth is
 * around that a place is compared with, a Gaussian's sigma in widths of the shoulders; the deviation of the
 * logarithm of ratios from which on dye is told, and told for sure; the share of brightness that follows them from
 * which on it is dye, and is all of it.
 */
export const SHADING_FADED = {
  dark: 0.003,
  wide: 0.4,
  least: 0.03,
  clear: 0.05,
  from: 0.2,
  to: 0.45,
} as const

/**
 * Pixels: light is read on a copy on which the sigma of threads is still as wide as that, half the size from 300 pixels
 * across the shoulders on. Of drawn folds it differs by less than 2 % then, by 5 % at
 * the edges of what was worn.
 */
export const SHADING_REDUCED = 1.8

/** How far from what was worn its light reaches, in widths of the shoulders, the nearer the more. */
export const SHADING_REACH = [0.06, 0.15, 0.4] as const

/** How far above the end of what was worn shoes and ankles may pass for it, in widths of the shoulders. */
export const UNCOVERED_ANKLE = 0.35

/**
 * Sigmas in widths of the shoulders: of light alone, of light and form, of folds, of what is a print beside them, and
 * of threads; and the least of each in pixels.
 */
export const SHADING_SIGMA = {
  wide: 0.3,
  form: 0.09,
  folds: 0.032,
  print: 0.05,
  threads: 0.012,
  least: 0.8,
} as const

/**
 * The shares of what was worn around a pixel, 0–1, between which its light is known rather than that farther off: in
 * wider and wider means, and in the pixel itself; less is nothing.
 */
export const SHADING_KNOWN = {
  near: { from: 0.01, to: 0.2 },
  own: { from: 0.02, to: 0.3 },
  least: 0.001,
} as const

/**
 * Near the edge of what was worn: how many times the share of it around a pixel its light counts, and between which
 * shares folds do. How much of the form is taken over of cloth that is printed.
 */
export const SHADING_EDGE = { times: 4, folds: { from: 0.3, to: 0.7 }, printed: 0.35 } as const

// wear/unlike-cloth.ts

/**
 * The colours of a garment near its hem: how many, every how many pixels and from which value of its region on they are
 * read, from how many; how far off a colour is none of them, in CIELAB with light counted less.
 */
export const UNLIKE_CLOTH = { colours: 4, step: 5, pure: 235, least: 40, most: 18 } as const

// wear/soften-outline.ts

/**
 * The sigma of a garment's outline at the least, in pixels: people's in photographs of one to two megapixels are 0.7 to
 * 1.1, their sharpest edges, the photo's own blur, 0.4 to 0.9.
 */
export const OUTLINE_SIGMA = 0.75

/** A sigma below this, in pixels, changes nothing that is seen. */
export const OUTLINE_SEEN = 0.2

/** The share of a pixel that is covered up to which it shows what is behind, and from which on it is cloth, 0–1. */
export const OUTLINE_EDGE = { clear: 0.3, cloth: 0.02 } as const

// wear/spread-over-slivers.ts

/**
 * Half the thickness of a sliver of what was worn that a garment is continued over, and the width of a gap between
 * torso and sleeve that it closes, in widths of the shoulders: measured sides are off by 0.01 to 0.03, and where skin
 * of the arm in the sleeve shows in it, by up to 0.13. Up to which width it is closed where it passes for an arm before
 * the garment, that is where so much of it does: a finger is 0.045 wide. The share of a piece that is wider from which
 * on none of it is a sliver; the share of a pixel from which on it is whole: 7 % of skin is seen between black sleeves;
 * and that from which on its colour is carried on.
 */
export const SLIVER = {
  half: 0.02,
  gap: 0.06,
  arm: 0.14,
  slit: 0.012,
  behind: 0.05,
  wide: 0.25,
  whole: 0.985,
  known: 0.9,
} as const

/**
 * The sigma over which the outline of what covers slivers is smooth, in widths of the shoulders and in pixels at least,
 * and how many pixels beside it change.
 */
export const SLIVER_SMOOTH = { share: 0.006, least: 1, around: 2 } as const

// wear/whole-seams.ts

/** Up to which share of what becomes skin of a piece the rest of it becomes skin with it. */
export const WHOLE_SEAMS = 0.5

// wear/wear-lower.ts

/** The waist of a garment that lies flat is so much wider than it is seen when it is worn. */
export const LOWER_GARMENT_FLAT = 1.25

/** How far below its edge the width of a waist is measured, in lengths of the torso. */
export const LOWER_GARMENT_BAND = 0.03

/** How far below its edge a waistband lies close to the body, in widths of the shoulders. */
export const LOWER_GARMENT_HELD = 0.06

/** The least share of the garment's own rise between waist and crotch that shows where the waist does. */
export const LOWER_GARMENT_SEAT = 0.72

/**
 * Half the thickness of what hangs over a garment below a waist that shows, the flap of a jacket or a hand, everywhere
 * and at its thickest, in widths of the shoulders: a finger is 0.045 wide, a patch of a bold print 0.04. How far the
 * colour of fingers may be from that of the arm, in CIELAB with light counted by half.
 */
export const LOWER_GARMENT_PIECES = {
  flap: { everywhere: 0.04, somewhere: 0.08 },
  limb: { everywhere: 0.014, somewhere: 0.05 },
  alike: 14,
} as const

/** The width of a waist that lies flat, in widths of the shoulders, of people of usual build. */
export const LOWER_GARMENT_USUAL = 1.12

/** How far above the measured waist a garment begins, and around a hem it shows, in widths of the shoulders. */
export const LOWER_GARMENT_ROOM = 0.012

/** How far above the hem of a top a garment is drawn below it, so that none of it is missing, in shoulder widths. */
export const LOWER_GARMENT_UNDER = 0.1

/** How far below its waist a garment lies over a top that was tucked in, in widths of the shoulders. */
export const LOWER_GARMENT_TUCKED = 0.12

/** How far below its end what was worn is still replaced, in widths of the shoulders. */
export const LOWER_GARMENT_BELOW = 0.06

/** The values of a top's region between which it lies over a garment, 0–255. */
export const LOWER_GARMENT_OVER = { from: 50, to: 190 } as const

/** Places along a forearm at which it is told whether it is bare, as shares. */
export const LOWER_GARMENT_FOREARM = [0.2, 0.4, 0.6, 0.8, 1] as const

/**
 * A waist that a top hides: so far above its hem at least, in shoulder widths, and so far down, in lengths of the
 * torso.
 */
export const HIDDEN_WAIST = { above: 0.03, down: 0.3 } as const

/** Where the waist is narrowest where none shows, in lengths of the torso. */
export const NARROWEST_WAIST = [0.6, 0.7, 0.8] as const

// wear/wear-top.ts

/** How far below its hem what was worn is still replaced, in widths of the shoulders. */
export const TOP_BELOW = 0.02

/**
 * Skin nearer to the bones of an arm than this is of the arm, in widths of the shoulders: an arm is 0.22 to 0.26 thick,
 * and the waist of somebody whose arms hang down lies from 0.16 on beside an elbow.
 */
export const TOP_ARM = 0.14

/**
 * Skin of an arm beside a sleeve once gaps are closed ({@link SLIVER}), as a share of the square over the shoulders'
 * width: up to 0.0004 on seven pairs of photographs where none is seen.
 */
export const TOP_BARE = 0.002

/** How far down the torso the picture has to show somebody in a dress, in lengths of it: to the joints of the hips. */
export const DRESS_HIPS = 1

/** From where on skin beside a sleeve is of the arm below the shoulder, in widths of the shoulders. */
export const TOP_SLEEVED = 0.3
