import { expect, test } from 'vitest'
import type { Budget } from '../../../../../catalog/costs/budget.ts'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import {
  budgetShardsFor,
  budgetShardsOfDay,
} from '../../../../../functions/pipeline/core/budget/counters.ts'
import { fundJob } from '../../../../../functions/pipeline/core/budget/fund-job.ts'
import { settleJob } from '../../../../../functions/pipeline/core/budget/settle-job.ts'
import { totalsOf } from '../../../../../functions/pipeline/core/budget/totals-of.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../../faults/ports/memory-jobs.ts'
import { fewOrAll } from '../../../../setup/sampled.ts'

const DAY = '2026-01-31'
const NOON = Date.parse(`${DAY}T12:00:00Z`)
const step = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }

function jobNamed(id: string): Job {
  return {
    id,
    status: 'running',
    source: { bucket: 'drop', key: 'drop/slim/a.png', version: '1', size: 9 },
    recipe: { name: 'slim', plan: parseRecipe({ steps: [step] }) },
    attempt: 0,
    createdAt: new Date(NOON).toISOString(),
  }
}

function open(budget: Budget) {
  const jobs = memoryJobs()
  const account = memoryBudgetAccount()
  /** How often each item was written to. */
  const writes = new Map<string, number>()
  const counting = <Given extends unknown[], Result>(
    write: (shard: string, ...given: Given) => Result,
  ) => {
    return (shard: string, ...given: Given) => {
      writes.set(shard, (writes.get(shard) ?? 0) + 1)
      return write(shard, ...given)
    }
  }
  const budgetAccount = {
    ...account,
    addEntry: counting(account.addEntry),
    commitEntry: counting(account.commitEntry),
    rollBackEntry: counting(account.rollBackEntry),
  }
  let made = 0
  const deps = { jobs, budgetAccount, budget, uniqueId: () => `id-${made++}`, now: () => NOON }
  const fund = async (id: string) => {
    const job = (await jobs.create(jobNamed(id))) as Job
    return await fundJob(job, deps)
  }
  return { jobs, account, writes, deps, fund }
}

test('a large budget is spent to its last unit, and no further, over eight shards that share the writes', async () => {
  const { account, writes, fund } = open({ units: 8_000 })
  let funded = 0
  // What earlier files of the day took of each of the eight.
  const taken = fewOrAll(900, 0)
  for (const shard of budgetShardsOfDay(DAY)) {
    await account.addEntry(shard, 'earlier begins', { by: 'e', at: NOON, adds: { units: taken } })
  }
  const count = 8_100 - 8 * taken
  for (let n = 0; n < count; n++) if ((await fund(`job-${n}`))?.status === 'running') funded += 1
  expect(funded).toBe(8_000 - 8 * taken)
  expect(await totalsOf(budgetShardsOfDay(DAY), account)).toMatchObject({
    units: 8_000,
    'units:slim': funded,
  })
  expect([...writes.keys()].sort()).toEqual(budgetShardsOfDay(DAY).sort())
  const all = [...writes.values()].reduce((sum, one) => sum + one, 0)
  for (const one of writes.values()) expect(one).toBeLessThan(all / 6)
})

test.each([
  [{ units: 7_999 }, 1],
  [{ units: 8_000 }, 8],
  [{ dollars: 79 }, 1],
  [{ dollars: 80, units: 9_000 }, 8],
  [{ units: 9_000, recipes: { slim: { units: 100 } } }, 1],
])('a day of %j has %i shards', (budget, count) => {
  expect(budgetShardsOfDay(DAY, budget)).toHaveLength(count)
  expect(budgetShardsFor('job-1', DAY, budget).toSorted()).toEqual(budgetShardsOfDay(DAY, budget))
})

test('a repeated call finds its entry, in whichever shard it is, and a settlement is where the funding is', async () => {
  const { jobs, account, deps, fund } = open({ units: 8_000 })
  const [own = '', second = ''] = budgetShardsFor('job-x', DAY, { units: 8_000 })
  await account.addEntry(own, 'other begins', { by: 'o', at: NOON, adds: { units: 1_000 } })
  const funded = (await fund('job-x')) as Job
  expect(funded.funding?.day).toBe(second)
  await fundJob(funded, deps)
  expect((await account.read(second)).totals['units']).toBe(1)
  const trail = { steps: [], states: [] }
  await settleJob({ ...funded, status: 'failed', trail }, { ...deps, jobs })
  expect((await account.read(second)).totals['units']).toBe(0)
})
