import { expect, test } from 'vitest'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { recoverEntries } from '../../../../functions/pipeline/release-parked/recover-entries.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'

const DAY = '2026-01-02'
const NOON = Date.parse(`${DAY}T12:00:00Z`)
const QUARTER = 900_000

/** The day's units after a crash left this entry of 5 units behind, which gives 3 back. */
async function recovered(
  name: string,
  { at = NOON - QUARTER - 1, job, settler }: { at?: number; job?: Partial<Job>; settler?: string },
) {
  const budgetAccount = memoryBudgetAccount()
  const jobs = memoryJobs()
  if (job) await jobs.create({ id: 'job-1', ...job } as Job)
  if (settler) await jobs.claimSettlement('job-1', settler)
  const entry = { by: 'me', at, adds: { units: 5 }, settles: { units: -3 } }
  await budgetAccount.addEntry(DAY, name, entry)
  await recoverEntries(DAY, { jobs, budgetAccount, now: () => NOON })
  return [(await budgetAccount.read(DAY)).totals['units'], budgetAccount.pending().length]
}

test('what an ended job gives back is given back once, by who claimed it', async () => {
  expect(await recovered('job-1 ends', {})).toEqual([2, 0])
  expect(await recovered('job-1 ends', { settler: 'me' })).toEqual([2, 0])
  expect(await recovered('job-1 ends', { settler: 'another' })).toEqual([0, 0])
})

test('a reservation that another one made for the job is taken back', async () => {
  const funded = (by: string) => ({
    job: { status: 'running' as const, funding: { day: DAY, by, adds: {} } },
  })
  expect(await recovered('job-1 begins', funded('another'))).toEqual([0, 0])
  // Which settles nothing by itself, and counts as it stands.
  expect((await recovered('job-1 begins', funded('me')))[1]).toBe(0)
})

test('an entry is left to its writer for a quarter of an hour', async () => {
  expect(await recovered('job-1 ends', { at: NOON - QUARTER })).toEqual([5, 1])
  expect(await recovered('job-1 begins', { at: NOON - QUARTER })).toEqual([5, 1])
})
