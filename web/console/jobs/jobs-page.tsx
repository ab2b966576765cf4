// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by transform, which a table does not let them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the list has the focus, and says which row is current.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JobRow } from '../../../catalog/console/wire.ts'
import { startPolling } from '../api/poll.ts'
import { request } from '../api/request.ts'
import { VirtualList } from '../list/virtual-list.tsx'
import { go, href, place } from '../shell/router.ts'
import { onKeys } from '../shell/shortcuts.ts'
import { splitKey, visible } from '../text/visible.ts'
import { formatNumber, formatSpan, formatTime } from '../words/format.ts'
import { refusal, words } from '../words/words.ts'
import { JobFilters } from './job-filters.tsx'
import {
  askChanges,
  beginList,
  ended,
  failure,
  fresh,
  loading,
  loadMore,
  rows,
  showFresh,
} from './jobs-store.ts'
import { StateMark } from './state-mark.tsx'

const ROW_HEIGHT = 64
const PACE = { busyMs: 1000, quietMs: 15_000 }

/** All jobs, the newest first. */
export function JobsPage() {
  const { query } = place.value
  const asked = query.toString()
  const current = useSignal(0)
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const said = useSignal('')
  useEffect(() => {
    void beginList(Object.fromEntries(query))
    const polling = startPolling(askChanges, PACE)
    return () => polling.stop()
  }, [asked])
  const toggle = (id: string): void => {
    const next = new Set(chosen.value)
    if (!next.delete(id)) next.add(id)
    chosen.value = next
  }
  const act = async (verb: 'retry' | 'stop' | 'release'): Promise<void> => {
    const told: string[] = []
    for (const id of chosen.value) {
      await request(`/jobs/${id}/${verb}`, { method: 'POST' }).catch((error: unknown) => {
        told.push(refusal(error))
      })
    }
    said.value = [...new Set(told)].join(' ')
    chosen.value = new Set()
  }
  useEffect(
    () =>
      onKeys({
        ArrowDown: () => {
          current.value = Math.min(rows.value.length - 1, current.value + 1)
        },
        ArrowUp: () => {
          current.value = Math.max(0, current.value - 1)
        },
        Enter: () => {
          const row = rows.value[current.value]
          if (row) go(`/jobs/${row.id}`)
        },
        x: () => {
          const row = rows.value[current.value]
          if (row) toggle(row.id)
        },
        r: () => void act('retry'),
      }),
    [],
  )
  const text = words.value.jobs
  const filtered = asked !== ''
  return (
    <section class="page" aria-labelledby="jobs-title">
      <div class="head">
        <h1 id="jobs-title">{text.title}</h1>
        <JobFilters />
      </div>
      <div class="notes" role="status">
        {fresh.value.length > 0 && (
          <button type="button" class="fresh" onClick={showFresh}>
            ↑ {text.fresh(fresh.value.length)}
          </button>
        )}
        {failure.value !== undefined && <span class="trouble">{refusal(failure.value)}</span>}
        {said.value !== '' && <span class="trouble">{said.value}</span>}
      </div>
      {chosen.value.size > 0 && (
        <div class="chosen">
          <span>{text.selected(chosen.value.size)}</span>
          <button type="button" onClick={() => void act('retry')}>
            {text.retry}
          </button>
          <button type="button" onClick={() => void act('stop')}>
            {text.stop}
          </button>
          <button type="button" onClick={() => void act('release')}>
            {text.release}
          </button>
          <button type="button" class="quiet" onClick={() => (chosen.value = new Set())}>
            {text.clear}
          </button>
        </div>
      )}
      {rows.value.length === 0 ? (
        <p class="empty">{ended.value ? (filtered ? text.none : text.empty) : text.loading}</p>
      ) : (
        <VirtualList
          label={text.title}
          count={rows.value.length}
          rowHeight={ROW_HEIGHT}
          current={current.value}
          nearEnd={() => void loadMore()}
          row={(at) => {
            const row = rows.value[at]
            return row && <Row row={row} chosen={chosen.value.has(row.id)} toggle={toggle} />
          }}
        />
      )}
      {loading.value && rows.value.length > 0 && <p class="foot">{text.more}</p>}
    </section>
  )
}

type RowProps = { row: JobRow; chosen: boolean; toggle: (id: string) => void }

function Row({ row, chosen, toggle }: RowProps) {
  const { name, folder } = splitKey(row.key)
  const took = row.finishedAt ? Date.parse(row.finishedAt) - Date.parse(row.createdAt) : undefined
  return (
    <>
      <span role="cell" class="pick">
        <input
          type="checkbox"
          checked={chosen}
          aria-label={`${words.value.keys.select}: ${visible(name)}`}
          onChange={() => toggle(row.id)}
        />
      </span>
      <span role="cell" class="name">
        <a href={href(`/jobs/${row.id}`)}>
          <bdi>{visible(name)}</bdi>
        </a>
        <small>
          <bdi>{visible(folder)}</bdi>
        </small>
      </span>
      <span role="cell" class="recipe">
        {row.recipe}
      </span>
      <span role="cell" class="status">
        <StateMark status={row.status} />
        {row.failure && <small title={row.failure.code}>{visible(row.failure.message)}</small>}
        {row.parked && <small>{visible(row.parked.reason)}</small>}
      </span>
      <span role="cell" class="number">
        {row.units === undefined ? '' : formatNumber(row.units)}
      </span>
      <span role="cell" class="number">
        {took === undefined ? '' : formatSpan(took)}
      </span>
      <span role="cell" class="number">
        <time dateTime={row.createdAt} title={row.createdAt}>
          {formatTime(row.createdAt)}
        </time>
      </span>
    </>
  )
}
