import type { Batch } from '../functions/pipeline/ports/batch.ts'

/** How far a batch is: files done of all, how many a second, and what that leaves in seconds. */
export type Progress = { done: number; perSecond: number; secondsLeft?: number }

/** The progress of a batch, from when it began or was redriven to its end or to `now`, epoch milliseconds. */
export function progressOf(batch: Batch, now: number = Date.now()): Progress {
  const { status, createdAt, finishedAt, total, succeeded, failed, parked = 0, unfinished } = batch
  const since = batch.resumed ?? { at: createdAt, done: 0 }
  // Unfinished ones were not worked; they only count as seen once the batch has ended.
  const done = succeeded + failed + parked
  const until = finishedAt === undefined ? now : Date.parse(finishedAt)
  const seconds = Math.max(0.001, (until - Date.parse(since.at)) / 1000)
  const perSecond = Math.max(0, done - since.done) / seconds
  if (status !== 'running' || total === undefined || perSecond === 0) return { done, perSecond }
  return { done, perSecond, secondsLeft: Math.max(0, total - done - unfinished) / perSecond }
}

/** A batch for people. */
export function batchLines(batch: Batch, now: number = Date.now()): string[] {
  const { id, status, recipe, manifest, total, failure, results } = batch
  const { succeeded, failed, parked = 0, unfinished, concurrency, tolerated, redrives = 0 } = batch
  const { done, perSecond, secondsLeft } = progressOf(batch, now)
  const share = total ? ` (${Math.floor((done / total) * 100)} %)` : ''
  const left = secondsLeft === undefined ? '' : `, about ${spanOf(secondsLeft)} left`
  return [
    `${id}  ${status}${redrives > 0 ? `, redriven ${redrives} times` : ''}`,
    `manifest  ${JSON.stringify(manifest.key)} version ${manifest.version}`,
    `recipe    ${recipe}, ${concurrency} files at once, ${tolerated} % may fail`,
    `files     ${done} of ${total ?? 'not yet counted'}${share}`,
    `          ${succeeded} succeeded, ${failed} failed, ${parked} parked, ${unfinished} unfinished`,
    `rate      ${perSecond.toFixed(perSecond < 10 ? 2 : 0)} files a second${left}`,
    ...(failure ? [`failed    ${failure.code}: ${failure.message}`] : []),
    ...(results ? [`results   ${results} in the results bucket`] : []),
  ]
}

/** `3 d 4 h`, `2 h 5 min`, `4 min`, `12 s`. */
function spanOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  const shown = parts.slice(first, first + (first < 2 ? 2 : 1))
  return shown
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
