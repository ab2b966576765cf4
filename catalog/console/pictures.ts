/** Which pictures of a file there are: a thumbnail, one for a screen, and what single pixels are seen by. */
export const PICTURE_SIZES = ['256', '2048', 'tiles'] as const

export type PictureSize = (typeof PICTURE_SIZES)[number]

/** Where all previews lie in the results bucket, by job. */
export const PREVIEWS_PREFIX = 'previews/'

/** Days that a preview is kept; a recipe that keeps its results for a shorter time bounds its previews, too. */
export const PREVIEW_DAYS = 90

/** Pixels of a picture from which on a browser shows tiles of it and not the file, which it would decode whole. */
export const TILED_PIXELS = 24_000_000

/** The side of a tile, in pixels. */
export const TILE_SIDE = 512

/**
 * One level of a pyramid: its size in pixels, and where each tile lies in the file of all tiles, row by row, as its
 * first byte and its length.
 */
export type TileLevel = {
  width: number
  height: number
  tiles: readonly (readonly [number, number])[]
}

/** What a file is, and its tiles, the largest level first; none where a browser shows the file itself. */
export type PictureFacts = {
  kind: 'picture' | 'video'
  /** Upright, in pixels. */
  width: number
  height: number
  levels: readonly TileLevel[]
}

/** What `pictures/{job}/{which}/tiles` answers: the facts, and for some minutes the address of the tiles. */
export type TilesAnswer = PictureFacts & { url?: string }
