/**
 * Seconds that a worker takes for a frame: for any, and for each million pixels of it. Measured on an x64 core as the
 * time of the thread that makes frames, beside which decoder and encoder have the other core: 0.049 seconds at 720p,
 * 0.078 at 1080p. Other features are not shared. The longest of `video-trans` (480 frames of 0.3 seconds, mosaic, 720p)
 * and `image-to-video` (300 frames) fit into one worker's time. Those of `obj-rem-vid` (1,800 frames, 1080p) do while
 * the object is small: 0.11 (handheld) to 0.14 (pan) where it covers 2 % of the frame, but 0.29 where it covers 11 %,
 * which is more than a worker has where its core is half as fast.
 */
const FRAME_SECONDS: Readonly<Record<string, { each: number; megapixel: number }>> = {
  'bg-replace-vid': { each: 0.026, megapixel: 0.025 },
}

/** When several workers share a video, and among how many. */
export type SharingRule = {
  /** Up to this estimate, in seconds, one worker makes all of a video. */
  alone: number
  /** Seconds that a segment shall take, by the same estimate. */
  segment: number
}

/** A worker has 885 seconds, and an ARM core of Lambda may take twice as long as one of those that were measured. */
export const SHARING: SharingRule = { alone: 420, segment: 120 }

/** Workers of one video at most: each is warmed up, and all of their segments pass through the one that joins them. */
const MOST_WORKERS = 100

/** Among how many workers a result of so many frames is shared; 1 where one makes all of it. */
export function workersFor(
  feature: string,
  { frames, width, height }: { frames: number; width: number; height: number },
  rule: SharingRule = SHARING,
): number {
  const cost = FRAME_SECONDS[feature]
  if (!cost) return 1
  const seconds = frames * (cost.each + (cost.megapixel * width * height) / 1e6)
  if (seconds <= rule.alone) return 1
  return Math.min(MOST_WORKERS, frames, Math.max(2, Math.ceil(seconds / rule.segment)))
}
