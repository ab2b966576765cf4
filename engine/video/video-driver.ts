import type { ColourTags, VideoInfo } from './video-info.ts'

/** A program to start; its arguments hold no text of a user beyond paths that were made for it. */
export type Command = { program: string; args: readonly string[] }

/** Which frames are wanted, and in what form. */
export type DecodePlan = {
  info: VideoInfo
  /** Filters in ffmpeg's notation, which end in I420 of one size. */
  filters: string
  /** Ticks: what comes before the last key frame up to here need not be decoded. @default the start of the file */
  from?: number | undefined
}

/** Packets of a file's audio for a new one. */
export type AudioPlan = {
  path: string
  stream: number
  /** Taken over packet by packet, or encoded as AAC where mp4 has no place for its codec. */
  copied: boolean
  /** It ends after so many. */
  seconds?: number | undefined
}

export type EncodePlan = {
  /** The file to write, an mp4 whose index stands in front (`faststart`). */
  path: string
  timescale: number
  /** Seconds between two frames on average. */
  interval: number
  colours: ColourTags
  pixelAspect?: string | undefined
  audio?: AudioPlan | undefined
}

/** A video that is coded already, and the sound that it gets. */
export type SoundPlan = {
  /** An mp4 of one video track. */
  picture: string
  /** The file to write, as an {@link EncodePlan} has it. */
  path: string
  timescale: number
  audio?: AudioPlan | undefined
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
  /** Copies the packets of a coded video into a new file, and gives it its audio. */
  addSound(plan: SoundPlan): Command
}
