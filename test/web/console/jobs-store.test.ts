import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobRow } from '../../../catalog/console/wire.ts'
import {
  askChanges,
  beginList,
  ended,
  fresh,
  loadMore,
  rows,
  showFresh,
} from '../../../web/console/jobs/jobs-store.ts'

const BEGUN = Date.parse('2026-01-31T10:00:00.000Z')

/** All jobs of the console, the oldest first. */
let jobs: JobRow[] = []

function begin(count: number): void {
  for (let nth = 0; nth < count; nth++) {
    const at = jobs.length
    const createdAt = new Date(BEGUN + at).toISOString()
    jobs.push({
      id: `job-${String(at).padStart(5, '0')}`,
      status: 'succeeded',
      createdAt,
    } as JobRow)
  }
}

const cursorOf = ({ createdAt, id }: JobRow): string => `${createdAt}~${id}`

/** A console that lists its jobs by cursor, and tells what began after one. */
async function answer(path: string, { body }: { body?: string } = {}): Promise<unknown> {
  const { searchParams } = new URL(path, 'http://127.0.0.1')
  const newest = jobs.toReversed()
  if (path.endsWith('/changes')) {
    const { since } = JSON.parse(body ?? '{}') as { since: string }
    return { fresh: newest.filter((job) => cursorOf(job) > since), changed: [], more: false }
  }
  const before = searchParams.get('before') ?? '~'
  const limit = Number(searchParams.get('limit'))
  const below = newest.filter((job) => cursorOf(job) < before)
  const page = below.slice(0, limit)
  const last = page.at(-1)
  return { jobs: page, ...(below.length > limit && last && { next: cursorOf(last) }) }
}

beforeEach(() => {
  jobs = []
  vi.stubGlobal('fetch', async (path: string, given?: { body?: string }) => {
    const json = await answer(path, given)
    return { ok: true, status: 200, json: async () => json }
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a list that new rows are shown above keeps a thousand, and reads the others again', async () => {
  begin(50)
  await beginList({})
  expect(ended.value).toBe(true)
  for (let round = 0; round < 20; round++) {
    begin(100)
    await askChanges()
    expect(fresh.value).toHaveLength(100)
    showFresh()
  }
  expect(rows.value).toHaveLength(1_000)
  expect(ended.value).toBe(false)
  while (!ended.value) await loadMore()
  expect(rows.value.map(({ id }) => id)).toEqual(jobs.toReversed().map(({ id }) => id))
})
