import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
} from '@aws-sdk/client-cloudwatch'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn'
import { GetQueueAttributesCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dropManifest, endedBatch, putObject, readBatch } from './batches.ts'
import { drop } from './drop.ts'
import { eventually } from './eventually.ts'
import { linkedTask } from './inbox.ts'
import { noopWorker } from './noop-worker.ts'
import { PROVED, raisedAlarms } from './raised-alarms.ts'
import { endedJob, executionArn } from './read-job.ts'
import { sendMessages, sqsOf } from './send-message.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
const told: string[] = []
const raised = new Set<string>()

beforeAll(async () => {
  run = await startRun(
    { WATCH_AFTER_SECONDS: '1' },
    {
      spending: { unitPrice: 20 },
      alarmLimits: { unitsPerDay: 0 },
      // Nobody listens there.
      notify: { webhook: 'http://127.0.0.1:9/notices' },
      onLog: (line) => told.push(line),
    },
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
  await hurryAt(run.stacks.resource(queue).ref, seconds)
}

/** Lets events that a function failed on come back after a second; Lambda leaves them alone for a minute. */
async function hurryEvents(path: string): Promise<void> {
  const { ref } = run.stacks.resource(TASK_QUEUES[0] ?? '')
  await hurryAt(ref.replace(/[^/]+$/, `async-${nameOf(path)}`), '1')
}

async function hurryAt(QueueUrl: string, seconds: string): Promise<void> {
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

const VIDEO_MACHINE = 'DarkroomService/Service/Sharing/Workflow/StateMachine'

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
  expect([...look(1)]).toEqual([
    'DarkroomPipeline/PipelineOverviewDollarsAlarm',
    'DarkroomPipeline/PipelineOverviewUnitsAlarm',
  ])
})

test('an answer of the SDK names the alarms with their states, and gives the metrics they read', async () => {
  const { endpoints, region, credentials } = run.stacks
  const cloudWatch = new CloudWatchClient({ region, credentials, endpoint: endpoints.cloudWatch })
  const { MetricAlarms = [] } = await cloudWatch.send(
    new DescribeAlarmsCommand({ AlarmNamePrefix: 'DarkroomPipeline-', StateValue: 'ALARM' }),
  )
  expect(MetricAlarms).toMatchObject([
    { StateValue: 'ALARM', Threshold: 10 },
    { StateValue: 'ALARM', Threshold: 0 },
  ])
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
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/waits.png')
  const taskId = await linkedTask(run, job, 'pre-process')
  const beganEarlier = (seconds: number, also = '') =>
    run.db.send(
      new UpdateCommand({
        TableName: run.tables.tasks,
        Key: { id: taskId },
        UpdateExpression: `SET startedAt = createdAt - :seconds${also}`,
        ExpressionAttributeValues: { ':seconds': seconds },
      }),
    )
  // That it waits for a worker is no fault, however long it does.
  await eventually('a look', () =>
    told.find((line) => line.includes(job) && line.includes('"A task was looked at."')),
  )
  expect(told.join()).not.toContain('"WaitSeconds"')
  await beganEarlier(600)
  const looked = await eventually('a look', () =>
    told.find((line) => line.includes('"WaitSeconds"')),
  )
  expect(JSON.parse(looked).WaitSeconds).toBeGreaterThanOrEqual(600)
  expect(look(1)).toContain('DarkroomPipeline/PipelineOverviewStuckCallbacksAlarm')

  // The sweep looks for it among those that wait, which have a day.
  await beganEarlier(100_000, ', createdAt = createdAt - :seconds')
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

function dropsBatch(name: string, body: string): Promise<string> {
  return dropManifest(run, `batches/slim/${name}.jsonl`, body)
}

test('a batch that fails', async () => {
  expect((await endedBatch(run, await dropsBatch('bad', 'no JSON'))).status).toBe('failed')
  // The execution ends a moment after its batch.
  const alarm = 'DarkroomPipeline/PipelineBatchesWorkflowFailedAlarm'
  await eventually(alarm, () => look(1).has(alarm) || undefined)
})

test('a video whose workers are all lost', async () => {
  // Only what gives up works.
  run.around('service/work-segments', async ({ payload }, next) =>
    'failure' in (payload as object) ? await next() : await fails(),
  )
  const { ref: stateMachineArn } = run.stacks.resource(VIDEO_MACHINE)
  const input = JSON.stringify({ task: 'gone', segments: [0, 1] })
  await run.sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'lost', input }))
  const alarm = 'DarkroomService/ServiceSharingFailedAlarm'
  await eventually(alarm, () => look(1).has(alarm) || undefined, 60_000)
})

/** Functions that take events in the name of rules, each with the queue of what it failed on. */
const TAKERS = [
  {
    verb: 'pipeline/record-failure',
    path: 'DarkroomPipeline/Pipeline/Steps/RecordFailure/Function',
    left: 'DarkroomPipeline/Pipeline/Unrecorded',
  },
  {
    verb: 'pipeline/close-batch',
    path: 'DarkroomPipeline/Pipeline/Batches/Steps/CloseBatch/Function',
    left: 'DarkroomPipeline/Pipeline/Batches/Unclosed',
  },
  {
    verb: 'service/remove-late-upload',
    path: 'DarkroomService/Service/LateUploads/RemoveLateUpload/Function',
    left: 'DarkroomService/Service/LateUploads/Left',
  },
]

test('ends that cannot be recorded, and uploads that cannot be removed', async () => {
  run.around('service/run-task', neverEnding())
  await putObject(run, 'files/long.png', (await twoPeoplePicture()).png)
  const batch = await dropsBatch('long', '{"key":"files/long.png"}')
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/slim/long.png')
  await linkedTask(run, job, 'pre-process')
  await eventually('the batch', () => readBatch(run, batch))

  for (const { verb, path } of TAKERS) {
    run.around(verb, fails)
    await hurryEvents(path)
  }
  const batchArn = run.at.batchMachineArn.replace(':stateMachine:', ':execution:')
  for (const arn of [executionArn(run, job), `${batchArn}:${batch}`])
    await run.sfn.send(new StopExecutionCommand({ executionArn: arn }))
  const upload = { Bucket: run.at.service.files, Key: 'uploads/late', Body: 'late' }
  await run.s3.send(new PutObjectCommand(upload))
  for (const { left } of TAKERS) {
    await eventually(`a dead letter in ${left}`, async () =>
      (await messagesIn(left)) > 0 ? true : undefined,
    )
  }
  const found = look(1, 2)
  expect(found).toContain('DarkroomPipeline/PipelineUnrecordedAlarm')
  expect(found).toContain('DarkroomPipeline/PipelineBatchesUnclosedAlarm')
  expect(found).toContain('DarkroomService/ServiceLateUploadsLeftAlarm')
})

const KEPT_QUEUES = {
  'DarkroomService/Service/Webhooks/Queue/Queue': 'service/send-webhook',
  'DarkroomPipeline/Pipeline/Watched/Queue': 'pipeline/watch-task',
  'DarkroomPipeline/Pipeline/DropListener/Dropped/Queue': 'pipeline/start',
  'DarkroomPipeline/Pipeline/Batches/Manifests/Queue': 'pipeline/start-batch',
  'DarkroomPipeline/Pipeline/Batches/Ends/Queue': 'pipeline/end-item',
  'DarkroomPipeline/Pipeline/Notices/Webhook/Queue': 'pipeline/notify',
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
  expect(found.filter((name) => !name.includes('Unhandled'))).toHaveLength(6)
})

test('messages that wait too long', async () => {
  run.around('service/run-task', neverEnding())
  for (const queue of TASK_QUEUES) await sendMessages(run, queue, ['{}'])
  for (const [queue, verb] of Object.entries(KEPT_QUEUES)) {
    run.around(verb, neverEnding())
    await sendMessages(run, queue, ['{}'])
  }
  const minutes = (first: number) => Array.from({ length: 17 }, (_, after) => first + after)
  expect([...look(14, ...minutes(15).slice(0, 1))].join()).not.toContain('OldestAlarm')
  const found = [...look(...minutes(31))].filter((name) => name.endsWith('OldestAlarm'))
  expect(found).toHaveLength(5)
  expect([...look(717, 718)].join()).not.toContain('LongestAlarm')
  expect([...look(722, 723)].filter((name) => name.endsWith('LongestAlarm'))).toHaveLength(2)
})

test('every alarm that this file answers for was raised, and its topic was told why', () => {
  expect([...raised].sort()).toEqual([...PROVED.run].sort())
  const messages = told.filter((line) => line.includes('A topic was told.'))
  expect(messages.join()).toContain('ServiceGivenUpAlarm')
  expect(messages.join()).toContain('NewStateReason')
})
