/** Seconds that a worker takes: for a frame, and for each million pixels of it. */
type Cost = {
  each: number
  megapixel: number
  /** For each million pixels that are made anew, and for each that are put together from several frames. */
  filled?: number
  gathered?: number
}

/**
 * What a feature costs, as the time of the thread that makes frames, beside which decoder and encoder have the other
 * core. `survey` is what one worker does before a video is shared, where it has to do that alone as well. A frame of
 * background replacement counts for 0.049 seconds at 720p and 0.078 at 1080p: five times what it takes two x64 cores
 * with nothing else to do, because no ARM core of Lambda was measured. Object removal was measured
 * beside other work, with objects of 2, 11 and 30 % of frames of 1080p. Other features are not shared: the longest of
 * `video-trans` (480 frames of 0.3 seconds, mosaic, 720p) and `image-to-video` (300 frames) fit into one worker's time.
 */
const COSTS: Readonly<Record<string, Cost & { survey?: Cost }>> = {
  'bg-replace-vid': { each: 0.026, megapixel: 0.025 },
  'obj-rem-vid': {
    each: 0,
    megapixel: 0.003,
    filled: 0.4,
    survey: { each: 0.045, megapixel: 0.012, filled: 0.05, gathered: 3 },
  },
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

/** How much of a video there is to make. */
export type VideoExtent = {
  frames: number
  width: number
  height: number
  /** Pixels of all frames together that are made anew, where that is not all of them. */
  filled?: number
  /** Pixels that are put together from several frames before the video can be shared. */
  gathered?: number
}

/**
 * Among how many workers a result of so many frames is shared; 1 where one makes all of it, 0 where one cannot even do
 * in its time what has to be done before it can be shared.
 */
export function workersFor(
  feature: string,
  video: VideoExtent,
  rule: SharingRule = SHARING,
): number {
  const cost = COSTS[feature]
  if (!cost) return 1
  const seconds = secondsOf(cost, video)
  const before = cost.survey ? secondsOf(cost.survey, video) : 0
  if (before + seconds <= rule.alone) return 1
  if (before > Math.max(SHARING.alone, rule.alone)) return 0
  return Math.min(MOST_WORKERS, video.frames, Math.max(2, Math.ceil(seconds / rule.segment)))
}

function secondsOf(
  { each, megapixel, filled = 0, gathered = 0 }: Cost,
  video: VideoExtent,
): number {
  const perFrame = each + (megapixel * video.width * video.height) / 1e6
  const pixels = filled * (video.filled ?? 0) + gathered * (video.gathered ?? 0)
  return video.frames * perFrame + pixels / 1e6
}
