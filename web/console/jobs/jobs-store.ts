import { signal } from '@preact/signals'
import type { ChangesAnswer, JobRow, JobsAnswer } from '../../../catalog/console/wire.ts'
import type { Found } from '../api/pace.ts'
import { request, withQuery } from '../api/request.ts'
import { mergeChanged } from './merge-changed.ts'

export type JobFilter = {
  recipe?: string
  state?: string
  reason?: string
  before?: string
  /** A day of whoever looks, `2026-11-26`: its jobs alone are listed. */
  day?: string
}

/** The rows that are listed, the newest first. */
export const rows = signal<readonly JobRow[]>([])
/** Rows that began since, and are shown when they are asked for: what is read does not move. */
export const fresh = signal<readonly JobRow[]>([])
/** Whether more is new than is kept. */
export const overflowing = signal(false)
export const loading = signal(false)
export const ended = signal(false)
/** When the last answer came, epoch milliseconds. */
export const seenAt = signal(Date.now())
export const failure = signal<unknown>(undefined)

/** How far back an empty list looks for what is new, in milliseconds: clocks of a browser and a server differ. */
const EMPTY_MS = 3_600_000

/** Rows that are kept until they are asked for; of more than these the list begins anew then. */
const MOST_FRESH = 200

/** Rows that stay when new ones are shown at the top; those below are read again once they are reached. */
const MOST_KEPT = 1_000

/** Running jobs that a filter leaves out until they have come to what it asks for. */
let coming = new Set<string>()
/** The ids of all rows, shown or kept: a list may be of hundreds of thousands. */
let known = new Set<string>()
let filter: JobFilter = {}
let next: string | undefined
let head: string | undefined

/** Begins the list anew under a filter. */
export async function beginList(asked: JobFilter): Promise<void> {
  filter = asked
  next = undefined
  head = undefined
  known = new Set()
  coming = new Set()
  rows.value = []
  fresh.value = []
  overflowing.value = false
  ended.value = false
  await loadMore()
  if (asked === filter && mayCome(asked)) await awaitComing(asked)
}

/** Adds the next page. One may hold nothing and yet have another behind it, as of a day without jobs. */
export async function loadMore(): Promise<void> {
  if (loading.value || ended.value) return
  loading.value = true
  const asked = filter
  const shown = rows.value.length
  try {
    do await addPage()
    while (asked === filter && !ended.value && rows.value.length === shown)
    failure.value = undefined
  } catch (error) {
    failure.value = error
  } finally {
    loading.value = false
  }
  // Another filter was asked for meanwhile, and found this one at work.
  if (asked !== filter) await loadMore()
}

async function addPage(): Promise<void> {
  const asked = filter
  const { day, ...fields } = filter
  const { begin, end } = boundsOf(day)
  const before = next ?? filter.before ?? end
  const answer = await request<JobsAnswer>(withQuery('/jobs', { ...fields, before, limit: '100' }))
  if (asked !== filter) return
  const within = answer.jobs.filter(({ createdAt }) => createdAt >= begin)
  rows.value = [...rows.value, ...unknown(within)]
  head ??= answer.jobs[0] && cursorOf(answer.jobs[0])
  const passed = within.length < answer.jobs.length || (answer.next ?? '') < begin
  next = passed ? undefined : answer.next
  ended.value = next === undefined
  seenAt.value = Date.now()
}

/** Shows what began since. */
export function showFresh(): void {
  if (overflowing.value) {
    void beginList(filter)
    return
  }
  rows.value = keepNewest([...fresh.value, ...rows.value])
  fresh.value = []
}

/** The first of some rows; without an end a page that is open for days would hold all that was dropped since. */
function keepNewest(all: readonly JobRow[]): readonly JobRow[] {
  const kept = all.slice(0, MOST_KEPT)
  const last = kept.at(-1)
  // A page that is on its way continues the list as it is.
  if (kept.length === all.length || last === undefined || loading.value) return all
  known = new Set(kept.map(({ id }) => id))
  next = cursorOf(last)
  ended.value = false
  return kept
}

/** One question: what is new, and how are the running jobs that are listed. */
export async function askChanges(): Promise<Found> {
  // What is new is told after the newest row that is known, which is under way.
  if (loading.value && head === undefined) return 'busy'
  const running = rows.value
    .concat(fresh.value)
    .filter(isOpen)
    .map(({ id }) => id)
    .concat(...coming)
    .slice(0, 200)
  const since = head ?? new Date(Date.now() - EMPTY_MS).toISOString()
  const asked = filter
  const answer = await request<ChangesAnswer>('/changes', {
    method: 'POST',
    body: { since, running },
  }).catch((error: unknown) => {
    failure.value = error
    throw error
  })
  if (asked !== filter) return 'busy'
  const { changed } = answer
  const found = answer.more ? await newest(since) : answer.fresh
  if (asked !== filter) return 'busy'
  seenAt.value = Date.now()
  failure.value = undefined
  takeComing(changed)
  rows.value = mergeChanged(rows.value, changed)
  fresh.value = mergeChanged(fresh.value, changed)
  const [first] = found
  if (first && filter.before === undefined && filter.day === undefined) {
    const passing = unknown(found.filter((row) => passes(row, filter)))
    if (mayCome(filter)) for (const row of found) if (isOpen(row)) coming.add(row.id)
    if (rows.value.length === 0 && fresh.value.length === 0) rows.value = passing
    else keepFresh(passing, found.length)
    head = cursorOf(first)
  }
  return running.length > 0 || found.length > 0 ? 'busy' : 'quiet'
}

/** Those of some rows that are not listed yet, which they are from now on. */
function unknown(found: readonly JobRow[]): JobRow[] {
  const rest = found.filter(({ id }) => !known.has(id))
  for (const { id } of rest) known.add(id)
  return rest
}

/** Whether a filter asks for how jobs end. */
function mayCome({ state, reason, before, day }: JobFilter): boolean {
  const ends = (state !== undefined && state !== 'running' && state !== 'parked') || reason
  return Boolean(ends) && before === undefined && day === undefined
}

function isOpen({ status }: JobRow): boolean {
  return status === 'running' || status === 'parked'
}

/** Looks which jobs run, so that their ends are seen under a filter that leaves them out. */
async function awaitComing(asked: JobFilter): Promise<void> {
  const fields = { state: 'running', recipe: asked.recipe, limit: '200' }
  const running = await request<JobsAnswer>(withQuery('/jobs', fields)).catch(() => undefined)
  if (asked === filter) for (const { id } of running?.jobs ?? []) coming.add(id)
}

/** Keeps those as new that have come to what the filter asks for. */
function takeComing(changed: readonly JobRow[]): void {
  const arrived = changed.filter((row) => !isOpen(row) && coming.delete(row.id))
  const passing = unknown(arrived.filter((row) => passes(row, filter)))
  if (passing.length > 0) keepFresh(passing, passing.length)
}

function keepFresh(passing: readonly JobRow[], found: number): void {
  const all = [...passing, ...fresh.value]
  if (found >= MOST_FRESH || all.length > MOST_FRESH) overflowing.value = true
  fresh.value = all.slice(0, MOST_FRESH)
}

/** What began after a row, where one answer does not hold it all: as after an hour with the page hidden. */
async function newest(since: string): Promise<JobRow[]> {
  const page = await request<JobsAnswer>(withQuery('/jobs', { limit: String(MOST_FRESH) }))
  return page.jobs.filter((row) => cursorOf(row) > since)
}

function passes({ recipe, status, failure: why }: JobRow, asked: JobFilter): boolean {
  return (
    (!asked.recipe || recipe === asked.recipe) &&
    (!asked.state || status === asked.state) &&
    (!asked.reason || why?.code === asked.reason)
  )
}

/** Where a day of whoever looks begins and ends, in UTC. */
function boundsOf(day: string | undefined): { begin: string; end?: string } {
  const from = day === undefined ? Number.NaN : new Date(`${day}T00:00`).getTime()
  if (Number.isNaN(from)) return { begin: '' }
  const end = new Date(from)
  end.setDate(end.getDate() + 1)
  return { begin: new Date(from).toISOString(), end: end.toISOString() }
}

function cursorOf({ createdAt, id }: JobRow): string {
  return `${createdAt}~${id}`
}
