import { WEBP_LEAST_SIZE, WEBP_SLOPE } from './tuning.ts'

/** The least quality of a WebP, for what changed. */
export const LEAST_QUALITY = 40

/** An encoding: its quality, and the logarithm of its bytes' ratio to those of the source. */
export type WebpEncoding = { quality: number; size: number }

/**
 * The quality that should come as near as possible to the size of the source; undefined where the last one is near
 * enough.
 * @param encodings the first one first
 */
export function nextQuality(encodings: readonly WebpEncoding[]): number | undefined {
  const [last, before] = encodings.toReversed() as [WebpEncoding, WebpEncoding?]
  // What is new in a picture may make it larger, at first; what was encoded more finely should not.
  const isLarge = before !== undefined && last.size > -Math.log(WEBP_LEAST_SIZE)
  if (last.size >= Math.log(WEBP_LEAST_SIZE) && !isLarge) return undefined
  const slope = before
    ? Math.max(WEBP_SLOPE / 2, (last.size - before.size) / (last.quality - before.quality))
    : WEBP_SLOPE
  const next = Math.round(last.quality - last.size / slope)
  const clipped = Math.min(100, Math.max(LEAST_QUALITY, next))
  return clipped === last.quality ? undefined : clipped
}
