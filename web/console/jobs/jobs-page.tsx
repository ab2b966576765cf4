import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { busyMs } from '../api/pace.ts'
import { startPolling } from '../api/poll.ts'
import { request } from '../api/request.ts'
import { VirtualList } from '../list/virtual-list.tsx'
import { holdWhileRushing, thumbnails } from '../pictures/thumbnail-queue.ts'
import { Age } from '../shell/age.tsx'
import { go, href, place } from '../shell/router.ts'
import { onKeys } from '../shell/shortcuts.ts'
import { mayOperate } from '../sign-in/session.ts'
import { refusal, words } from '../words/words.ts'
import { Find } from './find.tsx'
import { JobFilters } from './job-filters.tsx'
import {
  askChanges,
  beginList,
  ended,
  failure,
  fresh,
  loading,
  loadMore,
  overflowing,
  rows,
  seenAt,
  showFresh,
} from './jobs-store.ts'
import { HeadOfJobs, RowOfJob } from './row-of-job.tsx'

const ROW_HEIGHT = 76
const NARROW_ROW_HEIGHT = 108
const NARROW = matchMedia('(max-width: 760px)')
const PACE = { busyMs: busyMs(location.protocol), quietMs: 15_000 }

/** Changes that are asked for at the same time. */
const LANES = 4

type Verb = 'retry' | 'stop' | 'release'

/** All jobs, the newest first. */
export function JobsPage() {
  const { query } = place.value
  const asked = query.toString()
  const current = useSignal(-1)
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const last = useRef<string | undefined>(undefined)
  const said = useSignal('')
  const rushing = useRef(holdWhileRushing(thumbnails))
  useEffect(() => {
    current.value = -1
    void beginList(Object.fromEntries(query))
    const polling = startPolling(askChanges, PACE)
    return () => polling.stop()
  }, [asked])
  const toggle = (id: string, whole = false): void => {
    const next = new Set(chosen.value)
    const on = !next.has(id)
    const ids = rows.value.map((row) => row.id)
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)]
    const range = whole && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    for (const one of range) {
      if (on) next.add(one)
      else next.delete(one)
    }
    last.current = id
    chosen.value = next
  }
  const act = async (verb: Verb): Promise<void> => {
    const ids = [...chosen.value]
    if (ids.length === 0) return
    const told = new Set<string>()
    let refusedCount = 0
    const lane = async (): Promise<void> => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        await request(`/jobs/${id}/${verb}`, { method: 'POST' }).catch((error: unknown) => {
          refusedCount += 1
          told.add(refusal(error))
        })
      }
    }
    const count = ids.length
    await Promise.all(Array.from({ length: LANES }, lane))
    const result = words.value.jobs.done(count - refusedCount, refusedCount)
    said.value = [result, ...[...told].slice(0, 3)].join(' ')
    chosen.value = new Set()
  }
  const currentRow = () => rows.value[current.value]
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
          const row = currentRow()
          if (row) go(`/jobs/${row.id}`)
        },
        x: () => {
          const row = currentRow()
          if (row && mayOperate()) toggle(row.id)
        },
        r: () => void act('retry'),
        n: showNew,
        '/': () => document.getElementById('find')?.focus(),
      }),
    [],
  )
  const text = words.value.jobs
  const narrow = useSignal(NARROW.matches)
  useEffect(() => {
    const changed = (): void => {
      narrow.value = NARROW.matches
    }
    NARROW.addEventListener('change', changed)
    return () => NARROW.removeEventListener('change', changed)
  }, [])
  return (
    <section class="page" aria-labelledby="jobs-title">
      <div class="head">
        <h1 id="jobs-title">{text.title}</h1>
        <Find />
        <JobFilters />
      </div>
      <div class="notes is-kept" role="status">
        {fresh.value.length > 0 && (
          <button type="button" class="fresh" onClick={showNew}>
            <span aria-hidden="true">↑ </span>
            {overflowing.value
              ? text.manyFresh(fresh.value.length)
              : text.fresh(fresh.value.length)}
          </button>
        )}
        {failure.value !== undefined && <span class="trouble">{refusal(failure.value)}</span>}
        <Age since={seenAt} failed={failure.value !== undefined} />
        {said.value !== '' && <span>{said.value}</span>}
      </div>
      {rows.value.length === 0 ? (
        <Nothing filtered={asked !== ''} state={place.value.query.get('state')} />
      ) : (
        <VirtualList
          label={text.title}
          count={rows.value.length}
          whole={ended.value}
          rowHeight={narrow.value ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
          current={current.value}
          head={<HeadOfJobs />}
          nearEnd={() => void loadMore()}
          scrolled={rushing.current}
          keyOf={(at) => rows.value[at]?.id ?? String(at)}
          open={(at) => {
            const row = rows.value[at]
            if (row) go(`/jobs/${row.id}`)
          }}
          row={(at) => {
            const row = rows.value[at]
            return (
              row && (
                <RowOfJob
                  row={row}
                  chosen={chosen.value.has(row.id)}
                  toggle={mayOperate() ? toggle : undefined}
                />
              )
            )
          }}
        />
      )}
      {chosen.value.size > 0 && (
        <div class="chosen" role="toolbar" aria-label={text.selected(chosen.value.size)}>
          <strong>{text.selected(chosen.value.size)}</strong>
          {(['retry', 'stop', 'release'] as const).map((verb) => (
            <button key={verb} type="button" onClick={() => void act(verb)}>
              {text[verb]}
            </button>
          ))}
          <button type="button" class="quiet" onClick={() => (chosen.value = new Set())}>
            {text.clear}
          </button>
        </div>
      )}
    </section>
  )
}

/** Shows what is new, at the top of the list. */
function showNew(): void {
  showFresh()
  document.querySelector('.list')?.scrollTo({ top: 0 })
}

/** What stands where no row does: why, and what comes next. */
function Nothing({ filtered, state }: { filtered: boolean; state: string | null }) {
  const text = words.value.jobs
  if (!ended.value) return <p class="empty">{loading.value ? text.loading : ''}</p>
  return (
    <div class="empty">
      <p>{state === 'failed' ? text.noneFailed : filtered ? text.none : text.empty}</p>
      {filtered ? (
        <p class="actions">
          {state === 'failed' && (
            <a class="button" href={href('/jobs?state=refused')}>
              {text.seeRefused}
            </a>
          )}
          <button type="button" onClick={() => go('/jobs')}>
            {text.clearFilters}
          </button>
        </p>
      ) : (
        <>
          {mayOperate() && (
            <p>
              <a class="button main" href={href('/drop')}>
                {text.dropFiles}
              </a>
            </p>
          )}
          <p>{text.emptyNext}</p>
          <pre>darkroom drop photo.jpg --recipe slim</pre>
        </>
      )}
    </div>
  )
}
