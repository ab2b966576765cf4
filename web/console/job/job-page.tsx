import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JobAnswer, TimelineState, WebhooksAnswer } from '../../../catalog/console/wire.ts'
import { startPolling } from '../api/poll.ts'
import { request } from '../api/request.ts'
import { StateMark } from '../jobs/state-mark.tsx'
import { href } from '../shell/router.ts'
import { splitKey, visible } from '../text/visible.ts'
import { formatBytes, formatNumber, formatTime } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'
import { Compare } from './compare.tsx'
import { Timeline } from './timeline.tsx'

const PACE = { busyMs: 1000, quietMs: 60_000 }

/** One job: its pictures, what happened when, what it cost, and why it failed. */
export function JobPage({ id }: { id: string }) {
  const answer = useSignal<JobAnswer | undefined>(undefined)
  const timeline = useSignal<readonly TimelineState[]>([])
  const hooks = useSignal<WebhooksAnswer['tasks']>([])
  const trouble = useSignal('')
  useEffect(() => {
    const polling = startPolling(async () => {
      try {
        const [job, states] = await Promise.all([
          request<JobAnswer>(`/jobs/${id}`),
          request<{ timeline: TimelineState[] }>(`/jobs/${id}/timeline`),
        ])
        answer.value = job
        timeline.value = states.timeline
        trouble.value = ''
        hooks.value = (await request<WebhooksAnswer>(`/jobs/${id}/webhooks`)).tasks
        return job.row.status === 'running' ? 'busy' : 'quiet'
      } catch (error) {
        trouble.value = refusal(error)
        return 'failed'
      }
    }, PACE)
    return () => polling.stop()
  }, [])
  const act = async (verb: 'retry' | 'stop' | 'release'): Promise<void> => {
    try {
      await request(`/jobs/${id}/${verb}`, { method: 'POST' })
      answer.value = await request<JobAnswer>(`/jobs/${id}`)
    } catch (error) {
      trouble.value = refusal(error)
    }
  }
  const text = words.value.job
  const { row, cost, before, after, missing, job } = answer.value ?? {}
  if (!row || !job) return <p class="empty">{trouble.value || words.value.jobs.loading}</p>
  const { name, folder } = splitKey(row.key)
  return (
    <section class="page" aria-labelledby="job-title">
      <div class="head">
        <div>
          <a href={href('/jobs')}>← {text.back}</a>
          <h1 id="job-title">
            <bdi>{visible(name)}</bdi>
          </h1>
          <small>
            <bdi>{visible(folder)}</bdi> · {row.recipe} · {formatBytes(row.size)} ·{' '}
            <time dateTime={row.createdAt} title={row.createdAt}>
              {formatTime(row.createdAt)}
            </time>
          </small>
        </div>
        <div class="actions">
          <StateMark status={row.status} />
          {job['status'] === 'failed' && (
            <button type="button" class="main" onClick={() => void act('retry')}>
              {words.value.jobs.retry}
            </button>
          )}
          {row.status === 'running' && (
            <button type="button" onClick={() => void act('stop')}>
              {words.value.jobs.stop}
            </button>
          )}
          {row.status === 'parked' && (
            <button type="button" onClick={() => void act('release')}>
              {words.value.jobs.release}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {missing && text.missing(missing.keys.map(visible).join(', '))}
      </p>
      {row.failure && (
        <div class="card why">
          <h2>{text.failed}</h2>
          <p>{visible(row.failure.message)}</p>
          <p>
            <code>{row.failure.code}</code> {row.failure.retryable ? text.mayHelp : text.helpsNot}
          </p>
        </div>
      )}
      {row.results.length > 0 && <Compare row={row} />}
      <div class="columns">
        <div class="card">
          <h2>{text.timeline}</h2>
          <Timeline states={timeline.value} />
        </div>
        <div class="card">
          <h2>{text.tasks}</h2>
          <Webhooks tasks={hooks.value} />
        </div>
        {cost && (
          <div class="card">
            <h2>{text.cost}</h2>
            <dl class="facts">
              <div>
                <dt>{text.units}</dt>
                <dd>{formatNumber(cost.units)}</dd>
              </div>
              {Object.entries(cost.dollars).map(([line, dollars]) => (
                <div key={line}>
                  <dt>{line === 'total' ? text.total : line}</dt>
                  <dd>${dollars.toFixed(6)}</dd>
                </div>
              ))}
            </dl>
            <p>
              <a href={`/console/api/jobs/${row.id}/receipt`} target="_blank" rel="noreferrer">
                {text.receipt}
              </a>
            </p>
          </div>
        )}
      </div>
      <p class="foot">
        {before && <a href={href(`/jobs/${before}`)}>← {text.earlier}</a>}{' '}
        {after && <a href={href(`/jobs/${after}`)}>{text.later} →</a>} <code>{row.id}</code>
      </p>
    </section>
  )
}

function Webhooks({ tasks }: { tasks: WebhooksAnswer['tasks'] }) {
  const sent = tasks.flatMap(({ deliveries }) => deliveries.flatMap(({ attempts }) => attempts))
  if (sent.length === 0) return <p>{words.value.job.noTasks}</p>
  return (
    <ul class="plain">
      {sent.map(({ at, status, reason, ms, answer }) => (
        <li key={at}>
          <time dateTime={at} title={at}>
            {formatTime(at)}
          </time>{' '}
          <strong>{status ?? visible(reason ?? '')}</strong> {formatNumber(ms)} ms{' '}
          {answer && <code>{visible(answer)}</code>}
        </li>
      ))}
    </ul>
  )
}
