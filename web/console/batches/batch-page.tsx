import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { BatchItemsAnswer, BatchShown, FailureGroup } from '../../../catalog/console/wire.ts'
import { startPolling } from '../api/poll.ts'
import { request, withQuery } from '../api/request.ts'
import { go, href } from '../shell/router.ts'
import { visible } from '../text/visible.ts'
import { formatNumber } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'
import { BatchProgress } from './batches-page.tsx'

/** One batch: its progress, its failures by reason, its files. */
export function BatchPage({ id }: { id: string }) {
  const batch = useSignal<BatchShown | undefined>(undefined)
  const groups = useSignal<readonly FailureGroup[]>([])
  const items = useSignal<BatchItemsAnswer>({ items: [] })
  const trouble = useSignal('')
  useEffect(() => {
    const polling = startPolling(
      async () => {
        try {
          const found = (await request<{ batch: BatchShown }>(`/batches/${id}`)).batch
          const ended = found.status !== 'running' && batch.value?.status !== found.status
          batch.value = found
          trouble.value = ''
          if (ended) {
            groups.value = (
              await request<{ groups: FailureGroup[] }>(`/batches/${id}/failures`)
            ).groups
            items.value = await request<BatchItemsAnswer>(`/batches/${id}/items`)
          }
          return found.status === 'running' ? 'busy' : 'quiet'
        } catch (error) {
          trouble.value = refusal(error)
          return 'failed'
        }
      },
      { busyMs: 2000, quietMs: 60_000 },
    )
    return () => polling.stop()
  }, [])
  const act = async (verb: 'redrive' | 'stop'): Promise<void> => {
    try {
      const { batch: next } = await request<{ batch: string }>(`/batches/${id}/${verb}`, {
        method: 'POST',
      })
      if (next !== id) go(`/batches/${next}`)
    } catch (error) {
      trouble.value = refusal(error)
    }
  }
  const more = async (): Promise<void> => {
    const { next } = items.value
    if (next === undefined) return
    const page = await request<BatchItemsAnswer>(
      withQuery(`/batches/${id}/items`, { after: String(next) }),
    )
    items.value = { ...page, items: [...items.value.items, ...page.items] }
  }
  const text = words.value.batches
  const found = batch.value
  if (!found) return <p class="empty">{trouble.value || words.value.jobs.loading}</p>
  return (
    <section class="page" aria-labelledby="batch-title">
      <div class="head">
        <div>
          <a href={href('/batches')}>← {text.title}</a>
          <h1 id="batch-title">{found.recipe}</h1>
          <small>
            {text.manifest} <bdi>{visible(found.manifest.key)}</bdi>
          </small>
        </div>
        <div class="actions">
          <strong>{words.value.states[found.status]}</strong>
          {found.status === 'failed' && (
            <button type="button" class="main" onClick={() => void act('redrive')}>
              {text.redrive}
            </button>
          )}
          {found.status === 'running' && (
            <button type="button" onClick={() => void act('stop')}>
              {text.stop}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {found.failure && visible(found.failure.message)}
      </p>
      <p>
        <BatchProgress batch={found} />
      </p>
      {groups.value.length > 0 && (
        <div class="card">
          <h2>{text.failures}</h2>
          <ul class="plain">
            {groups.value.map(({ code, message, count, examples }) => (
              <li key={`${code} ${message}`}>
                <strong>{formatNumber(count)}</strong> {visible(message)} <code>{code}</code>
                <div class="examples">
                  {examples.map(({ job, key = '' }) =>
                    job ? (
                      <a key={job} href={href(`/jobs/${job}`)}>
                        <bdi>{visible(key.slice(key.lastIndexOf('/') + 1))}</bdi>
                      </a>
                    ) : (
                      <bdi key={key}>{visible(key)}</bdi>
                    ),
                  )}
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {items.value.items.length > 0 && (
        <div class="card">
          <h2>{text.items}</h2>
          <ul class="plain">
            {items.value.items.map(({ line, key = '', job, status }) => (
              <li key={line}>
                {status}{' '}
                {job ? (
                  <a href={href(`/jobs/${job}`)}>
                    <bdi>{visible(key)}</bdi>
                  </a>
                ) : (
                  <bdi>{visible(key)}</bdi>
                )}
              </li>
            ))}
          </ul>
          {items.value.next !== undefined && (
            <button type="button" onClick={() => void more()}>
              {words.value.jobs.more}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
