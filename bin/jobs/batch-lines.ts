import { progressOf } from '../../functions/operate/batches/batch-progress.ts'
import type { Batch } from '../../functions/operate/pipeline-records.ts'

/** A batch for people. */
export function batchLines(batch: Batch, now: number = Date.now()): string[] {
  const { id, status, recipe, manifest, total, failure, results } = batch
  const { succeeded, refused = 0, failed, parked = 0, unfinished } = batch
  const { concurrency, tolerated, refusalsCount, redrives = 0 } = batch
  const { done, perSecond, secondsLeft } = progressOf(batch, now)
  const share = total ? ` (${Math.floor((done / total) * 100)} %)` : ''
  const left = secondsLeft === undefined ? '' : `, about ${spanOf(secondsLeft)} left`
  return [
    `${id}  ${status}${redrives > 0 ? `, redriven ${redrives} times` : ''}`,
    `manifest  ${JSON.stringify(manifest.key)} version ${manifest.version}`,
    `recipe    ${recipe}, ${concurrency} files at once, ${tolerated} % may fail${refusalsCount ? ' or be refused' : ''}`,
    `files     ${done} of ${total ?? 'not yet counted'}${share}`,
    `          ${succeeded} succeeded, ${refused} refused, ${failed} failed, ${parked} parked, ${unfinished} unfinished`,
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
