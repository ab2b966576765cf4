import { setTimeout } from 'node:timers/promises'
import { StopExecutionCommand } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { drop } from './drop.ts'
import { linkedTask } from './inbox.ts'
import { noopWorker } from './noop-worker.ts'
import { putRecipe, slimRecipe } from './put-recipe.ts'
import { endedJob, executionArn, readJob, readReceipt, statesEntered } from './read-job.ts'
import { ledgerSince, readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'
import { announcement, postWebhook, webhookSecret } from './webhook-sender.ts'

let run: Run
beforeAll(async () => {
  run = await startRun({ WATCH_AFTER_SECONDS: '3' })
})
afterAll(() => run.close())

/** The worker takes its tasks and never answers. */
function muteTheWorker(): void {
  run.around('service/run-task', () => new Promise(() => {}))
}

/** The worker begins its tasks and never ends them. */
function hangTheWorker(): void {
  const { promise: over, resolve: end } = Promise.withResolvers<{ results: object }>()
  const worker = noopWorker(() => ({ perform: () => over as never }))
  let working: Promise<unknown> | undefined
  run.around('service/run-task', (call, next) => {
    const done = worker(call, next)
    working = done
    return done
  })
  onTestFinished(async () => {
    end({ results: {} })
    await working
  })
}

/** Sends the webhook of a task long after its job has ended; nothing of the job may change. */
async function announceTooLate(job: Job, taskId: string): Promise<void> {
  const receipt = await readReceipt(run, job.id)
  const secret = await webhookSecret(run)
  expect(await postWebhook(run, { secret, body: announcement(taskId) })).toBe(204)
  expect(await readJob(run, job.id)).toEqual(job)
  expect(await readReceipt(run, job.id)).toEqual(receipt)
}

test('a task that waits longer than its recipe gives it for the work still succeeds', async () => {
  const { promise: backlog, resolve: begin } = Promise.withResolvers<void>()
  const worker = noopWorker()
  run.around('service/run-task', async (call, next) => {
    await backlog
    return worker(call, next)
  })
  await putRecipe(run, 'patient', slimRecipe({ timeoutSeconds: 10 }))
  const { job: id } = await drop(run, (await twoPeoplePicture()).png, 'drop/patient/photo.png')
  await linkedTask(run, id, 'pre-process')
  await setTimeout(12_000)
  expect((await readJob(run, id))?.status).toBe('running')
  begin()
  expect((await endedJob(run, id)).failure).toBeUndefined()
})

test('a worker that never answers fails the job after the timeout of its recipe', async () => {
  hangTheWorker()
  const before = await readLedger(run)
  await putRecipe(run, 'hurried', slimRecipe({ timeoutSeconds: 10 }))
  const { job: id } = await drop(run, (await twoPeoplePicture()).png, 'drop/hurried/photo.png')
  const taskId = await linkedTask(run, id, 'pre-process')

  const job = await endedJob(run, id)
  expect(job.status).toBe('failed')
  expect(job.failure).toMatchObject({ code: 'CallbackTimeout', state: 'PreProcess' })
  expect(job.failure?.retryable).toBe(true)
  expect(job.failure?.message).toBe('The task did not finish within the time the recipe gives it.')
  expect(await statesEntered(run, id)).toEqual(['PreProcess', 'RecordFailure', 'Failed'])
  const waited = Date.parse(job.finishedAt ?? '') - Date.parse(job.createdAt)
  expect(waited).toBeGreaterThanOrEqual(10_000)
  expect((await readReceipt(run, id)).failure).toEqual(job.failure)
  await announceTooLate(job, taskId)
  expect(ledgerSince(before, await readLedger(run))).toMatchObject({ charged: [], spent: 0 })
})

test('an execution that a user stops still leaves a record', async () => {
  muteTheWorker()
  const { job: id } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/stopped.png')
  const taskId = await linkedTask(run, id, 'pre-process')
  await run.sfn.send(new StopExecutionCommand({ executionArn: executionArn(run, id) }))

  const job = await endedJob(run, id)
  expect(job.status).toBe('failed')
  expect(job.failure).toEqual({
    code: 'JobAborted',
    message: 'The job was stopped by an operator.',
    state: 'Execution',
    retryable: true,
  })
  expect((await readReceipt(run, id)).failure).toEqual(job.failure)
  expect(await statesEntered(run, id)).toEqual(['PreProcess'])
  await announceTooLate(job, taskId)
})
