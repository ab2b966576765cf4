import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
} from '@aws-sdk/client-cloudwatch'
import { GetQueueAttributesCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { linkedTask } from './inbox.ts'
import { noopWorker } from './noop-worker.ts'
import { PROVED, raisedAlarms } from './raised-alarms.ts'
import { endedJob } from './read-job.ts'
import { sendMessages, sqsOf } from './send-message.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
const told: string[] = []
const raised = new Set<string>()

beforeAll(async () => {
  run = await startRun(
    { WATCH_AFTER_SECONDS: '1' },
    { spending: { unitPrice: 20 }, onLog: (line) => told.push(line) },
  )
})
afterAll(() => run.close())

/** Looks at the alarms after so many minutes, and keeps which were raised. */
function look(...minutes: number[]): Set<string> {
  const found = raisedAlarms(run.stacks, minutes)
  for (const alarm of found) raised.add(alarm)
  return found
}

const fails = async () => {
  throw new Error('Planted by a test.')
}

/** What never answers, until the test has ended: a worker that is held for ever would take no further messages. */
function neverEnding(): () => Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  onTestFinished(() => reject(new Error('The test has ended.')))
  return () => promise
}

/** Lets failed messages of a queue come back at once, as an operator can. */
async function hurry(queue: string, seconds = '0'): Promise<void> {
  const { ref: QueueUrl } = run.stacks.resource(queue)
  const Attributes = { VisibilityTimeout: seconds }
  await sqsOf(run).send(new SetQueueAttributesCommand({ QueueUrl, Attributes }))
}

async function messagesIn(queue: string): Promise<number> {
  const { Attributes = {} } = await sqsOf(run).send(
    new GetQueueAttributesCommand({
      QueueUrl: run.stacks.resource(queue).ref,
      AttributeNames: ['All'],
    }),
  )
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } =
    Attributes
  return Number(visible) + Number(hidden)
}

function deadLettersOf(queue: string): string {
  return queue.replace(/Queue$/, 'DeadLetters')
}

/** The name of a function by its folder. */
function nameOf(path: string): string {
  return run.stacks.resource(path).name
}

const TASK_QUEUES = ['Pictures', 'Videos'].map(
  (kind) => `DarkroomService/Service/Workers/${kind}/Queue`,
)

test('nothing is raised before anything happens', () => {
  expect([...raisedAlarms(run.stacks, [1, 2])]).toEqual([])
})

test('a job that costs more than expected', async () => {
  run.around('service/run-task', noopWorker())
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/dear.png')
  expect((await endedJob(run, job)).status).toBe('succeeded')
  await eventually('the line of the job', () => told.find((line) => line.includes('"Dollars"')))
  expect([...look(1)]).toEqual(['DarkroomPipeline/PipelineOverviewDollarsAlarm'])
})

test('an answer of the SDK names the alarms with their states, and gives the metrics they read', async () => {
  const { endpoints, region, credentials } = run.stacks
  const cloudWatch = new CloudWatchClient({ region, credentials, endpoint: endpoints.cloudWatch })
  const { MetricAlarms = [] } = await cloudWatch.send(
    new DescribeAlarmsCommand({ AlarmNamePrefix: 'DarkroomPipeline-', StateValue: 'ALARM' }),
  )
  expect(MetricAlarms).toHaveLength(1)
  expect(MetricAlarms[0]).toMatchObject({ StateValue: 'ALARM', Threshold: 10 })
  expect(MetricAlarms[0]?.StateUpdatedTimestamp).toBeInstanceOf(Date)
  const Dimensions = [
    { Name: 'FunctionName', Value: nameOf('DarkroomService/Service/Handler/Function') },
  ]
  const { MetricDataResults = [] } = await cloudWatch.send(
    new GetMetricDataCommand({
      StartTime: new Date(Date.now() - 3_600_000),
      EndTime: new Date(Date.now() + 60_000),
      MetricDataQueries: ['Invocations', 'Errors'].map((MetricName) => ({
        Id: MetricName.toLowerCase(),
        MetricStat: {
          Metric: { Namespace: 'AWS/Lambda', MetricName, Dimensions },
          Period: 86_400,
          Stat: 'Sum',
        },
      })),
    }),
  )
  const sums = MetricDataResults.map(({ Values = [] }) => Values.reduce((sum, one) => sum + one, 0))
  expect(sums[0]).toBeGreaterThanOrEqual(4)
  expect(sums[1]).toBe(0)
})

test('a state that waits long for its task', async () => {
  run.around('service/run-task', neverEnding())
  run.around('pipeline/watch-task', ({ payload }, next) => {
    const { Records } = payload as { Records: { body: string }[] }
    for (const record of Records) {
      const message = JSON.parse(record.body)
      record.body = JSON.stringify({ ...message, since: message.since - 600 })
    }
    return next()
  })
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/waits.png')
  const taskId = await linkedTask(run, job, 'pre-process')
  await eventually('a look', () => told.find((line) => line.includes('"WaitSeconds"')))
  expect(look(1)).toContain('DarkroomPipeline/PipelineOverviewStuckCallbacksAlarm')

  // An hour later nobody has worked on the task.
  await run.db.send(
    new UpdateCommand({
      TableName: run.tables.tasks,
      Key: { id: taskId },
      UpdateExpression: 'SET createdAt = createdAt - :hours',
      ExpressionAttributeValues: { ':hours': 7_200 },
    }),
  )
  await run.stacks.invoke(nameOf('DarkroomService/Service/Sweeper/Sweep/Function'), {})
  expect((await endedJob(run, job)).status).toBe('failed')
  const found = look(1)
  expect(found).toContain('DarkroomService/ServiceTimedOutAlarm')
  expect(found).toContain('DarkroomPipeline/PipelineOverviewFailureShareAlarm')
})

test('a task whose every attempt fails', async () => {
  run.around('service/run-task', fails)
  for (const queue of TASK_QUEUES) await hurry(queue)
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/broken.png')
  expect((await endedJob(run, job)).status).toBe('failed')
  const found = look(1)
  expect(found).toContain('DarkroomService/ServiceWorkersRunTaskFunctionErrorsAlarm')
  expect(found).toContain('DarkroomService/ServiceGivenUpAlarm')
  expect(await messagesIn(deadLettersOf(TASK_QUEUES[0] ?? ''))).toBe(0)
  for (const name of found) expect(name).not.toContain('DeadLetters')
})

test('dead letters of tasks that cannot be handled', async () => {
  run.around('service/run-task', fails)
  run.around('service/end-dead-task', fails)
  for (const queue of TASK_QUEUES) {
    await sendMessages(run, queue, ['{}'])
    await eventually('a dead letter', async () =>
      (await messagesIn(deadLettersOf(queue))) > 0 ? true : undefined,
    )
  }
  const minutes = Array.from({ length: 18 }, (_, index) => index + 1)
  expect([...look(...minutes.slice(0, 8))].join()).not.toContain('Unhandled')
  const found = [...look(...minutes)].join()
  expect(found).toContain('PicturesUnhandledDeadLettersAlarm')
  expect(found).toContain('VideosUnhandledDeadLettersAlarm')
  expect(found).toContain('RunVideoTaskFunctionErrorsAlarm')
  for (const queue of TASK_QUEUES) await hurry(queue, '3600')
})

test('functions on a schedule that fail', async () => {
  run.around('service/sweep', fails)
  run.around('pipeline/release-parked', fails)
  const names = [
    'DarkroomService/Service/Sweeper/Sweep/Function',
    'DarkroomPipeline/Pipeline/ParkedReleaser/Release/Function',
  ].map(nameOf)
  for (const name of [...names, ...names]) await run.stacks.invoke(name, {})
  const found = [...look(1)].join()
  expect(found).toContain('SweeperErrorsAlarm')
  expect(found).toContain('ParkedReleaserErrorsAlarm')
})

test('requests and webhooks that are not answered', async () => {
  run.around('service/api', fails)
  run.around('pipeline/receive-webhook', fails)
  expect((await fetch(`${run.at.baseUrl}/s2s/v2.0/credit`)).status).toBe(500)
  for (let time = 0; time < 5; time += 1) {
    await fetch(run.at.webhookUrl, { method: 'POST', body: '{}' })
  }
  const found = [...look(1)].join()
  expect(found).toContain('ServiceUnansweredAlarm')
  expect(found).toContain('UnreceivedAlarm')
})

const KEPT_QUEUES = {
  'DarkroomService/Service/Webhooks/Queue/Queue': 'service/send-webhook',
  'DarkroomPipeline/Pipeline/Watched/Queue': 'pipeline/watch-task',
  'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue': 'pipeline/start',
  'DarkroomPipeline/Pipeline/Batches/Manifests/Queue': 'pipeline/start-batch',
  'DarkroomPipeline/Pipeline/Batches/Ends/Queue': 'pipeline/end-item',
}

test('messages that cannot be worked off', async () => {
  for (const [queue, verb] of Object.entries(KEPT_QUEUES)) {
    run.around(verb, fails)
    await hurry(queue)
    await sendMessages(run, queue, ['{}'])
    await eventually(`a dead letter of ${verb}`, async () =>
      (await messagesIn(deadLettersOf(queue))) > 0 ? true : undefined,
    )
    await hurry(queue, '3600')
  }
  const found = [...look(1, 2)].filter(
    (name) => name.endsWith('QueueDeadLettersAlarm') || name.endsWith('DeadLettersAlarm'),
  )
  expect(found.filter((name) => !name.includes('Unhandled'))).toHaveLength(5)
})

test('messages that wait too long', async () => {
  run.around('service/run-task', neverEnding())
  for (const queue of TASK_QUEUES) await sendMessages(run, queue, ['{}'])
  for (const [queue, verb] of Object.entries(KEPT_QUEUES)) {
    run.around(verb, neverEnding())
    await sendMessages(run, queue, ['{}'])
  }
  expect([...look(14)].join()).not.toContain('OldestAlarm')
  const found = [...look(31, 32)].filter((name) => name.endsWith('OldestAlarm'))
  expect(found).toHaveLength(5)
})

test('every alarm that this file answers for was raised, and its topic was told why', () => {
  expect([...raised].sort()).toEqual([...PROVED.run].sort())
  const messages = told.filter((line) => line.includes('A topic was told.'))
  expect(messages.join()).toContain('ServiceGivenUpAlarm')
  expect(messages.join()).toContain('NewStateReason')
})
