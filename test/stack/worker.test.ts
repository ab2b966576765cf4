import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Intercept, InvokeResult } from '../../local/lambda/hosted-function.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { drop } from './drop.ts'
import { holdAnswer } from './hold-answer.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob, readJob, readReceipt } from './read-job.ts'
import { ledgerSince, readLedger } from './read-ledger.ts'
import { sqsOf } from './send-message.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'
import { killWorkerAfter, noteThreads } from './workers.ts'

/** The bucket of the worker's results. */
const RESULT = /\/results\/[^/]+\/result\.png/
const TASK_QUEUE = 'DarkroomService/Service/Workers/Pictures/Queue'

let run: Run
beforeAll(async () => {
  noteThreads()
  run = await startRun()
})
afterAll(() => run.close())

async function dropPhoto(name: string) {
  return drop(run, (await twoPeoplePicture()).png, `drop/slim/${name}.png`)
}

function taskOf(payload: unknown): string {
  return JSON.parse((payload as SQSEvent).Records[0]?.body ?? '').taskId
}

type Ending = 'done' | 'not done' | 'died'

function endingOf(result: InvokeResult): Ending {
  if ('error' in result) return 'died'
  const { batchItemFailures } = result.payload as SQSBatchResponse
  return batchItemFailures.length > 0 ? 'not done' : 'done'
}

/** Lets the lease of a task expire, as it does a minute and a half after its worker died. */
async function expireLease(id: string): Promise<void> {
  await run.db.send(
    new UpdateCommand({
      TableName: run.tables.tasks,
      Key: { id },
      UpdateExpression: 'SET lease.#until = :now',
      ConditionExpression: 'attribute_exists(lease)',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':now': Date.now() },
    }),
  )
}

/**
 * Makes a message whose worker failed visible at once, through SQS, because it would stay hidden for twelve minutes.
 * Records how each delivery ended.
 * @param expires whether the lease of a worker that died has expired by then
 */
function comeAgainAtOnce({ expires = false } = {}): Ending[] {
  const deliveries: Ending[] = []
  const sqs = sqsOf(run)
  run.around('service/run-task', async (call, next) => {
    const result = await next()
    const ending = endingOf(result)
    deliveries.push(ending)
    if (ending === 'died' && expires) await expireLease(taskOf(call.payload))
    if (ending !== 'done') {
      const [record] = (call.payload as SQSEvent).Records
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: run.stacks.resource(TASK_QUEUE).ref,
          ReceiptHandle: record?.receiptHandle,
          VisibilityTimeout: 0,
        }),
      )
    }
    return result
  })
  return deliveries
}

function died(): InvokeResult {
  return {
    error: { errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited' },
  }
}

/** Replaces the first run of the effect task; every other run is unchanged. */
function withFirstEffect(fault: Intercept): void {
  let struck = false
  run.around('service/run-task', async (call, next) => {
    const { tasks } = await readLedger(run)
    const task = tasks.find(({ id }) => id === taskOf(call.payload))
    if (struck || task?.stage !== 'effect') return next()
    struck = true
    return fault(call, next)
  })
}

async function expectOneResult(
  job: string,
  before: Awaited<ReturnType<typeof readLedger>>,
): Promise<void> {
  const ended = await endedJob(run, job)
  expect(ended.failure).toBeUndefined()
  expect(ended.results).toHaveLength(1)
  const after = await readLedger(run)
  const { tasks, charged, spent } = ledgerSince(before, after)
  expect(tasks.map(({ stage, status }) => `${stage} ${status}`).sort()).toEqual([
    'effect success',
    'pre-process success',
  ])
  expect(charged).toHaveLength(1)
  expect(spent).toBe(1)
  expect(after.reserved).toEqual([])
}

test.runIf(isEveryCaseTried())(
  'a worker that dies while it processes a picture is followed by another',
  async () => {
    const before = await readLedger(run)
    const deaths = killWorkerAfter(
      // By the URL the task names: the pipeline reads the beginning of the file itself before.
      ({ method, url }) => method === 'GET' && /in-its-hands\.png.*X-Amz-Signature/.test(url ?? ''),
    )
    const deliveries = comeAgainAtOnce({ expires: true })
    const { job } = await dropPhoto('in-its-hands')
    await expectOneResult(job, before)
    expect(deaths.kills).toBe(1)
    await expect.poll(() => deliveries).toEqual(['died', 'done', 'done'])
  },
)

// A worker that stops there for good, and one that is followed by another, are in the last test, without a thread.
test.runIf(isEveryCaseTried())(
  'when a worker dies between the result and its record, the work is repeated for the same unit',
  async () => {
    const before = await readLedger(run)
    const deaths = killWorkerAfter(({ method, url }) => method === 'PUT' && !!url?.match(RESULT))
    const stillRunning: unknown[] = []
    const deliveries = comeAgainAtOnce({ expires: true })
    run.around('service/run-task', async ({ payload }, next) => {
      const id = taskOf(payload)
      stillRunning.push((await readLedger(run)).tasks.find((task) => task.id === id)?.status)
      return next()
    })
    const { job } = await dropPhoto('unrecorded')
    await expectOneResult(job, before)
    expect(deaths.kills).toBe(1)
    await expect.poll(() => deliveries).toEqual(['done', 'died', 'done'])
    expect(stillRunning).toEqual(['running', 'running', 'running'])
  },
)

// `task-life.test.ts` holds this and the next in `npm test`.
test.runIf(isEveryCaseTried())(
  'when a worker dies after the record and before the notice, the second run changes nothing',
  async () => {
    run.around('service/run-task', noopWorker())
    const before = await readLedger(run)
    withFirstEffect(async (_, next) => {
      await next()
      return died()
    })
    const deliveries = comeAgainAtOnce()
    const { job } = await dropPhoto('unheard')
    await expectOneResult(job, before)
    await expect.poll(() => deliveries).toEqual(['done', 'died', 'done'])
  },
)

test.runIf(isEveryCaseTried())(
  'a worker that is taken for dead and continues ends the task together with the next one',
  async () => {
    run.around('service/run-task', noopWorker())
    const before = await readLedger(run)
    let first: Promise<InvokeResult> | undefined
    withFirstEffect(async (_, next) => {
      first = next()
      return died()
    })
    const deliveries = comeAgainAtOnce()
    const { job } = await dropPhoto('undead')
    await expectOneResult(job, before)
    expect(await first).toEqual({ payload: { batchItemFailures: [] } })
    await expect.poll(() => deliveries).toEqual(['done', 'died', 'done'])
    await expectOneResult(job, before)
  },
)

test('a task whose worker always dies is abandoned: the job fails, says so, and costs nothing', async () => {
  run.around('service/run-task', noopWorker())
  const before = await readLedger(run)
  const attempts: number[] = []
  // The first worker is only taken for dead, and returns a result after the task was abandoned.
  let late: Promise<InvokeResult> | undefined
  let order = ''
  const givenUp = Promise.withResolvers<void>()
  holdAnswer(({ method, url }) => method === 'PUT' && !!url?.match(RESULT), givenUp.promise)
  run.around('service/run-task', async (call, next) => {
    const { tasks } = await readLedger(run)
    if (tasks.find(({ id }) => id === taskOf(call.payload))?.stage !== 'effect') return next()
    attempts.push(Number((call.payload as SQSEvent).Records[0]?.attributes.ApproximateReceiveCount))
    late ??= next().finally(() => {
      order += ' late'
    })
    return died()
  })
  run.around('service/end-dead-task', async (call, next) => {
    // While its lease is renewed, a worker is not dead.
    await expireLease(taskOf(call.payload))
    const result = await next()
    order += ' given up'
    givenUp.resolve()
    return result
  })
  comeAgainAtOnce()
  const { job: id } = await dropPhoto('cursed')

  const job = await endedJob(run, id)
  expect(attempts).toEqual([1, 2, 3, 4])
  expect(job.status).toBe('failed')
  // Prepare asked why the task ended in an error; where that happened is what is told.
  expect(job.failure).toMatchObject({ code: 'TaskBroke', state: 'CreateTask' })
  expect(job.failure?.message).toContain('unknown_internal_error')
  expect(job.failure?.message).toContain('The service could not carry the task out.')
  expect((await readReceipt(run, id)).failure).toEqual(job.failure)

  expect(endingOf((await late) ?? died())).toBe('done')
  expect(order).toBe(' given up late')
  expect(await readJob(run, id)).toEqual(job)
  const after = await readLedger(run)
  const { tasks, charged, spent } = ledgerSince(before, after)
  expect(tasks.find(({ stage }) => stage === 'effect')?.status).toBe('error')
  expect([charged, spent, after.reserved, after.available]).toEqual([[], 0, [], before.available])
})
