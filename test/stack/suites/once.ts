import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import type { SQSEvent } from 'aws-lambda'
import { beforeAll, expect, test } from 'vitest'
import type { Job } from '../../../functions/pipeline/core/ports/job.ts'
import { type Dropped, drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { noopWorker } from '../noop-worker.ts'
import { endedJob, readJob } from '../read-job.ts'
import { ledgerSince, readLedger, scan } from '../read-ledger.ts'
import { sendMessages } from '../send-message.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'

const DROP_QUEUE = 'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue'

let run: Run
beforeAll(async () => {
  run = await sharedRun('plain')
})

/** Delays every delivery to `start` until there are ten messages, and keeps their bodies. */
function gatherTen(): { bodies: string[] } {
  const bodies: string[] = []
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  run.around('pipeline/start', async ({ payload }, next) => {
    bodies.push(...(payload as SQSEvent).Records.map(({ body }) => body))
    if (bodies.length >= 10) open()
    await opened
    return next()
  })
  return { bodies }
}

/** The same event as another delivery may carry it: only the envelope differs. */
function anotherDelivery(body: string, at: number): string {
  return at % 2 === 0
    ? body
    : JSON.stringify({ ...JSON.parse(body), id: `delivery-${at}`, time: '2030-01-01T00:00:00Z' })
}

async function executionsNamed(job: string): Promise<number> {
  const { executions = [] } = await run.sfn.send(
    new ListExecutionsCommand({ stateMachineArn: run.at.stateMachineArn, maxResults: 1000 }),
  )
  return executions.filter(({ name }) => name === job).length
}

async function jobsOf(key: string): Promise<Job[]> {
  return ((await scan(run, run.tables.jobs)) as Job[]).filter(({ source }) => source?.key === key)
}

test('ten deliveries of one event at once, and one more later, make one job, one effect and one unit', async () => {
  // This does not depend on the engine.
  run.around('service/run-task', noopWorker())
  const before = await readLedger(run)
  const { bodies } = gatherTen()
  const key = 'drop/slim/once/photo.png'
  const { job } = await drop(run, (await twoPeoplePicture()).png, key)
  const [first] = await eventually('the first delivery', () =>
    bodies.length > 0 ? bodies : undefined,
  )
  const more = Array.from({ length: 9 }, (_, at) => anotherDelivery(first ?? '', at))
  await sendMessages(run, DROP_QUEUE, more)

  const ended = await endedJob(run, job)
  expect(bodies).toHaveLength(10)
  expect(ended.status).toBe('succeeded')
  expect(await executionsNamed(job)).toBe(1)
  expect(await jobsOf(key)).toEqual([ended])

  let handled = 0
  run.around('pipeline/start', async (_, next) => {
    const result = await next()
    expect(result).toEqual({ payload: { batchItemFailures: [] } })
    handled += 1
    return result
  })
  await sendMessages(run, DROP_QUEUE, [first ?? ''])
  await eventually('the late delivery', () => handled || undefined)
  expect(await executionsNamed(job)).toBe(1)
  expect(await readJob(run, job)).toEqual(ended)

  const { tasks, charged, spent } = ledgerSince(before, await readLedger(run))
  expect(tasks.map(({ stage }) => stage).sort()).toEqual(['effect', 'pre-process'])
  expect(charged).toHaveLength(1)
  expect(spent).toBe(1)
})

test('the same key dropped again is another version and another job, and the older job stops', async () => {
  const { png } = await twoPeoplePicture()
  const key = 'drop/slim/twice/photo.png'
  let second: Dropped | undefined
  // No job runs before the newer one is recorded, however long its event takes.
  const worker = noopWorker()
  run.around('service/run-task', async (call, next) => {
    await eventually('the newer job', () => second && readJob(run, second.job))
    return worker(call, next)
  })
  const first = await drop(run, png, key)
  second = await drop(run, png, key)
  expect(second.job).not.toBe(first.job)
  const ended = await Promise.all([endedJob(run, first.job), endedJob(run, second.job)])
  expect(
    ended.map(({ status, source, failure }) => [status, source.version, failure?.code]),
  ).toEqual([
    ['failed', first.version, 'Superseded'],
    ['succeeded', second.version, undefined],
  ])
  expect(await jobsOf(key)).toHaveLength(2)
})
