import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { BatchShown } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { startPolling } from '../api/poll.ts'
import { request } from '../api/request.ts'
import { StateMark } from '../jobs/state-mark.tsx'
import { Age } from '../shell/age.tsx'
import { href } from '../shell/router.ts'
import { mayOperate } from '../sign-in/session.ts'
import { formatTime } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'
import { BatchBar } from './batch-bar.tsx'
import { BeginBatch } from './begin-batch.tsx'
import { mergeBatches } from './merge-batches.ts'

type BatchesAnswer = { batches: BatchShown[]; next?: string }

/** Batches, the newest first; older ones when they are asked for. */
export function BatchesPage() {
  const batches = useSignal<readonly BatchShown[] | undefined>(undefined)
  const next = useSignal<string | undefined>(undefined)
  const busy = useSignal(false)
  const trouble = useSignal('')
  const seenAt = useSignal(Date.now())
  useEffect(() => {
    const polling = startPolling(
      async () => {
        try {
          const newest = await request<BatchesAnswer>('/batches')
          // Where the older ones go on is known from the first answer, and then from the last page that was asked for.
          if (batches.value === undefined) next.value = newest.next
          batches.value = mergeBatches(batches.value ?? [], newest.batches)
          trouble.value = ''
          seenAt.value = Date.now()
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
  const showMore = async (): Promise<void> => {
    busy.value = true
    try {
      const before = encodeURIComponent(next.value ?? '')
      const older = await request<BatchesAnswer>(`/batches?before=${before}`)
      batches.value = mergeBatches(batches.value ?? [], older.batches)
      next.value = older.next
    } catch (error) {
      trouble.value = refusal(error)
    } finally {
      busy.value = false
    }
  }
  const text = words.value.batches
  const found = batches.value
  return (
    <section class="page" aria-labelledby="batches-title">
      <div class="head">
        <h1 id="batches-title">{text.title}</h1>
        {mayOperate() && <BeginBatch />}
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        <Age since={seenAt} failed={trouble.value !== ''} />
      </p>
      {found === undefined && <p class="empty">{words.value.jobs.loading}</p>}
      {found?.length === 0 && (
        <div class="empty">
          <p>{text.empty}</p>
          <p>{text.emptyNext}</p>
          <pre>darkroom batch start --prefix files/ --recipe slim</pre>
        </div>
      )}
      <ul class="plain batches">
        {found?.map((batch) => (
          <li key={batch.id} class="card batch">
            <div>
              <a href={href(`/batches/${batch.id}`)}>
                <bdi>{printable(batch.recipe)}</bdi>
              </a>
              <small>
                <bdi>{printable(batch.manifest.key)}</bdi>
              </small>
            </div>
            <StateMark status={batch.status} />
            <BatchBar batch={batch} />
            <time class="number" dateTime={batch.createdAt} title={batch.createdAt}>
              {formatTime(batch.createdAt)}
            </time>
          </li>
        ))}
      </ul>
      {next.value !== undefined && (
        <button type="button" disabled={busy.value} onClick={() => void showMore()}>
          {words.value.jobs.showMore}
        </button>
      )}
    </section>
  )
}
