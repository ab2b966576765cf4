import type { Page, Route } from 'playwright-core'
import type { ChangesAnswer, JobRow, JobsAnswer } from '../../../catalog/console/wire.ts'

/** Jobs that a test answers a page with, in the place of the console. */
export type AnsweredJobs = {
  /** What the next question for changes is answered with; nothing answers where it is undefined. */
  changes: Pick<ChangesAnswer, 'fresh' | 'changed'> | undefined
  /** Questions that were answered, by the last part of their paths. */
  asked: Record<string, number>
}

const NEWEST = Date.parse('2026-11-26T12:00:00Z')

/** A job that ended, `nth` seconds before the newest one. */
export function jobNumbered(nth: number, status: JobRow['status'] = 'succeeded'): JobRow {
  const createdAt = new Date(NEWEST - nth * 1000).toISOString()
  return {
    id: `job-${String(nth + 1_000_000).padStart(40, '0')}`,
    status,
    createdAt,
    key: `drop/slim/session/${nth}.jpg`,
    size: 1000,
    recipe: 'slim',
    attempt: 0,
    batched: false,
    results: ['result-0'],
    ...(status === 'running' ? {} : { finishedAt: createdAt, units: 1 }),
  }
}

/** Answers a page's questions for jobs with `count` of them, and its pictures with one pixel. */
export async function answerJobs(page: Page, count: number): Promise<AnsweredJobs> {
  const answered: AnsweredJobs = { changes: { fresh: [], changed: [] }, asked: {} }
  const note = (name: string): void => {
    answered.asked[name] = (answered.asked[name] ?? 0) + 1
  }
  await page.route('**/console/api/jobs?*', async (route) => {
    note('jobs')
    const before = new URL(route.request().url()).searchParams.get('before')
    const from = before === null ? 0 : Number(before.slice(-7)) - 1_000_000 + 1
    const jobs = Array.from({ length: Math.min(100, count - from) }, (_, at) =>
      jobNumbered(from + at),
    )
    const last = jobs.at(-1)
    const next = from + 100 < count && last ? { next: `${last.createdAt}~${last.id}` } : {}
    await route.fulfill({ json: { jobs, ...next } satisfies JobsAnswer })
  })
  await page.route('**/console/api/changes', async (route) => {
    note('changes')
    const { changes } = answered
    if (!changes) return route.abort()
    await route.fulfill({ json: { at: new Date().toISOString(), more: false, ...changes } })
  })
  await page.route('**/console/api/pictures/**', answerPicture)
  return answered
}

/** Answers with a picture of one pixel. */
export async function answerPicture(route: Route): Promise<void> {
  await route.fulfill({ contentType: 'image/gif', body: PIXEL })
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
