import type { ColourTags, VideoInfo } from './video-info.ts'

/** A program to start; its arguments hold no text of a user beyond paths that were made for it. */
export type Command = { program: string; args: readonly string[] }

/** Which frames are wanted, and in what form. */
export type DecodePlan = {
  info: VideoInfo
  /** Filters in ffmpeg's notation, which end in I420 of one size. */
  filters: string
}

export type EncodePlan = {
  /** The file to write, an mp4 whose index stands in front (`faststart`). */
  path: string
  timescale: number
  colours: ColourTags
  pixelAspect?: string | undefined
  /** A file whose audio is taken over packet by packet, or encoded as AAC where mp4 has no place for its codec. */
  audio?:
    | { path: string; stream: number; copied: boolean; seconds?: number | undefined }
    | undefined
}

/**
 * Who decodes and encodes. Each command runs in a process of its own, so that a video that crashes a decoder takes
 * nothing along.
 */
export type VideoDriver = {
  name: string
  /** Prints JSON as `ffprobe -show_streams -show_packets` does: streams with their side data, packets with times. */
  probe(path: string): Command
  /**
   * Writes raw frames to standard output, and to descriptor 3 a line with `pts:<ticks>` for each, before the frame.
   */
  decode(plan: DecodePlan): Command
  /** Reads raw frames in Matroska from standard input and writes a file. */
  encode(plan: EncodePlan): Command
}
