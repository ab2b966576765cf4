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

/** A mask or matte: the share of each pixel that belongs to something, 0 none to 255 all. Same size as its picture. */
export type Mask = { width: number; height: number; data: Uint8Array }

/** A reduced copy of a picture: each side divided by 2 to the power of `halvings`, rounded up. */
export type SmallCopy = { picture: Picture; halvings: number }
