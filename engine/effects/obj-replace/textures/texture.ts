/** A colour, sRGB levels 0–255. */
export type Levels = readonly [red: number, green: number, blue: number]

/**
 * The colour of a surface in even light at a place on it.
 * @param x centimetres to the right
 * @param y centimetres down
 * @param pixel centimetres that a pixel shows
 */
export type Paint = (x: number, y: number, pixel: number) => Levels

/** A material as it is painted. */
export type Texture = {
  paint: Paint
  /** How much of the old surface's highlights it shows, 0 to 1. */
  gloss: number
  /** The exponent of the old surface's shading: above 1 for what mirrors the light. */
  contrast: number
  /** What is finer than this on the old surface, as a share of the longer side, is its own texture and goes. */
  shading: number
  /** It runs from left to right, as planks do: on a receding surface along the lines that recede. */
  runs?: true
}

/** The colour between two, or beyond them. */
export function blend(from: Levels, to: Levels, share: number): Levels {
  return [
    from[0] + share * (to[0] - from[0]),
    from[1] + share * (to[1] - from[1]),
    from[2] + share * (to[2] - from[2]),
  ]
}

/** A colour made lighter or darker. */
export function times([red, green, blue]: Levels, factor: number): Levels {
  return [red * factor, green * factor, blue * factor]
}
