/**
 * What was tuned of object replacement: each value with its unit, what it decides and how it was found, under the file
 * it acts in. Where a comment names no measurement, the value was chosen by eye on the pictures of the contact sheet.
 * The file is as long as the list is.
 */

// apply-material.ts

/** What is lighter than the surface by so much L* is a print or a highlight and tells nothing of its shading. */
export const MATERIAL_PRINT = { from: 18, full: 30 } as const

/** Where more of a surface than this looks like a highlight, it is a light print, which the new surface covers. */
export const MOST_HIGHLIGHTS = 0.04

/** Places of a texture that its mean colour is taken of, for one in a given colour: 20 x 20, 3 cm apart. */
export const MATERIAL_SAMPLES = { side: 20, apart: 3 } as const

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

// object-surface.ts

/** From this chroma on, a surface has a colour that tells its highlights, which have that of the light. */
export const OBJECT_SURFACE_COLOURED = 12

/** L* from which lightness is compressed, so that light folds do not burn out. */
export const OBJECT_SURFACE_KNEE = 88

/** What the light is measured on: the lightest pixels, below burnt-out L*, below a chroma, of so many at least. */
export const OBJECT_SURFACE_WHITES = { share: 0.85, burnt: 98, chroma: 28, fewest: 0.03 } as const

/** How much of what is measured counts as the light, and the most chroma of a warm and of a cool one. */
export const OBJECT_SURFACE_TRUSTED = { share: 0.8, warm: 16, cool: 5 } as const

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
 * shares of L* + 16, than they would be on the light one.
 */
export const LIGHTENED_CONTRAST = 0.55

/**
 * The share of the surface's own differences in hue and chroma that stays: weave, print and wear. Less stays in a
 * colour of less chroma than `full`, at least a `least` of it: white is not white with a red print.
 */
export const KEPT_CHROMA = { share: 0.35, full: 24, least: 0.3 } as const

// remove-object.ts

/** What the object's edge tinges, in pixels around it, is not copied from. */
export const OBJECT_TINGED = 2

/** Less of the picture than this share must be left to continue. */
export const LEAST_LEFT = 0.02

// tell-removal.ts

/**
 * From this share of a hole that is smooth in a rough place on, of one whose pieces do not fit, and of the picture
 * taken out, the results say so. Found on a dozen photographs, by whether the eye sees what is left of the thing.
 */
export const NOTED_CALM = 0.4
export const NOTED_POOR = 0.25
export const NOTED_LARGE = 0.12

/**
 * The share of a feature of a face from which on it is damaged, and from which on it is gone; a face without any of so
 * many is no face any more.
 */
export const NOTED_FEATURE = { touched: 0.02, gone: 0.6, all: 6 } as const

// tell-surface.ts

/** Pixels of a thing that are looked at. */
export const SURFACE_SAMPLES = 20_000

/**
 * Between which quantiles of a thing's pixels its lightness and its colours (CIELAB) are compared, and how different
 * they are where it has several surfaces. A folded coat stays below, a bus with windows lies above.
 */
export const SURFACES = { least: 0.1, most: 0.9, light: 45, colour: 34 } as const

// textures/textures.ts

/** Of what is flat even faint lines of the old surface go; clothes keep their folds. */
export const TEXTURES_FLAT = 0.02
export const TEXTURES_FOLDS = 0.004

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

/** Pixels, a Gaussian's sigma, by which the edge of a thing is soft. */
export const TIGHT_EDGE = 1.2
