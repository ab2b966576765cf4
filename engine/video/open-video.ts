import { Fault } from '../../catalog/failures/fault.ts'
import type { VideoRule } from '../../catalog/files/file-rule.ts'
import { MAX_RATE } from '../../catalog/files/media-limits.ts'
import type { Size } from '../geometry/size.ts'
import { BT709_TAGS } from './decode-filters.ts'
import type { FramePool } from './frame-pool.ts'
import { addSound } from './join/add-sound.ts'
import { probeVideo } from './probe-video.ts'
import { type FrameLimits, keptFrames, readFrames, type Workplace } from './read-frames.ts'
import { requireVideoBytes, requireVideoRule } from './require-video-rule.ts'
import type { EncodePlan } from './video-driver.ts'
import type { Frame, VideoInfo } from './video-info.ts'
import { type VideoWriter, writeVideo } from './write-video.ts'

/** A video that meets its feature's rule, and the way to a result of it. */
export type OpenedVideo = {
  info: VideoInfo
  /** Of frames and result. */
  width: number
  height: number
  /** The times of the frames that a result has, in ticks. */
  times: Float64Array
  /** Seconds of the result. */
  seconds: number
  /**
   * Frames of the result in order, or smaller copies of them: all, or those of a range. Can be called again for another
   * pass. Their planes are taken from `pool`, where one is given.
   */
  frames(size?: Size, range?: FrameRange, pool?: FramePool): AsyncGenerator<Frame>
  /** For files of the work; it leaves with the task. */
  folder: string
  /**
   * Starts the result: H.264 in mp4 with the source's audio, tags and pixel aspect.
   * @param ahead see {@link writeVideo}
   */
  write(path: string, ahead?: number): VideoWriter
  /** Starts a part of the result, which has no audio. */
  writeSegment(path: string, ahead?: number): VideoWriter
  /** Makes a result of a video track in an mp4, `picture`, and the source's audio. */
  addSound(picture: string, path: string): Promise<void>
}

/** Frames of a result by their numbers: `from` and those after it, before `to`. */
export type FrameRange = { from: number; to: number }

/** What a result is bounded by; its rate is {@link MAX_RATE} where none is given. */
export type ResultLimits = { maxLongSide?: number; maxSeconds?: number; maxRate?: number }

/** Audio that every player and every service takes in an mp4; other audio is encoded as AAC. */
const COPIED: ReadonlySet<string> = new Set(['aac', 'mp3'])

/**
 * Checks an untrusted file against its feature's rule, cheapest first, before any frame is decoded.
 * @throws Fault `empty`, `bytes`, `unreadable`, `unsupported`, `dimensions` or `seconds`
 */
export async function openVideo(
  path: string,
  rule: VideoRule,
  workplace: Workplace,
  limits: ResultLimits = {},
): Promise<OpenedVideo> {
  await requireVideoBytes(path, rule)
  const info = await probeVideo(path, workplace.driver, workplace.signal)
  requireVideoRule(info, rule)
  return openResult(info, workplace, {
    ...limits,
    maxSeconds: limits.maxSeconds ?? rule.maxSeconds,
  })
}

/** The frames of a video that was looked at, and the way to a result of it. */
export function openResult(
  info: VideoInfo,
  workplace: Workplace,
  {
    maxLongSide = Number.POSITIVE_INFINITY,
    maxSeconds = Number.POSITIVE_INFINITY,
    maxRate = MAX_RATE,
  }: ResultLimits,
): OpenedVideo {
  const size = fitWithin(info, maxLongSide)
  const limits: FrameLimits = { rate: maxRate, seconds: Math.min(maxSeconds, info.seconds) }
  const times = keptFrames(info, limits)
  if (times.length === 0) throw new Fault('unreadable', 'The video has no frames.')
  const { audioStream, audioCodec = '', timescale, pixelAspect, transfer } = info
  const audio = audioStream !== undefined && {
    audio: {
      path: info.path,
      stream: audioStream,
      copied: COPIED.has(audioCodec),
      ...(limits.seconds < info.seconds && { seconds: limits.seconds }),
    },
  }
  const plan = (path: string): EncodePlan => ({
    path,
    timescale,
    pixelAspect,
    interval: limits.seconds / times.length,
    colours: transfer === 'sdr' ? info.colours : BT709_TAGS,
  })
  return {
    info,
    ...size,
    times,
    seconds: limits.seconds,
    folder: workplace.folder,
    frames: (other = size, { from, to } = { from: 0, to: times.length }, pool) =>
      readFrames(info, other, times.subarray(from, to), workplace, pool),
    write: (path, ahead) => writeVideo({ ...plan(path), ...audio }, size, workplace, ahead),
    writeSegment: (path, ahead) => writeVideo(plan(path), size, workplace, ahead),
    addSound: (picture, path) => addSound({ picture, path, timescale, ...audio }, workplace),
  }
}

/** A range of a result as if it were all of it. */
export function rangeOf(video: OpenedVideo, { from, to }: FrameRange): OpenedVideo {
  const times = video.times.subarray(from, to)
  return {
    ...video,
    times,
    frames: (size, part = { from: 0, to: times.length }, pool) =>
      video.frames(size, { from: from + part.from, to: from + part.to }, pool),
  }
}

/** Even sides, the longer one at most `longest`, in the same proportion. */
function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  const side = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width: side(width), height: side(height) }
}
