import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { DescribeAlarmsCommand, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { GetAccountSettingsCommand, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda'
import { GetBucketNotificationConfigurationCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager'
import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import { openSite } from '../../bin/connection/open-site.ts'
import { verifySite } from '../../bin/verify/verify-site.ts'
import { examine } from '../../functions/operate/doctor/examine.ts'
import { mockDeployedStacks, OUTPUTS, TARGET } from './deployed-stacks.ts'

const { cloudFormation, cloudWatch, sns, lambda, secrets, sqs, sfn, s3 } = mockDeployedStacks()

async function findings(): Promise<string[]> {
  const site = await openSite(TARGET)
  try {
    const found = await examine(site)
    for (const { level, todo, says } of found) {
      if (level === 'warning' || level === 'problem') expect(todo, says).toBeTruthy()
    }
    return found.map(({ level, check, says }) => `${level} ${check}: ${says}`)
  } finally {
    site.close()
  }
}

test('deployed stacks that are well lack recipes alone', async () => {
  const found = await findings()
  expect(found.filter((line) => /^(problem|warning)/.test(line))).toEqual([
    'warning recipes: There is no recipe that can be used.',
  ])
  expect(found.join('\n')).toContain('None of 2 functions was throttled in the last day.')
})

test('verify drops nothing where nothing would come of it', async () => {
  s3.on(GetBucketNotificationConfigurationCommand).resolves({})
  const site = await openSite(TARGET)
  try {
    const checks = await verifySite(site, { pipelineName: 'P', report: () => undefined })
    expect(checks).toMatchObject([{ ok: false, what: 'buckets' }])
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(0)
  } finally {
    site.close()
  }
})

test('alarms that nobody hears of, also where a subscription was not confirmed', async () => {
  sns.on(ListSubscriptionsByTopicCommand).resolves({
    Subscriptions: [{ SubscriptionArn: 'PendingConfirmation' }],
  })
  expect((await findings()).join('\n')).toContain('warning alarms: Nobody hears of alarms')
})

test('alarms that are raised are those of these stacks', async () => {
  cloudWatch.on(DescribeAlarmsCommand, { AlarmNamePrefix: 'DarkroomPipeline-' }).resolves({
    MetricAlarms: [{ AlarmName: 'DarkroomPipeline-B', StateValue: 'ALARM', AlarmDescription: 'x' }],
  })
  expect((await findings())[0]).toMatch(/^problem alarms: .*DarkroomPipeline-B/)
})

test('functions that were throttled, and an account with little room', async () => {
  cloudWatch.on(GetMetricDataCommand).callsFake(({ MetricDataQueries }) => ({
    MetricDataResults: MetricDataQueries.map(
      ({ Id, MetricStat }: { Id: string; MetricStat: { Metric: { MetricName: string } } }) => ({
        Id,
        Values: MetricStat.Metric.MetricName === 'ConcurrentExecutions' ? [3, 10] : [2, 1],
      }),
    ),
  }))
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } })
  const text = (await findings()).join('\n')
  expect(text).toContain('warning functions: deliver was throttled 3 times in the last day.')
  expect(text).toContain('At most 10 functions ran at once in the last day, of 10')
})

test.each([
  [81, 'warning'],
  [80, 'ok'],
])(
  'what queues may begin at once, %i of 100 that the account may run, is %s',
  async (all, level) => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 100 } })
    lambda
      .on(ListEventSourceMappingsCommand, { FunctionName: 'start' })
      .resolves({
        // Dead letters have no bound of their own.
        EventSourceMappings: [{ ScalingConfig: { MaximumConcurrency: 20 } }, {}],
        NextMarker: 'more',
      })
      .on(ListEventSourceMappingsCommand, { FunctionName: 'start', Marker: 'more' })
      .resolves({ EventSourceMappings: [{ ScalingConfig: { MaximumConcurrency: all - 25 } }] })
      .on(ListEventSourceMappingsCommand, { FunctionName: 'deliver' })
      .resolves({ EventSourceMappings: [{ ScalingConfig: { MaximumConcurrency: 5 } }] })
    const found = (await findings()).find((line) => line.includes('workers:'))
    expect(found).toContain(
      `${level} workers: Queues may begin ${all} functions at once, of 100 that the account may run: ` +
        `start ${all - 5}, deliver 5.`,
    )
  },
)

test('dead letters on the second page, and a batch that failed', async () => {
  sqs.on(GetQueueAttributesCommand, { QueueUrl: OUTPUTS.DropQueueUrl }).resolves({
    Attributes: { ApproximateNumberOfMessages: '4', RedrivePolicy: '{}' },
  })
  sqs.on(GetQueueAttributesCommand, { QueueUrl: `${OUTPUTS.DropQueueUrl}-dead` }).resolves({
    Attributes: { ApproximateNumberOfMessages: '1', ApproximateNumberOfMessagesNotVisible: '1' },
  })
  sfn.on(ListExecutionsCommand, { statusFilter: 'FAILED' }).resolves({
    executions: [
      {
        executionArn: 'arn',
        stateMachineArn: OUTPUTS.BatchMachineArn,
        name: 'b',
        status: 'FAILED',
        startDate: new Date(),
        stopDate: new Date(),
      },
    ],
  })
  const text = (await findings()).join('\n')
  expect(text).toContain('problem queues: 2 dead letters wait in drop-dead.')
  expect(text).toContain('note queues: 4 dropped files wait to be taken in')
  expect(text).toContain('warning jobs: 1 batch of the last day failed.')
})

test('a secret without a value is another thing than one that may not be read', async () => {
  const missing = new ResourceNotFoundException({ message: 'no value', $metadata: {} })
  secrets.on(GetSecretValueCommand).rejects(missing)
  expect((await findings())[0]).toContain('problem connection: The pipeline is not connected')
  secrets.on(GetSecretValueCommand).rejects(new Error('User is not authorized'))
  expect((await findings()).join('\n')).toContain(
    'warning connection: This could not be looked at: User is not authorized',
  )
})

test('a stack that is not there, and a service that may not be asked for, end it with the reason', async () => {
  cloudFormation
    .on(DescribeStacksCommand, { StackName: 'DarkroomService' })
    .rejects(new Error('User is not authorized to perform cloudformation:DescribeStacks'))
  await expect(findings()).rejects.toThrow('not authorized')
})
