/** A rectangle in pixels. The names are those of the wire format. */
type Rectangle = { left: number; top: number; width: number; height: number }

/**
 * How a source was made to meet a feature's file rule. Restoring reads it to put a result back into the source. It is
 * JSON of less than 2 KB. Sizes are those of the upright picture: EXIF orientation applied.
 */
export type Preparation = {
  source: {
    /** By the file's first bytes: `jpeg`, `png`, `webp`, `avif`, `heic` or `tiff`. */
    format: string
    width: number
    height: number
    bytes: number
    /** Bits of each channel: 8 or 16. */
    bitDepth: number
    /** The EXIF orientation, 1–8. */
    orientation: number
    /** The description in the file's colour profile; null where it has none. */
    profile: string | null
    alpha: boolean
    /** Whether a gain map made it a picture of high dynamic range; it was passed over. */
    gainMap?: boolean
    /** What damage of the file is in the picture, in a sentence; absent where there is none. */
    note?: string
  }
  /** The part of the source that was sent: the whole picture where nothing was cropped. */
  crop: Rectangle
  sent: {
    format: 'jpeg' | 'png'
    width: number
    height: number
    bytes: number
    /** Sent pixels per source pixel along a side; above 1 where the picture was enlarged. */
    factor: number
  }
  /** The chosen face or hand in pixels of the sent picture, where the source was cropped to it. */
  target?: Rectangle
}

/**
 * How a video was made to meet a feature's file rule: as H.264 in mp4, upright, progressive, at most 30 frames a
 * second. Sizes are
 * those of the upright video.
 */
export type VideoPreparation = {
  source: {
    /** By the names of ffmpeg, such as `hevc`. */
    codec: string
    width: number
    height: number
    /** Degrees clockwise that turn the coded frames upright. */
    rotation: 0 | 90 | 180 | 270
    bytes: number
    seconds: number
    frames: number
    /** `pq` and `hlg` are high dynamic range, which was tone-mapped. */
    transfer: 'sdr' | 'pq' | 'hlg'
    /** Its pictures were of two moments, every other line of each, and were deinterlaced. */
    interlaced?: true
    /** The codec of its audio, which is sent as AAC where it is neither AAC nor MP3. */
    audio?: string
  }
  sent: { width: number; height: number; bytes: number; seconds: number; frames: number }
}

/** What restoring a result at the size of its source gave. */
export type Restoration = {
  /** The format of the restored file. */
  format: 'jpeg' | 'png' | 'tiff' | 'webp'
  /** Pixels of the upright picture. */
  width: number
  height: number
  bytes: number
  /** The share of the source's pixels that differ from it, 0–1. */
  changedShare: number
  /**
   * The mean absolute difference of a colour channel, 0–1, within the changed region, between the restored picture
   * reduced to the size that the service returned and the picture that it returned.
   */
  error: number
  /** How much of the changed region, 0–1, is moved or recoloured pixels of the source; the rest is the service's. */
  explained: number
}
