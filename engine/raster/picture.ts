/**
 * A decoded picture: upright (EXIF applied), sRGB, 8 bits, four channels, straight alpha, rows from the top.
 * `data.length` is `width * height * 4`.
 */
export type Picture = {
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
  /** RGBA, 0–255. */
  data: Uint8ClampedArray
}

/** A point in source pixels; (0, 0) is the top left corner of the picture. */
export type Point = { x: number; y: number }

/** A rectangle in source pixels, the wire's names. */
export type Box = { left: number; top: number; width: number; height: number }

/** How much of each pixel belongs to something: one byte a pixel, 0 none, 255 all; same size as its picture. */
export type Mask = { width: number; height: number; data: Uint8Array }

/** A copy of a picture with each side made smaller by 2 to the power of `halvings`, without a remainder. */
export type SmallCopy = { picture: Picture; halvings: number }
