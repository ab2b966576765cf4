import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropMany, expectedTally, tally } from './many-files.ts'
import { noopWorker } from './noop-worker.ts'
import { readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'

/**
 * `npm run bench -- files` drops a thousand. In `npm test` `budget.test.ts` drops several at once and counts what they
 * cost, `once.ts` counts what one leaves.
 */
const FILES = 60

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

test(`${FILES} files dropped at once give ${FILES} results, none lost and none twice`, {
  timeout: 900_000,
}, async () => {
  run.around('service/run-task', noopWorker())
  const jobs = await (await dropMany(run, 'many', FILES)).ended()
  expect(jobs.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect(await tally(run, jobs)).toEqual(expectedTally(FILES))
  const { tasks, spent, reserved } = await readLedger(run)
  expect([tasks.length, spent, reserved]).toEqual([2 * FILES, FILES, []])
})
