import type { TimelineAnswer, WebhooksAnswer } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { formatNumber, formatSpan, formatTime } from '../words/format.ts'
import { words } from '../words/words.ts'
import { type CallbackLife, type LifeEvent, lifeOf } from './callback-life.ts'

type Props = { timeline: TimelineAnswer; hooks: WebhooksAnswer['tasks'] }

/** For each task how the waiting for it went: token, task, webhooks, and what let the state go on. */
export function CallbackCard({ timeline: { began, timeline }, hooks }: Props) {
  const text = words.value.job.life
  const lives = timeline.flatMap((state) => {
    const told = hooks.find(({ task }) => task === state.task)
    return told && began !== undefined
      ? [{ state, told, life: lifeOf(state, Date.parse(began), told) }]
      : []
  })
  if (lives.length === 0) return null
  return (
    <section class="card wide" aria-labelledby="life-title">
      <h2 id="life-title">{text.title}</h2>
      <div class="lives">
        {lives.map(({ state, told, life }) => (
          <div key={told.task}>
            <h3>
              {state.state}
              {state.target === undefined ? '' : ` [${state.target}]`} ·{' '}
              <span class={life.found === 'polling' ? 'is-found-late' : ''}>
                {text.found[life.found]}
              </span>
            </h3>
            <Life life={life} />
          </div>
        ))}
      </div>
    </section>
  )
}

function Life({ life: { events } }: { life: CallbackLife }) {
  const first = events[0]?.at ?? 0
  return (
    <ol class="life">
      {events.map((event, nth) => (
        <li key={`${event.at} ${event.is} ${String(nth)}`} class={`is-${signOf(event)}`}>
          <time
            class="number"
            dateTime={new Date(event.at).toISOString()}
            title={formatTime(new Date(event.at).toISOString())}
          >
            +{formatSpan(Math.max(0, event.at - first))}
          </time>
          <span class="dot" aria-hidden="true" />
          <span>
            <LifeWords event={event} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function LifeWords({ event }: { event: LifeEvent }) {
  const text = words.value.job.life
  if (event.is !== 'attempt') return <>{text.is[event.is]}</>
  const { status, reason, ms, answer } = event.made
  return (
    <>
      {text.attempt(
        status === undefined ? printable(reason ?? '') : String(status),
        formatNumber(ms),
      )}{' '}
      <span class="small">{text.came[event.came]}</span>
      {answer !== undefined && answer !== '' && (
        <small>
          {' '}
          <code>
            <bdi>{printable(answer)}</bdi>
          </code>
        </small>
      )}
    </>
  )
}

function signOf(event: LifeEvent): 'plain' | 'good' | 'bad' {
  if (event.is === 'went on') return 'good'
  if (event.is !== 'attempt') return 'plain'
  return event.came === 'unsigned' || event.came === 'refused' ? 'bad' : 'plain'
}
