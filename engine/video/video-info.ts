/** How the brightness of a video is coded. PQ and HLG (ITU-R BT.2100) are high dynamic range and are tone-mapped. */
export type Transfer = 'sdr' | 'pq' | 'hlg'

/** Colour tags by the names of ISO/IEC 23091-2 as ffprobe prints them; undefined where the file says nothing. */
export type ColourTags = {
  matrix?: string | undefined
  primaries?: string | undefined
  transfer?: string | undefined
}

/** What a video file holds, as its container and its packets say it. Nothing is decoded for it. */
export type VideoInfo = {
  /** The file itself. */
  path: string
  /** Pixels as the video is shown: turned upright, and even, because H.264 in 4:2:0 has no odd sides. */
  width: number
  height: number
  /** Pixels as they are coded, before the turn. */
  codedWidth: number
  codedHeight: number
  /** Degrees clockwise that turn the coded picture upright. */
  rotation: 0 | 90 | 180 | 270
  /** Width of a pixel as shown divided by its height, as a fraction such as `4:3`; absent for square pixels. */
  pixelAspect?: string
  /** Ticks a second that frame times are counted in. */
  timescale: number
  /** The time of every frame in ticks, in the order of display. */
  pts: Float64Array
  /** From the first frame to the end of the last one. */
  seconds: number
  /** Names of ffmpeg, such as `h264` or `hevc`. */
  codec: string
  audioCodec?: string
  /** Streams by their position in the file. */
  videoStream: number
  audioStream?: number
  transfer: Transfer
  colours: ColourTags
  /** Whether its pictures are decoded to what a {@link Frame} holds: 4:2:0 in 8 bits and limited range. */
  isPlain: boolean
  /** Whether pictures are of two moments, every other line of each; such a video is deinterlaced. */
  interlaced?: boolean
  /** Whether samples are encrypted (common encryption, ISO/IEC 23001-7). */
  encrypted: boolean
}

/**
 * One picture of a video in I420: 8 bits, limited range, and both colour planes at half the width and height. `planes`
 * holds Y, U and V one after the other without padding.
 */
export type Frame = {
  width: number
  height: number
  planes: Uint8Array<ArrayBuffer>
  /** Ticks of the video's timescale. */
  pts: number
}

/** Bytes of a frame of even sides. */
export function frameBytes(width: number, height: number): number {
  return (width * height * 3) / 2
}

/** A frame without content yet. */
export function newFrame(width: number, height: number, pts: number): Frame {
  return { width, height, planes: new Uint8Array(frameBytes(width, height)), pts }
}

/** Views of the three planes. */
export function planesOf({ width, height, planes }: Frame): {
  y: Uint8Array<ArrayBuffer>
  u: Uint8Array<ArrayBuffer>
  v: Uint8Array<ArrayBuffer>
} {
  const luma = width * height
  const chroma = luma / 4
  return {
    y: planes.subarray(0, luma),
    u: planes.subarray(luma, luma + chroma),
    v: planes.subarray(luma + chroma, luma + 2 * chroma),
  }
}
