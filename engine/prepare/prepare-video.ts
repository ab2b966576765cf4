import { stat } from 'node:fs/promises'
import { Fault } from '../../catalog/failures/fault.ts'
import type { VideoRule } from '../../catalog/files/file-rule.ts'
import { isTooFast } from '../../catalog/files/media-limits.ts'
import type { VideoPreparation } from '../../catalog/preparation/preparation.ts'
import { openResult } from '../video/open-video.ts'
import { probeVideo } from '../video/probe-video.ts'
import type { Workplace } from '../video/read-frames.ts'
import { requireAudio, requireVideoBytes, requireVideoRule } from '../video/require-video-rule.ts'
import type { VideoInfo } from '../video/video-info.ts'
import { longestSide } from './longest-side.ts'
import { SMALLER_VIDEO, VIDEO_ATTEMPTS } from './tuning.ts'

/** What is to be prepared: files by their paths. */
export type PrepareVideoInput = {
  source: string
  /** The file rule of the feature. */
  rule: VideoRule
  /** Where the file to send goes. */
  into: string
}

/** What a source may be at most. */
const MOST = { bytes: 2_000_000_000, longSide: 8192 } as const

/**
 * Megapixels that are decoded at most: it takes about ten minutes on two virtual CPUs, at 250 megapixels a second,
 * which a function that ends after fifteen has.
 */
const MOST_DECODED = 150_000

/**
 * Makes a video meet a feature's file rule: H.264 in mp4, upright, deinterlaced, 8 bits (high dynamic range is
 * tone-mapped), at most 30 frames a second, as large as the rule allows, cut to the longest it allows. The audio stays,
 * as AAC where services do not take its codec.
 * @returns undefined where the file meets the rule as it is; nothing is written then
 * @throws Fault that says in words why the file cannot be read or made to fit
 */
export async function prepareVideo(
  { source, rule, into }: PrepareVideoInput,
  workplace: Workplace,
): Promise<VideoPreparation | undefined> {
  const { size: bytes } = await stat(source)
  await requireVideoBytes(source, { ...rule, maxBytes: MOST.bytes, containers: ['mp4', 'mov'] })
  const info = await probeVideo(source, workplace.driver, workplace.signal)
  if (suitsEveryService(info) && (await meetsRule(source, info, rule))) return undefined
  requirePreparable(info, rule)
  let longest = longestSide(info, rule)
  for (let attempt = 1; ; attempt++) {
    const sent = await encode(
      info,
      { maxLongSide: longest, maxSeconds: rule.maxSeconds },
      into,
      workplace,
    )
    if (sent.bytes < rule.maxBytes) return { source: sourceOf(info, bytes), sent }
    if (attempt === VIDEO_ATTEMPTS) {
      throw new Fault(
        'bytes',
        `The video has ${sent.bytes} bytes even at ${sent.width} × ${sent.height} pixels; fewer than ` +
          `${rule.maxBytes} are allowed.`,
      )
    }
    longest = Math.max(16, Math.round(longest * SMALLER_VIDEO))
  }
}

/** Audio that services of this interface take. */
const AUDIO_CODECS: ReadonlySet<string> = new Set(['aac', 'amr_nb', 'amr_wb', 'mp3'])

/**
 * Whether any service sees the video as it is meant: some do not turn or deinterlace it, or refuse more frames a
 * second, or other audio.
 */
function suitsEveryService({ rotation, pts, seconds, interlaced, audioCodec }: VideoInfo): boolean {
  const isSlow = pts.length < 2 || !isTooFast(pts.length / seconds)
  const isHeard = audioCodec === undefined || AUDIO_CODECS.has(audioCodec)
  return rotation === 0 && isSlow && isHeard && !interlaced
}

/** Whether the service would take the file as it is. */
async function meetsRule(path: string, info: VideoInfo, rule: VideoRule): Promise<boolean> {
  try {
    await requireVideoBytes(path, rule)
    requireVideoRule(info, rule)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

function requirePreparable(info: VideoInfo, { maxSeconds }: VideoRule): void {
  const { width, height, pts, seconds } = info
  if (info.encrypted) throw new Fault('unsupported', 'The video is encrypted.')
  requireAudio(info)
  if (Math.max(width, height) > MOST.longSide) {
    throw new Fault(
      'dimensions',
      `The video has ${width} x ${height} pixels; the longer side may have ${MOST.longSide}.`,
    )
  }
  const frames = (pts.length * Math.min(maxSeconds, seconds)) / Math.max(seconds, 1e-3)
  const megapixels = (frames * width * height) / 1e6
  if (megapixels > MOST_DECODED) {
    throw new Fault(
      'seconds',
      `The video has ${Math.round(frames)} frames of ${width} x ${height} pixels, more than can be converted in the ` +
        'time there is: cut or scale it.',
    )
  }
}

async function encode(
  info: VideoInfo,
  limits: { maxLongSide: number; maxSeconds: number },
  into: string,
  workplace: Workplace,
): Promise<VideoPreparation['sent']> {
  const video = openResult(info, workplace, limits)
  const writer = video.write(into)
  try {
    for await (const frame of video.frames()) await writer.write(frame)
    await writer.finish()
  } finally {
    await writer.abandon()
  }
  const { width, height, times, seconds } = video
  const { size: bytes } = await stat(into)
  return { width, height, bytes, seconds: rounded(seconds), frames: times.length }
}

function sourceOf(info: VideoInfo, bytes: number): VideoPreparation['source'] {
  const { codec, width, height, rotation, seconds, pts, transfer, interlaced, audioCodec } = info
  return {
    codec,
    width,
    height,
    rotation,
    bytes,
    seconds: rounded(seconds),
    frames: pts.length,
    transfer,
    ...(interlaced && { interlaced }),
    ...(audioCodec !== undefined && { audio: audioCodec }),
  }
}

function rounded(seconds: number): number {
  return Math.round(1000 * seconds) / 1000
}
