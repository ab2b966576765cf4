import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeAll, expect, test } from 'vitest'
import { METRIC_NAMESPACE, METRIC_UNITS } from '../../../catalog/jobs/pipeline-metrics.ts'
import { drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { endedJob } from '../read-job.ts'
import type { Receiver } from '../receiver.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'
import { type Line, tracedRun } from '../traced-run.ts'

let receiver: Receiver
let run: Run
let lines: Line[]

beforeAll(async () => {
  ;({ run, receiver, lines } = await tracedRun())
})

/** The functions of the pipeline and the service that one job runs through, by a part of their names. */
const ON_THE_WAY = [
  ...['ListenerStart', 'StepsPreProcess', 'StepsChooseTarget', 'StepsCreateTask', 'StepsDeliver'],
  ...['ListenerWatchTask', 'ListenerReceive', 'NoticesNotify'],
  ...['ServiceHandler', 'RunTask', 'ServeWorker', 'SendWebhook'],
]

test('every line of every function of one job carries its id, from the drop to the webhooks', async () => {
  run.around('service/run-task', async (_, next) => {
    const looks = () => lines.filter(({ message }) => message === 'A task was looked at.').length
    const before = looks()
    await eventually('a look at the task', () => looks() > before || undefined)
    return next()
  })
  const heard: unknown[] = []
  run.around('pipeline/receive-webhook', async ({ payload }, next) => {
    heard.push((payload as APIGatewayProxyEventV2).headers['x-correlation-id'])
    return next()
  })
  lines.length = 0
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/correlated.png')
  expect((await endedJob(run, job, 200_000)).status).toBe('succeeded')
  const told = await eventually('the telling', () => receiver.received[0])
  for (const name of ON_THE_WAY) {
    // A function that was overtaken logs after the end.
    await eventually(`a line of ${name}`, () => linesOf(name)[0])
  }
  for (const name of ON_THE_WAY) {
    const ids = linesOf(name).map(({ correlationId }) => correlationId)
    expect([...new Set(ids)], `every line of ${name}`).toEqual([job])
  }
  const others = lines.filter((line) => !ON_THE_WAY.some((name) => line.function.includes(name)))
  expect(others.map(({ function: name }) => name)).toEqual([])
  expect(told.headers['x-correlation-id']).toBe(job)
  expect(new Set(heard)).toEqual(new Set([job]))
}, 600_000)

function linesOf(name: string): Line[] {
  return lines.filter((line) => line.function.includes(name))
}

test('the same lines hold the metrics of the job, with dimensions of bounded cardinality', async () => {
  const embedded = lines.filter((line) => '_aws' in line).map(metricsIn)
  const jobs = embedded.filter(({ names }) => names.includes('Jobs'))
  expect(jobs).toHaveLength(1)
  const [{ line, parts } = { line: {}, parts: [] }] = jobs
  expect(line).toMatchObject({
    Pipeline: 'DarkroomPipeline/Pipeline',
    Recipe: 'slim',
    Outcome: 'succeeded',
    Jobs: 1,
    Units: 1,
  })
  expect(parts).toEqual([['Pipeline'], ['Pipeline', 'Outcome'], ['Pipeline', 'Recipe', 'Outcome']])
})

type Directive = {
  Namespace: string
  Dimensions: string[][]
  Metrics: { Name: keyof typeof METRIC_UNITS; Unit: string }[]
}

/** Reads a line as CloudWatch does: every metric and every dimension that it names must be a member of it. */
function metricsIn(line: Line) {
  const { Timestamp, CloudWatchMetrics } = line['_aws'] as {
    Timestamp: number
    CloudWatchMetrics: Directive[]
  }
  expect(Math.abs(Date.now() - Timestamp)).toBeLessThan(600_000)
  for (const { Namespace, Dimensions, Metrics } of CloudWatchMetrics) {
    expect(Namespace).toBe(METRIC_NAMESPACE)
    for (const name of Dimensions.flat()) expect(line[name], name).toEqual(expect.any(String))
    for (const { Name, Unit } of Metrics) {
      expect(line[Name], Name).toEqual(expect.any(Number))
      expect(Unit).toBe(METRIC_UNITS[Name])
    }
  }
  return {
    line,
    parts: CloudWatchMetrics.flatMap(({ Dimensions }) => Dimensions),
    names: CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name)),
  }
}

test('a key without a recipe creates no metric of its own', async () => {
  const { job } = await drop(run, 'no picture', 'drop/made-up-by-anybody/1.png')
  const line = await eventually('the line of its metrics', () =>
    lines.find((one) => '_aws' in one && one['job'] === job),
  )
  expect(line).toMatchObject({ Recipe: 'unusable', Outcome: 'failed', Jobs: 1, Units: 0 })
})
