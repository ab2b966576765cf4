/**
 * What was tuned of jewellery on coloured grounds (`coloured-ground.ts`): each value with its unit and what it decides,
 * found on 9 pictures of jewellery on cloth, stone and wood. The file is as long as the list is.
 */

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
