/**
 * What was tuned of earrings: each value with its unit, what it decides and how it was found, under the file it acts
 * in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet. The file
 * is as long as the list is.
 */

// earring-shape.ts

/** A drop is this many times as high as wide; of a hoop this share of the box is open. */
export const DROP_ASPECT = 1.35
export const HOOP_OPEN = 0.3

/**
 * The share of the box of what is no drop that lies between its own pixels both across and down, from which on it is a
 * small hoop: three thick or open hoops have .23 to .27, studs and flowers 0 to .03.
 */
export const HUGGIE_ENCLOSED = 0.12

/**
 * Two pieces of a product are a pair where the heights of their boxes are alike to this share, and overlap across by no
 * more than this share of a width. A hoop that is turned to its edge has a quarter of the area of one that is not.
 * Two that nearly touch are told apart by a gap of this share of the longer side.
 */
export const PAIR = { alike: 0.6, turned: 0.15, overlap: 0.2, near: 0.004 } as const

/**
 * Of two studs the one that is so many times as wide as the other shows its post, where the other one is at least so
 * wide for its height: of a pair of knots 1.25 times, of two pairs that face the same way 1 and 1.03 times.
 */
export const STUD_FRONT = { wider: 1.12, least: 0.8 } as const

/** The rows at the top of an earring that its hook is looked for in, as a share of its height. */
export const HOOK_DEPTH = 0.02

/** The height of an earring whose size is not given, in centimetres: what shops list most for each kind. */
export const USUAL_HEIGHT = { stud: 0.8, drop: 3.6, hoop: 3, huggie: 1.6 } as const

// earring.ts

/** The share of an earring that has to show for it to be worn at all. */
export const MIN_SHOWN = 0.12

/** That share where nobody said what hides the earring or where it goes: one that shows by half looks torn off. */
export const MIN_SHOWN_UNASKED = 0.6

/** What a pair has in place of the parameters, which are for one earring. */
export const OF_A_PAIR = {
  earring_occluded_type: 0,
  earring_shadow_intensity: 0.15,
  earring_ambient_light_intensity: 1,
} as const

/** Where the shadow of an earring falls, away from the face and down, and how soft it is, in widths of the face. */
export const EARRING_SHADOW = { aside: 0.012, down: 0.02, sigma: 0.016 } as const

// find-earlobe.ts

/** Degrees by which a head is turned away from an ear, from which on the head hides it. */
export const TURNED_AWAY = 16

/**
 * In widths of the face: how far the hole lies above the lower end of the lobe, and how high and wide an ear is at
 * least. Before hair or neck, a narrow strip of skin's colours is a lock of hair or the cheek.
 */
export const EARLOBE_HOLE = 0.048
export const MIN_EAR = 0.07
export const MIN_WIDTH = { outlined: 0.02, bySkin: 0.05 } as const

/** In widths of the face: how far from where it is expected a lobe can be, and what is no step along its edge. */
export const EARLOBE_REACH = { down: 0.15, aside: 0.075 } as const

/** From this share of hair around it on, a place is no ear whose shade was taken for hair. */
export const SURELY_HAIR = 0.9

/**
 * The share of skin from which on a lobe is where it is expected: around that place, and where the ear above it is, so
 * far up and outside the outline, in widths of the face.
 */
export const EARLOBE_BODY = { skin: 0.5, up: 0.14, aside: 0.035 } as const

/**
 * Where beyond a lobe something else than skin has to be, outwards, and how far on the end of an arm is looked for, in
 * widths of the face.
 */
export const EARLOBE_BEYOND = { from: 0.08, to: 0.14, end: 0.6, step: 0.02 } as const

/**
 * How far within the outline of the face a lobe is expected that lies at its edge, how far outside it is put then, in
 * widths of the face, and the share of skin from which on the ear above it shows wholly. Of 12 ears of photographs of
 * which the place lies within the face, hair hides those farther within or with less skin.
 */
export const EARLOBE_EDGE = { inside: 0.02, aside: 0.012, skin: 0.9 } as const

/**
 * The outline of an ear in its own shade, in widths of the face: from how far above the hole to how far below it is
 * looked at, in which steps; how far it stands off the face at least and at most where that begins, how much nearer it
 * comes, and what is no step outwards. Of 30 ears that colours do not tell one is of this kind; hair has .15 to .5 and
 * goes outwards.
 */
export const EAR_OUTLINE = {
  above: 0.14,
  below: 0.12,
  step: 0.04,
  least: 0.06,
  widest: 0.2,
  narrows: 0.05,
  wavers: 0.01,
} as const

/** The change of lightness L* below most of a lobe, at least: hair that only fades from what was found has none. */
export const EARLOBE_SHARP = 2

/** The slope of an ear's edge over a few columns that is its lower end, and one that is the jaw or a beard. */
export const EARLOBE_LEVEL = 0.8
export const EARLOBE_STEEP = 1.3
export const EARLOBE_FLAT = 3

/**
 * Where a hole lies by the landmarks: above the lobe's landmark and outside the outline, and by how much more for each
 * sine of the head's turn, in widths of the face.
 */
export const EXPECTED_LOBE = {
  up: 0.06,
  downByTurn: 0.04,
  aside: 0.025,
  asideByTurn: 0.27,
} as const

/**
 * How far around an end of skin its edge is searched, down and aside, in widths of the face; samples lie this many
 * steps apart.
 */
export const LOBE_EDGE = { above: -0.02, below: 0.06, aside: 0.03, apart: 1.5 } as const

/** The share of the lowest columns of an ear that is passed over: the rest agree where there is one lower end. */
export const LOWEST_COLUMNS = 0.2

/**
 * The columns in which an ear is searched: below the lobe's landmark, outside and inside the outline, and how far
 * beside it skin counts, in widths of the face.
 */
export const EAR_COLUMNS = { below: 0.16, outside: 0.24, inside: 0.12, beside: 0.012 } as const

/**
 * Within which radius, in widths of the face, hair is averaged around the place of a lobe, and from which share on it
 * hides the ear.
 */
export const HAIR_AROUND = { radius: 0.03, hides: 0.45 } as const

// lies-on-ground.ts: measured on 36 ears of photographs

/**
 * How far around a lobe the ground is looked at, in widths of the face; how far the lobe goes around its place; the
 * fewest pixels of a ground and its colours; and within how many CIELAB units of them, in the median, it is no lobe: of
 * two places of the ground 1.9 and 2, of 34 lobes 10 and more.
 */
export const LOBE_ON_GROUND = {
  aside: 0.32,
  above: 0.2,
  below: 0.3,
  radius: 0.02,
  pixels: 50,
  colours: 3,
  unlike: 5,
} as const

// find-worn-earring.ts: measured on 76 ears of photographs, of which 24 wear something below the lobe

/** The longer side of the grid that the place below an ear is looked at on, pixels. */
export const WORN_GRID = 136

/** How far around a lobe an earring may hang, and what more is seen of its surroundings, in widths of the face. */
export const WORN_WINDOW = { aside: 0.24, above: 0.02, below: 0.5, room: 0.08 } as const

/** Half the width of what counts as narrow, and how far beyond it its soft rim goes, in widths of the face. */
export const WORN_NARROW = 0.03
export const WORN_RIM = 0.012

/** CIELAB units by which a wire stands out from both sides where it is seen surely, and where it goes on from there. */
export const WORN_STANDS_OUT = { sure: 30, still: 14 } as const

/** The area that stands out surely, at least, in squares of the face's width. */
export const WORN_AREA = 6e-4

/**
 * The least share of what stands out that is no colour of the ground, and how near those are, in CIELAB units: the
 * ground between strands of hair stands out as well; and the share of ground from which on nobody was told from it.
 */
export const WORN_FOREIGN = { least: 0.35, ground: 4, behind: 0.9 } as const

/**
 * The share of an earring that hangs before the face at most: of 14 worn ones .01, of the light along a cheek's edge 1.
 */
export const WORN_BEFORE_FACE = 0.9

/**
 * Clothes beside which light along a neck and a collar stand out: their least area in squares of the face's width, how
 * near to them, in widths of the face, and the share of the light that is told as skin, at least: .7 and 1 of two
 * necks, .33 of a hoop before hair that was told as clothes.
 */
export const WORN_CLOTH = { area: 0.03, near: 0.04, skin: 0.5 } as const

/**
 * The colours of a face's skin: the longer side of the grid over its box, pixels; from which share on a pixel is skin;
 * how many colours; and within how many CIELAB units of one a pixel has it.
 */
export const WORN_SKIN = { grid: 100, share: 0.9, colours: 10, near: 10 } as const

/** How far above the lobe is looked whether an earring goes on there, in widths of the face. */
export const WORN_ABOVE = 0.06

/** How near to the hole an earring begins, and how far below it reaches, in widths of the face. */
export const WORN_HANGS = { from: 0.16, to: 0.085 } as const

/**
 * What an earring encloses is a stone where this share of it is so far, in CIELAB units, from all colours around; what
 * is deeper than this, in widths of the face, hides more than can be painted.
 */
export const WORN_SOLID = { unlike: 12, share: 0.12, depth: 0.06 } as const

/** Over which part of a face no earring hangs, as a share of its oval: it holds brows, eyes, nose and mouth. */
export const WORN_INNER_FACE = 0.8

// wears-hoop.ts: measured on 40 ears of photographs, 5 of them with a hoop before the ground

/** How far around a lobe a hoop may reach, in widths of the face: also beyond the edge of a turned face. */
export const HOOP_WINDOW = { aside: 0.42, above: 0.2, below: 0.62 } as const

/**
 * The share of the person below which a pixel shows the ground, the share of the window that has to, how many colours a
 * plain ground has, the share of it that each covers, and how far a pixel of it may be from them, in CIELAB units.
 */
export const HOOP_GROUND = { person: 0.1, share: 0.08, colours: 3, least: 0.1, unlike: 5 } as const

/** The share of the ground that has these colours where it is plain. */
export const HOOP_PLAIN = 0.9

/**
 * What a hoop encloses: at least so many squares of the face's width, beginning so far below the lobe at most and
 * coming so near to its column, in widths of the face; and the mean share of the person there: at most 0.41 of four.
 */
export const HOOP_HOLE = { least: 5e-4, below: 0.16, aside: 0.2, person: 0.6 } as const

// find-worn-earring.ts

/** Less of the person than this, 0–1, is the ground behind. */
export const WORN_GROUND = 0.05

// wears-stud.ts: measured on 76 ears of 38 photographs

/**
 * What shines at a lobe: how far around it is looked to know the ground, and how near it is, in widths of the face; the
 * lightness L* by which it stands out; how many times as light as the shine of the skin it is; and its area in squares
 * of the face's width. Earrings on dark skin have 4.3e-4 and more, of the bare ears one has 0.8e-4 and the others none.
 * Of the skin a share is darker than its shine, and of the face's box at least so much has to be skin to know it.
 */
export const STUD = {
  window: { aside: 0.32, above: 0.2, below: 0.3 },
  near: 0.09,
  standsOut: 12,
  lighter: 1.15,
  area: 2.5e-4,
  shine: 0.98,
  leastSkin: 0.1,
} as const
