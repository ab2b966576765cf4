import type { TimelineAnswer } from '../../../catalog/console/wire.ts'
import { formatDay, formatNumber, formatSpan } from '../words/format.ts'
import { words } from '../words/words.ts'
import { goneSince, HISTORY_DAYS } from './gone-since.ts'
import { recordOf } from './record.ts'

type Props = {
  answer: TimelineAnswer
  job: unknown
  finishedAt: string | undefined
}

/** The states of an execution on one axis: where it worked, waited for the service, and paused before a retry. */
export function Timeline({ answer: { timeline: states, place }, job, finishedAt }: Props) {
  const text = words.value.job
  if (states.length === 0) return <Noted job={job} place={place} finishedAt={finishedAt} />
  const whole = Math.max(1, ...states.map(({ atMs, ms }) => atMs + ms))
  const share = (ms: number): string => `${((ms / whole) * 100).toFixed(3)}%`
  return (
    <div class="timeline">
      <ol>
        {states.map((entry) => (
          <li key={`${entry.state}-${entry.target}-${entry.atMs}`}>
            <span class="state-name">
              {entry.state}
              {entry.target === undefined ? '' : ` [${entry.target}]`}
            </span>
            <span class="track" title={entry.errors.join(', ')}>
              {entry.stretches.map(({ kind, atMs, ms }) => (
                <span
                  key={atMs}
                  class={`stretch is-${kind}`}
                  title={`${text[kind]}: ${formatSpan(ms)}`}
                  style={{ left: share(atMs), width: share(ms) }}
                />
              ))}
            </span>
            <span class="number">{formatSpan(entry.ms)}</span>
          </li>
        ))}
      </ol>
      <p class="legend">
        {(['work', 'wait', 'pause'] as const).map((kind) => (
          <span key={kind}>
            <span class={`sample is-${kind}`} aria-hidden="true" /> {text[kind]}
          </span>
        ))}
      </p>
    </div>
  )
}

/** What is known of an execution that has not begun, or whose history is not kept any more. */
function Noted({
  job,
  place,
  finishedAt,
}: Omit<Props, 'answer'> & { place: TimelineAnswer['place'] | undefined }) {
  const text = words.value.job
  const { noted } = recordOf(job)
  if (finishedAt === undefined) {
    const { seconds } = place ?? {}
    const span = seconds === undefined ? undefined : formatSpan(1000 * seconds)
    return <p>{place ? text.inLine(formatNumber(place.place), span) : text.notBegun}</p>
  }
  const since = goneSince(finishedAt, HISTORY_DAYS, Date.now())
  return (
    <div class="timeline">
      <p>{since ? text.historyGone(HISTORY_DAYS, formatDay(since)) : text.notKept}</p>
      <ol>
        {noted.map(({ state, ms, retries }, at) => (
          <li key={at}>
            <span class="state-name">{state}</span>
            <span class="small">{retries > 0 && text.retries(retries)}</span>
            <span class="number">{formatSpan(ms)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
