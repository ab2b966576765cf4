import type { Page } from 'playwright-core'
import type { ChangesAnswer, JobRow, JobsAnswer } from '../../../catalog/console/wire.ts'
import { answerPicture, jobNumbered } from './answer-jobs.ts'

/** Jobs that begin and end while a page looks, answered as the console does: by cursors. */
export type LiveJobs = {
  /** Begins a job. */
  begin(): JobRow
  /** Ends a running job with a number of units. */
  end(row: JobRow, units: number): void
  running(): JobRow[]
  readonly count: number
  /** Whether nothing answers. */
  offline: boolean
  readonly asked: {
    /** Questions for the list. */
    jobs: number
    /** Questions for changes that were answered with a part of them. */
    withMore: number
    /** Questions for changes. */
    changes: number
    /** Of these jobs the page has asked how they are. */
    running: Set<string>
  }
}

const MOST_FRESH = 50

/** Answers a page's questions for jobs, of which there are `count` at first. */
export async function liveJobs(page: Page, count: number): Promise<LiveJobs> {
  // The newest first.
  const jobs = Array.from({ length: count }, (_, nth) => jobNumbered(nth))
  let next = -1
  const live: LiveJobs = {
    begin: () => {
      const row = jobNumbered(next--, 'running')
      jobs.unshift(row)
      return row
    },
    end: (row, units) => {
      const at = jobs.findIndex(({ id }) => id === row.id)
      jobs[at] = { ...row, status: 'succeeded', finishedAt: row.createdAt, units }
    },
    running: () => jobs.filter(({ status }) => status === 'running'),
    get count() {
      return jobs.length
    },
    offline: false,
    asked: { jobs: 0, changes: 0, withMore: 0, running: new Set() },
  }
  const { asked: told } = live
  await page.route('**/console/api/jobs?*', async (route) => {
    if (live.offline) return route.abort()
    told.jobs += 1
    const { searchParams } = new URL(route.request().url())
    const before = searchParams.get('before')
    const state = searchParams.get('state')
    const listed = jobs.filter(({ status }) => state === null || status === state)
    const from = before === null ? 0 : listed.findIndex((row) => cursorOf(row) < before)
    const limit = Number(searchParams.get('limit'))
    const rows = from < 0 ? [] : listed.slice(from, from + limit)
    const last = rows.at(-1)
    const more = last !== undefined && last !== listed.at(-1)
    const json: JobsAnswer = { jobs: rows, ...(more && { next: cursorOf(last) }) }
    await route.fulfill({ json })
  })
  await page.route('**/console/api/changes', async (route) => {
    if (live.offline) return route.abort()
    told.changes += 1
    const { since, running } = route.request().postDataJSON() as {
      since: string
      running: string[]
    }
    const asked = new Set(running)
    for (const id of running) told.running.add(id)
    const fresh = jobs.filter((row) => cursorOf(row) > since).slice(0, MOST_FRESH)
    const json: ChangesAnswer = {
      at: new Date().toISOString(),
      fresh,
      more: fresh.length >= MOST_FRESH,
      changed: jobs.filter(({ id }) => asked.has(id)),
    }
    if (json.more) told.withMore += 1
    await route.fulfill({ json })
  })
  await page.route('**/console/api/pictures/**', answerPicture)
  return live
}

function cursorOf({ createdAt, id }: JobRow): string {
  return `${createdAt}~${id}`
}
