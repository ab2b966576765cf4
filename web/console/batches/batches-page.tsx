import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { BatchShown } from '../../../catalog/console/wire.ts'
import { startPolling } from '../api/poll.ts'
import { request } from '../api/request.ts'
import { href } from '../shell/router.ts'
import { formatNumber, formatSpan, formatTime } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'

/** The latest batches. */
export function BatchesPage() {
  const batches = useSignal<readonly BatchShown[] | undefined>(undefined)
  const trouble = useSignal('')
  useEffect(() => {
    const polling = startPolling(
      async () => {
        try {
          batches.value = (await request<{ batches: BatchShown[] }>('/batches')).batches
          trouble.value = ''
          return batches.value.some(({ status }) => status === 'running') ? 'busy' : 'quiet'
        } catch (error) {
          trouble.value = refusal(error)
          return 'failed'
        }
      },
      { busyMs: 2000, quietMs: 15_000 },
    )
    return () => polling.stop()
  }, [])
  const text = words.value.batches
  const found = batches.value
  return (
    <section class="page" aria-labelledby="batches-title">
      <h1 id="batches-title">{text.title}</h1>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
      </p>
      {found === undefined || found.length === 0 ? (
        <p class="empty">{found ? text.empty : words.value.jobs.loading}</p>
      ) : (
        <ul class="plain batches">
          {found.map((batch) => (
            <li key={batch.id} class="card">
              <a href={href(`/batches/${batch.id}`)}>{batch.recipe}</a>{' '}
              <time dateTime={batch.createdAt} title={batch.createdAt}>
                {formatTime(batch.createdAt)}
              </time>{' '}
              <strong>{words.value.states[batch.status]}</strong> <BatchProgress batch={batch} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** How far a batch is, as a bar and in words. */
export function BatchProgress({ batch }: { batch: BatchShown }) {
  const text = words.value.batches
  const { done, perSecond, secondsLeft } = batch.progress
  const total = batch.total ?? 0
  const counted = batch.total === undefined ? '?' : formatNumber(batch.total)
  return (
    <>
      <progress max={Math.max(1, total)} value={done} aria-label={text.of(done, counted)} />
      <span>
        {text.of(done, counted)} · {formatNumber(perSecond, 1)} {text.rate}
        {secondsLeft === undefined ? '' : ` · ${text.left(formatSpan(secondsLeft * 1000))}`}
      </span>
    </>
  )
}
