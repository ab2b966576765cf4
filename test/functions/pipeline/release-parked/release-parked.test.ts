import { expect, test } from 'vitest'
import type { Budget } from '../../../../catalog/costs/budget.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { releaseParked } from '../../../../functions/pipeline/release-parked/release-parked.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'

const DAY = '2026-01-02'
const NOON = Date.parse(`${DAY}T12:00:00Z`)
const MINUTE = 60_000

/** A job of one unit, parked since the minute of its number. */
function parked(number: number, name = 'lift'): Job {
  const since = new Date(NOON - 86_400_000 + number * MINUTE).toISOString()
  return {
    id: `job-${number}`,
    status: 'parked',
    attempt: 0,
    createdAt: since,
    source: { bucket: 'drop', key: `drop/${name}/${number}.jpg`, version: 'v', size: 1_000 },
    recipe: {
      name,
      plan: parseRecipe({
        steps: [{ feature: 'face-lift', parameters: { features: { eye_bag: 10 } } }],
      }),
    },
    parked: { reason: 'units', since, until: `${DAY}T00:00:00.000Z` },
  }
}

async function world(budget: Budget, jobs: readonly Job[]) {
  const stored = memoryJobs()
  for (const job of jobs) await stored.create(job)
  const account = memoryBudgetAccount()
  const looked: string[] = []
  const pages: (string | undefined)[] = []
  const deps = {
    jobs: {
      ...stored,
      // Two a page, as the table gives a thousand.
      listParked: async (after?: { id: string; createdAt: string }) => {
        pages.push(after?.id)
        const { jobs: all } = await stored.listParked()
        const from = after ? all.findIndex(({ id }) => id === after.id) + 1 : 0
        const page = all.slice(from, from + 2)
        const last = page.at(-1)
        return { jobs: page, ...(last && from + 2 < all.length && { after: last }) }
      },
    },
    budgetAccount: account,
    budget,
    lookAgain: async (id: string) => void looked.push(id),
    now: () => NOON,
  }
  return { run: () => releaseParked(deps), account, looked, pages, stored }
}

test('as many are looked at again as the day has left, the oldest first, over all pages', async () => {
  const { run, account, looked, pages } = await world(
    { units: 5 },
    [1, 2, 3, 4, 5].map((number) => parked(number)),
  )
  await account.addEntry(DAY, 'job-0 begins', { by: 'me', at: NOON, adds: { units: 1 } })
  expect(await run()).toBe(4)
  expect(looked).toEqual(['job-1', 'job-2', 'job-3', 'job-4'])
  expect(pages).toEqual([undefined, 'job-2', 'job-4'])
})

test('a recipe without room does not hold up the others', async () => {
  const { run, looked } = await world({ units: 9, recipes: { slow: { units: 0 } } }, [
    parked(1, 'slow'),
    parked(2),
    parked(3, 'slow'),
  ])
  expect(await run()).toBe(1)
  expect(looked).toEqual(['job-2'])
})

const OLD = NOON - 15 * MINUTE
test.each([
  ['is given back where the job neither runs nor waits', OLD - 1, 'failed', 0],
  ['is left alone for a quarter of an hour', OLD, 'failed', 1],
  ['is left to a job that waits, which finds it', OLD - 1, 'parked', 1],
] as const)('a reservation that a crash left behind %s', async (_, at, status, left) => {
  const { run, account, stored } = await world({ units: 0 }, [parked(1)])
  await stored.create({ ...parked(7), id: 'job-7', status })
  await account.addEntry(DAY, 'job-7 begins', { by: 'me', at, adds: { units: 1 } })
  await run()
  expect((await account.read(DAY)).totals['units']).toBe(left)
})

test.each([
  'failed',
  // On another day it makes another entry, and never finds that one.
  'parked',
] as const)('and that of yesterday, too, of a job that is %s', async (status) => {
  const { run, account, stored } = await world({ units: 0 }, [])
  await stored.create({ ...parked(7), id: 'job-7', status })
  await account.addEntry('2026-01-01', 'job-7 begins', { by: 'me', at: 0, adds: { units: 1 } })
  await run()
  expect((await account.read('2026-01-01')).totals['units']).toBe(0)
})

test('a reservation whose job has taken it stays counted', async () => {
  const { run, account, stored } = await world({ units: 0 }, [])
  const adds = { units: 1 }
  const job: Job = { ...parked(7), status: 'running', funding: { day: DAY, by: 'me', adds } }
  await stored.create(job)
  await account.addEntry(DAY, 'job-7 begins', { by: 'me', at: 0, adds })
  await run()
  expect(account.pending()).toEqual([])
  expect((await account.read(DAY)).totals['units']).toBe(1)
})

test('five thousand are released at once, and the others with the next run', async () => {
  let asked = 0
  const page = (length: number) => ({
    jobs: Array<Job>(length).fill(parked(1)),
    after: { id: 'job-1', createdAt: '' },
  })
  const pages = [page(4_999), page(2), page(1)]
  const deps = {
    jobs: { ...memoryJobs(), listParked: async () => pages.shift()! },
    budgetAccount: memoryBudgetAccount(),
    budget: {},
    lookAgain: async () => void asked++,
    now: () => NOON,
  }
  expect(await releaseParked(deps)).toBe(5_000)
  expect([asked, pages.length]).toEqual([5_000, 1])
})
