import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JobAnswer, TimelineAnswer, WebhooksAnswer } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { busyMs, WHOLE_EVERY } from '../api/pace.ts'
import { startPolling } from '../api/poll.ts'
import { request } from '../api/request.ts'
import { StateMark } from '../jobs/state-mark.tsx'
import { preloadPicture } from '../pictures/preload-picture.ts'
import { go, href } from '../shell/router.ts'
import { mayOperate } from '../sign-in/session.ts'
import { splitKey } from '../text/split-key.ts'
import { formatBytes, formatNumber, formatSpan, formatTime } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'
import { CallbackCard } from './callback-card.tsx'
import { FailureCard } from './failure-card.tsx'
import { JobPictures } from './job-pictures.tsx'
import { Tasks } from './tasks.tsx'
import { Timeline } from './timeline.tsx'

const PACE = { busyMs: busyMs(location.protocol), quietMs: 60_000 }

/** One job: its pictures, why it failed, what happened when, its tasks and what it cost. */
export function JobPage({ id }: { id: string }) {
  const answer = useSignal<JobAnswer | undefined>(undefined)
  const timeline = useSignal<TimelineAnswer>({ timeline: [] })
  const hooks = useSignal<WebhooksAnswer['tasks']>([])
  const trouble = useSignal('')
  const wanted = useSignal<number | undefined>(undefined)
  useEffect(() => {
    preloadPicture(id, 'source')
    let asked = 0
    const polling = startPolling(async () => {
      try {
        const known = answer.value?.row.status
        const job = await request<JobAnswer>(`/jobs/${id}`)
        answer.value = job
        trouble.value = ''
        const runs = job.row.status === 'running'
        if (asked++ % WHOLE_EVERY === 0 || !runs || job.row.status !== known) {
          const [states, told] = await Promise.all([
            request<TimelineAnswer>(`/jobs/${id}/timeline`),
            request<WebhooksAnswer>(`/jobs/${id}/webhooks`),
          ])
          timeline.value = states
          hooks.value = told.tasks
        }
        return runs ? 'busy' : 'quiet'
      } catch (error) {
        trouble.value = refusal(error)
        return 'failed'
      }
    }, PACE)
    return () => polling.stop()
  }, [])
  const act = async (verb: 'retry' | 'stop' | 'release', body: object = {}): Promise<void> => {
    try {
      const { attempt } = await request<{ attempt?: string }>(`/jobs/${id}/${verb}`, {
        method: 'POST',
        body,
      })
      if (attempt !== undefined) go(`/jobs/${attempt}`)
      else answer.value = await request<JobAnswer>(`/jobs/${id}`)
    } catch (error) {
      trouble.value = refusal(error)
    }
  }
  const text = words.value.job
  const { row, cost, before, after, missing, job } = answer.value ?? {}
  if (!row || !job) return <p class="page empty">{trouble.value || words.value.jobs.loading}</p>
  const { name, folder } = splitKey(row.key)
  const mayRetry = job['status'] === 'failed' && mayOperate()
  return (
    <section class="page job" aria-labelledby="job-title">
      <div class="head">
        <div class="title">
          <nav class="trail" aria-label={text.back}>
            <a href={href('/jobs')}>← {text.back}</a>
            {before && <a href={href(`/jobs/${before}`)}>{text.earlier}</a>}
            {after && <a href={href(`/jobs/${after}`)}>{text.later}</a>}
          </nav>
          <h1 id="job-title">
            <bdi>{printable(name)}</bdi>
          </h1>
          <p class="under">
            <StateMark status={row.status} />
            {row.failure && <a href="#why-title">{text.why}</a>}
            {folder !== '' && <bdi>{printable(folder)}</bdi>}
            <bdi>{printable(row.recipe)}</bdi>
            {row.attempt > 0 && <span>{text.attempt(row.attempt + 1)}</span>}
            <time dateTime={row.createdAt} title={row.createdAt}>
              {formatTime(row.createdAt)}
            </time>
          </p>
        </div>
        <div class="actions">
          {row.status === 'running' && mayOperate() && (
            <button type="button" onClick={() => void act('stop')}>
              {words.value.jobs.stop}
            </button>
          )}
          {row.status === 'parked' && mayOperate() && (
            <button type="button" class="main" onClick={() => void act('release')}>
              {words.value.jobs.release}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {missing && text.missing(missing.keys.map(printable).join(', '))}
        {row.parked && printable(row.parked.reason)}
      </p>
      <JobPictures
        answer={answer.value as JobAnswer}
        wanted={wanted.value}
        choose={mayRetry ? (index) => (wanted.value = index) : undefined}
      />
      {row.failure && (
        <FailureCard
          answer={answer.value as JobAnswer}
          wanted={wanted}
          retry={mayRetry ? (body) => act('retry', body) : undefined}
        />
      )}
      <div class="columns">
        <section class="card wide" aria-labelledby="timeline-title">
          <h2 id="timeline-title">{text.timeline}</h2>
          <Timeline answer={timeline.value} job={job} finishedAt={row.finishedAt} />
        </section>
        <CallbackCard timeline={timeline.value} hooks={hooks.value} />
        <Tasks job={job} hooks={hooks.value} finishedAt={row.finishedAt} />
        <section class="card" aria-labelledby="cost-title">
          <h2 id="cost-title">{text.cost}</h2>
          <dl class="facts">
            {cost && (
              <>
                <Fact name={text.units} value={formatNumber(cost.units)} />
                <Fact name={text.transitions} value={formatNumber(cost.transitions)} />
                {Object.entries(cost.dollars).map(([line, dollars]) => (
                  <Fact
                    key={line}
                    name={text.lines[line] ?? line}
                    value={`$${dollars.toFixed(6)}`}
                    total={line === 'total'}
                  />
                ))}
              </>
            )}
          </dl>
        </section>
        <section class="card" aria-labelledby="facts-title">
          <h2 id="facts-title">{text.facts}</h2>
          <dl class="facts">
            <Fact name={text.size} value={formatBytes(row.size)} />
            <Fact name={text.began} value={formatTime(row.createdAt)} title={row.createdAt} />
            {row.finishedAt && (
              <Fact
                name={text.took}
                value={formatSpan(Date.parse(row.finishedAt) - Date.parse(row.createdAt))}
              />
            )}
          </dl>
          <p class="small">
            <code>{row.id}</code>
          </p>
          <p class="small">
            <bdi class="key">{printable(row.key)}</bdi>
          </p>
          {row.finishedAt && (
            <p>
              <a href={`/console/api/jobs/${row.id}/receipt`} target="_blank" rel="noreferrer">
                {text.receipt}
              </a>
            </p>
          )}
        </section>
      </div>
    </section>
  )
}

type FactProps = { name: string; value: string; title?: string; total?: boolean }

function Fact({ name, value, title, total = false }: FactProps) {
  return (
    <div class={total ? 'is-total' : ''}>
      <dt>{name}</dt>
      <dd {...(title !== undefined && { title })}>{value}</dd>
    </div>
  )
}
