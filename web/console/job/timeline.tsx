import type { TimelineState } from '../../../catalog/console/wire.ts'
import { formatSpan } from '../words/format.ts'
import { words } from '../words/words.ts'

/** The states of an execution on one axis: where it worked, waited for the service, and paused before a retry. */
export function Timeline({ states }: { states: readonly TimelineState[] }) {
  const text = words.value.job
  if (states.length === 0) return <p>{text.notKept}</p>
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
