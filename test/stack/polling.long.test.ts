import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drop } from './drop.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob } from './read-job.ts'
import { ledgerSince, readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await startRun({ WATCH_AFTER_SECONDS: '1' })
})
afterAll(() => run.close())

/** These tests do not depend on the engine. */
const worker = noopWorker()
beforeEach(() => run.around('service/run-task', worker))

// `test/bin/verify.test.ts` has a job that polling alone ends in `npm test`.
test('without webhooks the job is finished by polling its tasks', async () => {
  let looks = 0
  let webhooks = 0
  run.around('service/send-webhook', async () => {
    throw new Error('No webhook leaves this service.')
  })
  run.around('pipeline/receive-webhook', (_, next) => {
    webhooks += 1
    return next()
  })
  run.around('pipeline/watch-task', (_, next) => {
    looks += 1
    return next()
  })
  const before = await readLedger(run)
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/polled.png')

  expect((await endedJob(run, job)).status).toBe('succeeded')
  expect(webhooks).toBe(0)
  expect(looks).toBeGreaterThanOrEqual(2)
  // A poll can see the end of a task before the task is charged.
  const since = async () => ledgerSince(before, await readLedger(run))
  await expect.poll(async () => (await since()).spent).toBe(1)
  expect((await since()).tasks).toHaveLength(2)
})
