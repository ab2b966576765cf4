import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type {
  BatchItemsAnswer,
  BatchShown,
  FailureGroup,
  FailuresAnswer,
} from '../../../catalog/console/wire.ts'
import { reasonAlone } from '../../../catalog/failures/ended-in.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { startPolling } from '../api/poll.ts'
import { request, withQuery } from '../api/request.ts'
import { StateMark } from '../jobs/state-mark.tsx'
import { Thumbnail } from '../pictures/thumbnail.tsx'
import { Age } from '../shell/age.tsx'
import { go, href } from '../shell/router.ts'
import { mayOperate } from '../sign-in/session.ts'
import { splitKey } from '../text/split-key.ts'
import { formatBytes, formatNumber, formatTime } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'
import { BatchBar, BatchCounts } from './batch-bar.tsx'
import type { Progress } from './download-results.ts'

/** One batch: how far it is, what did not work out by reason, its files, and its results as an archive. */
export function BatchPage({ id }: { id: string }) {
  const batch = useSignal<BatchShown | undefined>(undefined)
  const failures = useSignal<FailuresAnswer | undefined>(undefined)
  const items = useSignal<BatchItemsAnswer>({ items: [] })
  const trouble = useSignal('')
  const seenAt = useSignal(Date.now())
  useEffect(() => {
    const polling = startPolling(
      async () => {
        try {
          const found = (await request<{ batch: BatchShown }>(`/batches/${id}`)).batch
          const ended = found.status !== 'running' && batch.value?.status !== found.status
          batch.value = found
          trouble.value = ''
          seenAt.value = Date.now()
          if (ended) {
            failures.value = await request<FailuresAnswer>(`/batches/${id}/failures`)
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
  const act = async (verb: 'redrive' | 'stop', body: object = {}): Promise<void> => {
    try {
      const { batch: next } = await request<{ batch?: string }>(`/batches/${id}/${verb}`, {
        method: 'POST',
        body,
      })
      if (next !== undefined && next !== id) go(`/batches/${next}`)
      else batch.value = (await request<{ batch: BatchShown }>(`/batches/${id}`)).batch
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
  if (!found) return <p class="page empty">{trouble.value || words.value.jobs.loading}</p>
  const ended = found.status !== 'running'
  return (
    <section class="page" aria-labelledby="batch-title">
      <div class="head">
        <div class="title">
          <nav class="trail" aria-label={text.title}>
            <a href={href('/batches')}>← {text.title}</a>
          </nav>
          <h1 id="batch-title">
            <bdi>{printable(found.recipe)}</bdi>
          </h1>
          <p class="under">
            <StateMark status={found.status} />
            <bdi>{printable(found.manifest.key)}</bdi>
            <time dateTime={found.createdAt} title={found.createdAt}>
              {formatTime(found.createdAt)}
            </time>
          </p>
        </div>
        <div class="actions">
          {ended && found.succeeded > 0 && (
            <Download id={id} trouble={(said) => (trouble.value = said)} />
          )}
          {found.status === 'failed' && mayOperate() && (
            <Redrive redrive={(body) => act('redrive', body)} />
          )}
          {!ended && mayOperate() && (
            <button type="button" onClick={() => void act('stop')}>
              {text.stop}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        <Age since={seenAt} failed={trouble.value !== ''} />
        {found.failure && <bdi>{printable(found.failure.message)}</bdi>}
      </p>
      <BatchBar batch={found} />
      <BatchCounts batch={found} />
      {ended && failures.value && (
        <section class="card" aria-labelledby="failures-title">
          <h2 id="failures-title">{text.failures}</h2>
          {failures.value.groups.length === 0 && <p class="small">{text.noFailures}</p>}
          <ul class="plain groups">
            {failures.value.groups.map((group) => (
              <Group key={`${group.code} ${group.message}`} group={group} />
            ))}
          </ul>
          {failures.value.more && <p class="small">{text.moreFailures}</p>}
        </section>
      )}
      <section class="card" aria-labelledby="items-title">
        <h2 id="items-title">{text.items}</h2>
        {!ended && <p class="small">{text.itemsLater}</p>}
        <ul class="plain items">
          {items.value.items.map(({ line, key = '', job, status }) => (
            <li key={line}>
              <StateMark status={status} />
              {job ? (
                <a href={href(`/jobs/${job}`)}>
                  <bdi>{printable(key)}</bdi>
                </a>
              ) : (
                <bdi>{printable(key)}</bdi>
              )}
            </li>
          ))}
        </ul>
        {items.value.next !== undefined && (
          <button type="button" onClick={() => void more()}>
            {words.value.jobs.showMore}
          </button>
        )}
      </section>
    </section>
  )
}

function Group({ group: { code, message, count, examples } }: { group: FailureGroup }) {
  return (
    <li class="group">
      <p>
        <strong class="count">{formatNumber(count)}</strong>{' '}
        <bdi>{printable(reasonAlone(message))}</bdi> <code>{printable(code)}</code>
      </p>
      <div class="examples">
        {examples.map(({ job, key = '' }) =>
          job ? (
            <a key={job} href={href(`/jobs/${job}`)}>
              <Thumbnail job={job} which="source" large />
              <bdi>{printable(splitKey(key).name)}</bdi>
            </a>
          ) : (
            <bdi key={key}>{printable(key)}</bdi>
          ),
        )}
      </div>
    </li>
  )
}

function Redrive({ redrive }: { redrive: (body: object) => Promise<void> }) {
  const tolerate = useSignal('')
  const text = words.value.batches
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        void redrive(tolerate.value === '' ? {} : { tolerate: Number(tolerate.value) })
      }}
    >
      <label class="row">
        {text.tolerate}
        <input
          type="number"
          min={0}
          max={100}
          step={1}
          value={tolerate.value}
          onInput={(event) => (tolerate.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        {text.redrive}
      </button>
    </form>
  )
}

function Download({ id, trouble }: { id: string; trouble: (said: string) => void }) {
  const progress = useSignal<Progress | undefined>(undefined)
  const done = useSignal(false)
  const text = words.value.batches
  const begin = async (): Promise<void> => {
    const gone = new AbortController()
    done.value = false
    try {
      const { downloadResults } = await import('./download-results.ts')
      progress.value = await downloadResults(id, gone.signal, (seen) => (progress.value = seen))
      done.value = true
    } catch (error) {
      progress.value = undefined
      if ((error as Error).name !== 'AbortError') trouble(refusal(error))
    }
  }
  const { files = 0, bytes = 0, missing = 0 } = progress.value ?? {}
  return (
    <>
      <span role="status" class="small">
        {progress.value &&
          text[done.value ? 'downloaded' : 'downloading'](
            formatNumber(files),
            formatBytes(bytes),
          )}{' '}
        {missing > 0 && text.notThere(missing)}
      </span>
      <button
        type="button"
        disabled={progress.value !== undefined && !done.value}
        onClick={() => void begin()}
      >
        {text.download}
      </button>
    </>
  )
}
