import type { VideoRule } from '../../catalog/files/file-rule.ts'
import { MAX_RATE } from '../../catalog/files/media-limits.ts'
import type { VideoInfo } from '../video/video-info.ts'

/**
 * Megapixels that are encoded at most: it takes about ten minutes on two virtual CPUs, at 70 megapixels a second.
 * Tone-mapping a pixel takes 1.7 times as long as encoding it (measured).
 */
const MOST_ENCODED = { sdr: 40_000, hlg: 15_000, pq: 15_000 } as const

/** Pixels of the longer side below which a long video is not reduced. */
const LEAST_SIDE = 640

/** The longer side of what is made of a video, so that the rule is met and there is time to make it. */
export function longestSide(
  {
    width,
    height,
    seconds,
    transfer,
  }: Pick<VideoInfo, 'width' | 'height' | 'seconds' | 'transfer'>,
  rule: Pick<VideoRule, 'maxLongSide' | 'maxSeconds'>,
): number {
  const long = Math.min(rule.maxLongSide, Math.max(width, height))
  const frames = Math.min(seconds, rule.maxSeconds) * MAX_RATE
  const megapixels = (frames * width * height * (long / Math.max(width, height)) ** 2) / 1e6
  const side = Math.floor(long * Math.min(1, Math.sqrt(MOST_ENCODED[transfer] / megapixels)))
  return Math.max(side, Math.min(long, LEAST_SIDE))
}
