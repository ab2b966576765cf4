/** Pixels per inch of the upright picture, across and down. */
export type Resolution = { x: number; y: number }

/** Centimetres and metres in inches. */
export const INCHES = { centimetre: 1 / 2.54, metre: 100 / 2.54 } as const

/** What a file may state, in pixels per inch; anything else is no resolution. */
const [LEAST, MOST] = [1, 100_000]

/** How resolutions are counted, as TIFF and EXIF number it (TIFF 6.0, tag 296). */
export const UNIT = { tag: 296, none: 1, inch: 2, centimetre: 3 } as const

/** The tags of a resolution across and down, each a fraction. */
export const RESOLUTION_TAGS = { x: 282, y: 283 } as const

/** A resolution in pixels per so many inches; undefined where it is none. */
export function resolutionOf(x: number, y: number, inches = 1): Resolution | undefined {
  const [across, down] = [x / inches, y / inches]
  const isOne = (value: number): boolean => value >= LEAST && value <= MOST
  return isOne(across) && isOne(down) ? { x: across, y: down } : undefined
}

/** A resolution of TIFF or EXIF by its unit, which is inches where it is not stated. */
export function resolutionByUnit(x: number, y: number, unit: number): Resolution | undefined {
  if (unit === UNIT.none) return undefined
  return resolutionOf(x, y, unit === UNIT.centimetre ? INCHES.centimetre : 1)
}

/** The resolution of a picture once it is turned as EXIF says. */
export function uprightResolution(
  stored: Resolution | undefined,
  orientation = 1,
): Resolution | undefined {
  return stored && orientation >= 5 && orientation <= 8 ? { x: stored.y, y: stored.x } : stored
}
