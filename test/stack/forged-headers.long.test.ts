import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Generation } from '../../catalog/generator/generation.ts'
import type { JobEvent } from '../../catalog/jobs/job-event.ts'
import { ENGINE_VERSION } from '../../catalog/results/engine-version.ts'
import { budgetDay } from '../../functions/pipeline/core/budget/counters.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { noopEngine, noopWorker } from './noop-worker.ts'
import { overhear } from './overhear.ts'
import { putRecipe, slimRecipe } from './put-recipe.ts'
import { endedJob, readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

/** What somebody between service and pipeline may write into a webhook: no signature covers it. */
const MADE: Generation = {
  generator: 'untrue',
  operation: 'fill',
  model: 'untrue',
  dollars: 4321,
}
const FORGED = {
  'darkroom-units': '4321',
  'darkroom-seconds': '4321',
  'darkroom-engine': '43.21.0',
  'darkroom-generations': JSON.stringify([MADE]),
}
/** Units are compared one by one: their digits may stand in any hash. */
const UNTRUE = /untrue|43\.21\.0/

const lines: Record<string, unknown>[] = []
let run: Run
beforeAll(async () => {
  const onLog = (line: string): void => void lines.push(JSON.parse(line))
  run = await startRun({}, { spending: { budget: { units: 100 } }, onLog })
  const step = slimRecipe() as { steps: object[] }
  await putRecipe(run, 'twice', { steps: [...step.steps, ...step.steps] })
})
afterAll(() => run?.close())

/** Fails the second effect on a picture whose recipe is to end so. */
let isSecondBroken = false
let effects = 0
const worker = noopWorker(() => ({
  perform: async (task, ...more) => {
    if (task.stage === 'effect' && ++effects % 2 === 0 && isSecondBroken) {
      throw new Fault('runtime', 'Planted by a test.')
    }
    return noopEngine(1)(task, ...more)
  },
}))

let told: number
beforeEach(() => {
  told = 0
  run.around('service/run-task', worker)
  run.around('pipeline/watch-task', async () => {
    throw new Error('Webhooks alone end the tasks of this test.')
  })
  run.around('pipeline/receive-webhook', ({ payload }, next) => {
    Object.assign((payload as APIGatewayProxyEventV2).headers, FORGED)
    told += 1
    return next()
  })
})

/** The record of a job, its receipt, its event, its day's units and its metrics, once it has ended. */
async function tracesOf(job: string, heard: unknown[]) {
  const record = await endedJob(run, job)
  const receipt = await readReceipt(run, job)
  const event = await eventually('the event', () =>
    (heard as { Entries: { Detail: string }[] }[])
      .flatMap(({ Entries }) => Entries.map(({ Detail }) => JSON.parse(Detail) as JobEvent))
      .find((one) => one.job === job),
  )
  const metrics = await eventually('the metrics', () =>
    lines.find((line) => line['job'] === job && 'Units' in line),
  )
  const id = `budget#${budgetDay(Date.now())}`
  const get = new GetCommand({ TableName: run.tables.jobs, Key: { id }, ConsistentRead: true })
  const day = (await run.db.send(get)).Item
  expect(JSON.stringify([record, receipt, event, metrics, day])).not.toMatch(UNTRUE)
  const tasks = receipt.steps.flatMap((step) => step.tasks)
  return {
    status: record.status,
    units: [receipt.cost.units, event.cost.units, metrics['Units']],
    estimated: receipt.cost.estimated,
    charges: tasks.map(({ charge, engine }) => [charge?.units, engine]),
    day: day?.['counter units'],
  }
}

// `receive-webhook.test.ts` holds in `npm test` that nothing but the body is taken.
test('what a webhook’s headers say of a task’s charge and engine reaches nothing; its status says it', async () => {
  const heard = overhear('AWSEvents.PutEvents')
  const { png } = await twoPeoplePicture()
  const done = await drop(run, png, 'drop/twice/forged.png')
  expect(await tracesOf(done.job, heard)).toEqual({
    status: 'succeeded',
    units: [2, 2, 2],
    estimated: false,
    day: 2,
    charges: [1, 1].map((units) => [units, ENGINE_VERSION]),
  })
  isSecondBroken = true
  const failed = await drop(run, png, 'drop/twice/failed.png')
  expect(await tracesOf(failed.job, heard)).toEqual({
    status: 'failed',
    units: [1, 1, 1],
    estimated: false,
    day: 3,
    charges: [1, 0].map((units) => [units, ENGINE_VERSION]),
  })
  // Two detections and two effects a job.
  expect(told).toBe(8)
})
