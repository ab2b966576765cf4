import { expect, test } from 'vitest'
import type { Budget } from '../../../../../catalog/costs/budget.ts'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { fundJob } from '../../../../../functions/pipeline/core/budget/fund-job.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'

const DAY = '2026-01-31'
const NOON = Date.parse(`${DAY}T12:00:00Z`)
const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }

/** A job of two units. */
const JOB: Job = {
  id: 'job-1',
  status: 'running',
  attempt: 0,
  createdAt: `${DAY}T11:00:00.000Z`,
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size: 1_000 },
  recipe: { name: 'slim', plan: parseRecipe({ steps: [SLIM, SLIM], prepare: 'none' }) },
}

async function world(budget?: Budget, job: Job = JOB) {
  const jobs = memoryJobs()
  await jobs.create(job)
  const budgetAccount = memoryBudgetAccount()
  const deps = { jobs, budgetAccount, budget, uniqueId: () => 'me', now: () => NOON }
  return { jobs, deps, budgetAccount, fund: (how = {}) => fundJob(job, deps, how) }
}

test('without a budget nothing is reserved', async () => {
  const { fund, budgetAccount } = await world()
  expect(await fund()).toEqual(JOB)
  expect((await budgetAccount.read(DAY)).totals).toEqual({})
})

test('what fills the day is reserved, noted in the job and then certain', async () => {
  const { fund, budgetAccount } = await world({ units: 2 })
  expect(await fund()).toMatchObject({
    status: 'running',
    funding: { day: DAY, by: 'me', adds: { units: 2, 'units:slim': 2 } },
  })
  expect((await budgetAccount.read(DAY)).totals['units']).toBe(2)
  expect(budgetAccount.pending()).toEqual([])
})

test('a job that another one has funded meanwhile reserves nothing twice', async () => {
  const { fund, jobs, budgetAccount } = await world({ units: 9 })
  const funding = { day: '2026-01-30', by: 'another', adds: { units: 2 } }
  await jobs.fund('job-1', funding)
  expect(await fund()).toMatchObject({ funding })
  expect((await budgetAccount.read(DAY)).totals['units']).toBe(0)
  expect(budgetAccount.pending()).toEqual([])
})

test.each<[Budget, string]>([
  [{ units: 2 }, 'The day’s budget of 2 units is spent.'],
  [
    { units: 1 },
    'The day’s budget of 1 units is less than the 2 units this file may cost: it goes on when it is let.',
  ],
  [
    { recipes: { slim: { units: 2 } } },
    'The day’s budget of 2 units for the recipe slim is spent.',
  ],
  [{ dollars: 0.0012345678 }, 'The day’s budget of $0.001235 is spent.'],
  [{ dollars: 0.5 }, 'The day’s budget of $0.5 is spent.'],
])(
  'a job for which %j has no room is parked until midnight, and told why',
  async (budget, reason) => {
    const { fund, budgetAccount } = await world(budget)
    const adds = { units: 1, 'units:slim': 1, dollars: 0.5 }
    await budgetAccount.addEntry(DAY, 'job-0 begins', { by: 'other', at: NOON, adds })
    const since = '2026-01-31T12:00:00.000Z'
    expect(await fund()).toMatchObject({
      status: 'parked',
      parked: { reason, since, until: '2026-02-01T00:00:00.000Z' },
    })
    expect((await budgetAccount.read(DAY)).totals['units']).toBe(1)
  },
)

test('a job may run deliberately, and counts', async () => {
  const { fund, budgetAccount } = await world({ units: 0 })
  expect(await fund({ deliberately: true })).toMatchObject({ status: 'running' })
  expect((await budgetAccount.read(DAY)).totals['units']).toBe(2)
})

test('a parked job is funded also where there is no budget any more', async () => {
  const parked = { reason: 'units', since: JOB.createdAt, until: JOB.createdAt }
  const { fund } = await world(undefined, { ...JOB, status: 'parked', parked })
  expect(await fund()).toMatchObject({ status: 'running', funding: { adds: { units: 2 } } })
})
