import { RATE_TOLERANCE } from './tuning.ts'

/**
 * Which frames of a video a result of at most `maxRate` frames a second keeps, as their times in ticks. A frame that is
 * kept keeps its time. Frames that come slower all stay, whether their intervals are equal or not.
 * @param seconds the length to keep, from the first frame on
 */
export function capFrameRate(
  pts: Float64Array,
  timescale: number,
  maxRate: number,
  seconds: number,
): Float64Array {
  const interval = timescale / maxRate
  const end = (pts[0] ?? 0) + seconds * timescale
  let due = pts[0] ?? 0
  return pts.filter((time) => {
    if (time >= end || time < due - RATE_TOLERANCE * interval) return false
    due = Math.max(due + interval, time + interval / 2)
    return true
  })
}
