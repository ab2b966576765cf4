import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { settleJob } from '../../../../../functions/pipeline/core/budget/settle-job.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import type { TrailTask } from '../../../../../functions/pipeline/core/ports/trail.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'

const DAY = '2026-01-01'
const MOST = 1200

/** A job that reserved the most and failed before a task was made. */
function failedJob(): Job {
  return {
    id: 'job-1',
    status: 'failed',
    attempt: 0,
    createdAt: `${DAY}T00:00:00.000Z`,
    source: { bucket: 'drop', key: 'drop/beach/a.mp4', version: 'v', size: 2_000_000 },
    recipe: { name: 'beach' },
    funding: { day: DAY, by: 'me', adds: { units: MOST } },
    failure: { code: 'NoTarget', message: 'Nobody.', state: 'ChooseTarget', retryable: false },
  }
}

/** The day's units in the budget account after the end of a job whose video might have cost the most. */
async function unitsLeft(
  task: Partial<TrailTask>,
  changes: Partial<Job> = {},
): Promise<number | undefined> {
  const budgetAccount = memoryBudgetAccount()
  const jobs = memoryJobs()
  let made = 0
  const deps = { jobs, budgetAccount, uniqueId: () => `one-${made++}`, now: () => Date.parse(DAY) }
  const adds = { units: MOST }
  await budgetAccount.addEntry(DAY, 'job-1 begins', { by: 'me', at: 0, adds })
  const job: Job = {
    id: 'job-1',
    status: 'succeeded',
    attempt: 0,
    createdAt: `${DAY}T00:00:00.000Z`,
    source: { bucket: 'drop', key: 'drop/beach/a.mp4', version: 'v', size: 2_000_000 },
    recipe: {
      name: 'beach',
      plan: parseRecipe({
        steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/a.png' } } }],
      }),
    },
    funding: { day: DAY, by: 'me', adds },
    trail: {
      steps: [
        {
          feature: 'bg-replace-vid',
          detection: null,
          tasks: [{ index: 0, taskId: 't', status: 'success', ...task }],
        },
      ],
      states: [],
    },
    ...changes,
  }
  await settleJob(job, deps)
  // Settling twice has the effect of settling once.
  await settleJob(job, deps)
  return (await budgetAccount.read(DAY)).totals['units']
}

test('what a job gives back makes no room before it is certain that it is given back once', async () => {
  const budgetAccount = memoryBudgetAccount()
  const deps = { budgetAccount, uniqueId: () => 'two', now: () => Date.parse(DAY) }
  const room = async (): Promise<number | undefined> =>
    (await budgetAccount.read(DAY)).totals['units']
  await budgetAccount.addEntry(DAY, 'job-1 begins', { by: 'me', at: 0, adds: { units: MOST } })
  const crash = { claimSettlement: async () => Promise.reject(new Error('crash')) }
  await expect(settleJob(failedJob(), { ...deps, jobs: crash })).rejects.toThrow('crash')
  expect(await room()).toBe(MOST)
  await settleJob(failedJob(), { ...deps, jobs: { claimSettlement: async (_, by) => by } })
  expect(await room()).toBe(0)
  // Somebody who comes once more gives back nothing, not even for a moment.
  await expect(settleJob(failedJob(), { ...deps, jobs: crash })).rejects.toThrow('crash')
  expect(await room()).toBe(0)
})

test('what was not reserved is added whole, and what was is replaced', async () => {
  const budgetAccount = memoryBudgetAccount()
  const deps = { budgetAccount, jobs: memoryJobs(), uniqueId: () => 'one', now: () => 0 }
  await budgetAccount.addEntry(DAY, 'job-1 begins', { by: 'me', at: 0, adds: { units: MOST } })
  await settleJob(failedJob(), deps)
  const { totals } = await budgetAccount.read(DAY)
  expect(totals).toMatchObject({ units: 0, 'units:beach': 0 })
  const { dollars = Number.NaN } = totals
  // A job that made no task costs AWS's own fractions of a cent.
  expect(dollars).toBeGreaterThanOrEqual(0)
  expect(dollars).toBeLessThan(0.01)
  expect(totals['dollars:beach']).toBe(dollars)
})

test('a video of unknown length releases what the service did not charge', async () => {
  expect(await unitsLeft({ charge: { units: 180, seconds: 9 } })).toBe(180)
})

test('without a reported charge the whole reservation stays', async () => {
  expect(await unitsLeft({ charge: null })).toBe(MOST)
  expect(await unitsLeft({})).toBe(MOST)
})

test('a failed task releases the whole reservation', async () => {
  expect(await unitsLeft({ status: 'error' })).toBe(0)
  expect(await unitsLeft({ status: 'error', charge: { units: 0 } })).toBe(0)
})

test.each([
  ['Execution', MOST],
  ['EachTarget', MOST],
  ['CreateTask', 0],
  ['Deliver', 0],
])('a job that failed in %s: tasks that no state reported may still cost', async (state, left) => {
  const failure = { code: 'JobFailed', message: 'It failed.', state, retryable: true } as const
  expect(await unitsLeft({ status: 'error' }, { status: 'failed', failure })).toBe(left)
})

test('a task that was certainly never created costs nothing, unless it was tried again', async () => {
  const never = { status: undefined, taskId: undefined, failure: { Error: 'TaskRefused' } }
  expect(await unitsLeft(never as never)).toBe(0)
  expect(await unitsLeft({ ...never, retries: 0 } as never)).toBe(0)
  expect(await unitsLeft({ ...never, retries: 1 } as never)).toBe(MOST)
  for (const code of ['CreationUnknown', 'ServiceBusy', 'Elsewhere']) {
    expect(await unitsLeft({ ...never, failure: { Error: code } } as never), code).toBe(MOST)
  }
})

test('a job without a reservation leaves the account alone', async () => {
  expect(await unitsLeft({ status: 'error' }, { funding: undefined } as never)).toBe(MOST)
})
