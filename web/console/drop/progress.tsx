import { href } from '../shell/router.ts'
import { formatBytes, formatNumber, formatSpan } from '../words/format.ts'
import { away, doing, going, pauseDrop, paused, progress, recipe } from './drop-store.ts'
import { dropWords } from './words/drop-words.ts'

/** How far the drop is as a whole, with pausing; and when it is through, its jobs and what did not go up. */
export function Progress() {
  const text = dropWords.value
  const { files, sent, bytes, up, perSecond } = progress.value
  if (files === 0) return null
  const sending = doing.value === 'sending'
  const all = going.value
  const jobs = all.filter(({ job, status }) => status === 'sent' && job !== undefined).length
  const failed = all.filter(({ status }) => status === 'failed' || status === 'changed').length
  const share = bytes === 0 ? 1 : up / bytes
  const left = perSecond && perSecond > 0 ? (bytes - up) / perSecond : undefined
  const said = text.done(formatNumber(sent), formatNumber(files))
  return (
    <section class="card drop-progress" aria-label={text.progress}>
      <div
        class="bar-of-states"
        role="progressbar"
        aria-label={text.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        aria-valuetext={said}
      >
        <span class="part is-succeeded" style={{ width: `${100 * share}%` }} />
      </div>
      <p class="row">
        <span>
          {said} · {formatBytes(up)} / {formatBytes(bytes)}
        </span>
        {sending && !paused.value && perSecond !== undefined && (
          <span class="small">{text.rate(formatBytes(Math.round(perSecond)))}</span>
        )}
        {sending && !paused.value && left !== undefined && (
          <span class="small">{text.timeLeft(formatSpan(Math.round(left) * 1000))}</span>
        )}
        {paused.value && <strong>{text.paused}</strong>}
        <span class="spring" />
        {sending && (
          <button type="button" onClick={() => pauseDrop(!paused.value)}>
            {paused.value ? text.resume : text.pause}
          </button>
        )}
      </p>
      <p role="status" class="notes">
        {sending && away.value && <span class="trouble">{text.away}</span>}
        {!sending && failed > 0 && (
          <span class="trouble">{text.failedHead(formatNumber(failed))}</span>
        )}
        {!sending && jobs > 0 && (
          <>
            <span>{text.begun(formatNumber(jobs))}</span>
            <a class="button main" href={href(`/jobs?recipe=${recipe.value}`)}>
              {text.seeJobs}
            </a>
          </>
        )}
      </p>
    </section>
  )
}
