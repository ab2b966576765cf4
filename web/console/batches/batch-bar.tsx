import type { BatchShown } from '../../../catalog/console/wire.ts'
import { formatNumber, formatSpan } from '../words/format.ts'
import { words } from '../words/words.ts'

const COUNTS = ['succeeded', 'refused', 'failed', 'parked'] as const

/** How far a batch is, as a bar of its states and in words. */
export function BatchBar({ batch }: { batch: BatchShown }) {
  const text = words.value.batches
  const { done, perSecond, secondsLeft } = batch.progress
  const total = batch.total ?? 0
  const counted = batch.total === undefined ? '?' : formatNumber(batch.total)
  const said = text.of(formatNumber(done), counted)
  return (
    <div class="batch-progress">
      <div
        class="bar-of-states"
        role="progressbar"
        aria-label={text.title}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuenow={Math.min(done, Math.max(1, total))}
        aria-valuetext={said}
      >
        {COUNTS.map((state) => (
          <span
            key={state}
            class={`part is-${state}`}
            style={{ width: `${(100 * (batch[state] ?? 0)) / Math.max(1, total)}%` }}
          />
        ))}
      </div>
      <p class="small">
        {said}
        {batch.status === 'running' &&
          perSecond > 0 &&
          ` · ${text.rate(formatNumber(perSecond, 1))}`}
        {batch.status === 'running' &&
          secondsLeft !== undefined &&
          ` · ${text.left(formatSpan(secondsLeft * 1000))}`}
      </p>
    </div>
  )
}

/** How many files are in which state, refused ones apart. */
export function BatchCounts({ batch }: { batch: BatchShown }) {
  const { counts } = words.value.batches
  return (
    <dl class="counts">
      {([...COUNTS, 'unfinished'] as const)
        .filter((state) => (batch[state] ?? 0) > 0 || state === 'succeeded')
        .map((state) => (
          <div key={state} class={`is-${state}`}>
            <dd>{formatNumber(batch[state] ?? 0)}</dd>
            <dt>{counts[state]}</dt>
          </div>
        ))}
    </dl>
  )
}
