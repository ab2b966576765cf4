import type { Batch } from '../../pipeline/core/ports/batch.ts'

/** How far a batch is: files done of all, how many a second, and what that leaves in seconds. */
export type Progress = { done: number; perSecond: number; secondsLeft?: number }

/** The progress of a batch, from when it began or was redriven to its end or to `now`, epoch milliseconds. */
export function progressOf(batch: Batch, now: number = Date.now()): Progress {
  const { status, createdAt, finishedAt, total, unfinished } = batch
  const { succeeded, refused = 0, failed, parked = 0 } = batch
  const since = batch.resumed ?? { at: createdAt, done: 0 }
  // Unfinished ones were not worked; they only count as seen once the batch has ended.
  const done = succeeded + refused + failed + parked
  const until = finishedAt === undefined ? now : Date.parse(finishedAt)
  const seconds = Math.max(0.001, (until - Date.parse(since.at)) / 1000)
  const perSecond = Math.max(0, done - since.done) / seconds
  if (status !== 'running' || total === undefined || perSecond === 0) return { done, perSecond }
  return { done, perSecond, secondsLeft: Math.max(0, total - done - unfinished) / perSecond }
}
