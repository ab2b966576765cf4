import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation'
import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
} from '@aws-sdk/client-cloudwatch'
import {
  GetAccountSettingsCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda'
import {
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  type LifecycleRule,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn'
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSite } from '../../bin/connection/open-site.ts'
import { verifySite } from '../../bin/verify/verify-site.ts'
import { examine } from '../../functions/operate/doctor/examine.ts'
import type { Finding } from '../../functions/operate/doctor/finding.ts'

const cloudFormation = mockClient(CloudFormationClient)
const cloudWatch = mockClient(CloudWatchClient)
const sns = mockClient(SNSClient)
const lambda = mockClient(LambdaClient)
const secrets = mockClient(SecretsManagerClient)
const sqs = mockClient(SQSClient)
const sfn = mockClient(SFNClient)
const s3 = mockClient(S3Client)
const db = mockClient(DynamoDBDocumentClient)
const all = [cloudFormation, cloudWatch, sns, lambda, secrets, sqs, sfn, s3, db]
afterAll(() => {
  for (const mock of all) mock.restore()
})

const OUTPUTS = {
  DropBucketName: 'drop',
  ResultsBucketName: 'results',
  JobsTableName: 'jobs',
  BatchesTableName: 'batches',
  DropQueueUrl: 'https://sqs.eu-west-1.amazonaws.com/111122223333/drop',
  StateMachineArn: 'arn:aws:states:eu-west-1:111122223333:stateMachine:jobs',
  BatchMachineArn: 'arn:aws:states:eu-west-1:111122223333:stateMachine:batches',
  ServiceSecretArn: 'arn:aws:secretsmanager:eu-west-1:111122223333:secret:key-abcdef',
  WebhookUrl: 'https://hooks.example/webhook',
  AlarmTopicArn: 'arn:aws:sns:eu-west-1:111122223333:alarms',
}

function outputs(given: Record<string, string>, StackName = 'DarkroomPipeline'): void {
  const Outputs = Object.entries(given).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }))
  cloudFormation.on(DescribeStacksCommand, { StackName }).resolves({
    Stacks: [{ StackName, CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }],
  })
}

/** What a stack lists. */
function resource(ResourceType: string, PhysicalResourceId: string) {
  return {
    ResourceType,
    PhysicalResourceId,
    LogicalResourceId: 'X',
    LastUpdatedTimestamp: new Date(),
    ResourceStatus: 'CREATE_COMPLETE' as const,
  }
}

/** A pipeline alone, for a provider's service, with nothing wrong but what a test adds. */
beforeEach(() => {
  for (const mock of all) mock.reset()
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  outputs(OUTPUTS)
  cloudFormation
    .on(DescribeStacksCommand, { StackName: 'DarkroomService' })
    .rejects(new Error('Stack with id DarkroomService does not exist'))
    .on(DescribeStacksCommand, { StackName: 'DarkroomConsole' })
    .rejects(new Error('Stack with id DarkroomConsole does not exist'))
  // Two pages: what stands on the second must not be missed.
  cloudFormation
    .on(ListStackResourcesCommand)
    .resolves({
      StackResourceSummaries: [resource('AWS::Lambda::Function', 'start')],
      NextToken: 'more',
    })
    .on(ListStackResourcesCommand, { NextToken: 'more' })
    .resolves({
      StackResourceSummaries: [
        resource('AWS::SQS::Queue', OUTPUTS.DropQueueUrl),
        resource('AWS::SQS::Queue', `${OUTPUTS.DropQueueUrl}-dead`),
        resource('AWS::Lambda::Function', 'deliver'),
      ],
    })
  secrets.on(GetSecretValueCommand).resolves({
    SecretString: '{"apiKey":"sk-x","webhookSecret":"whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}',
    CreatedDate: new Date(),
  })
  cloudWatch.on(DescribeAlarmsCommand).resolves({
    MetricAlarms: [{ AlarmName: 'DarkroomPipeline-A', StateValue: 'OK' }],
  })
  cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [] })
  sns.on(ListSubscriptionsByTopicCommand).resolves({
    Subscriptions: [{ SubscriptionArn: `${OUTPUTS.AlarmTopicArn}:1` }],
  })
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1_000 } })
  lambda.on(ListEventSourceMappingsCommand).resolves({ EventSourceMappings: [] })
  sqs.on(GetQueueAttributesCommand).resolves({
    Attributes: { ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' },
  })
  sfn.on(ListExecutionsCommand).resolves({ executions: [] })
  s3.on(ListObjectsV2Command).resolves({})
  s3.on(HeadBucketCommand).resolves({ BucketRegion: 'eu-west-1' })
  s3.on(GetBucketNotificationConfigurationCommand).resolves({ EventBridgeConfiguration: {} })
  s3.on(GetBucketVersioningCommand).resolves({ Status: 'Enabled' })
  s3.on(GetBucketEncryptionCommand).resolves(encrypted('AES256'))
  s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules: [PREVIEWS_END] })
  db.on(QueryCommand).resolves({ Items: [] })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function encrypted(SSEAlgorithm: 'AES256' | 'aws:kms', KMSMasterKeyID?: string) {
  const ApplyServerSideEncryptionByDefault = { SSEAlgorithm, KMSMasterKeyID }
  return { ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault }] } }
}

/** What S3 answers a HEAD with: no words, and where the bucket is. */
function refusal(httpStatusCode: number, region?: string): S3ServiceException {
  const error = new S3ServiceException({
    name: 'Unknown',
    $fault: 'client',
    message: 'Unknown',
    $metadata: { httpStatusCode },
  })
  const headers = region === undefined ? {} : { 'x-amz-bucket-region': region }
  return Object.assign(error, { $response: { headers } })
}

async function about(what: string): Promise<Finding[]> {
  const site = await openSite(TARGET)
  try {
    return (await examine(site)).filter(({ check }) => check === what)
  } finally {
    site.close()
  }
}

const aboutBuckets = () => about('buckets')

const TARGET = {
  ...{ stack: 'DarkroomPipeline', service: 'DarkroomService', console: 'DarkroomConsole' },
  data: 'none',
}

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

test('a bucket that does not tell EventBridge gets the command that keeps what else it tells', async () => {
  const QueueConfigurations = [
    { QueueArn: 'arn:aws:sqs:eu-west-1:1:q', Events: ['s3:ObjectCreated:*' as const], Id: 'it’s' },
  ]
  s3.on(GetBucketNotificationConfigurationCommand).resolves({ QueueConfigurations })
  const [found] = await aboutBuckets()
  expect(found).toMatchObject({
    level: 'problem',
    says: expect.stringContaining('does not tell EventBridge'),
  })
  const configuration = JSON.stringify({ QueueConfigurations, EventBridgeConfiguration: {} })
  expect(found?.todo).toContain(
    `put-bucket-notification-configuration --bucket drop --notification-configuration '${configuration}'`,
  )
})

test('a bucket without versions is a warning, with the command', async () => {
  s3.on(GetBucketVersioningCommand).resolves({ Status: 'Suspended' })
  expect(await aboutBuckets()).toMatchObject([
    { level: 'warning', todo: expect.stringContaining('put-bucket-versioning --bucket drop') },
  ])
})

test.each([
  [
    'in another region',
    refusal(301, 'us-west-2'),
    'lies in us-west-2, and the pipeline in eu-west',
  ],
  ['that is gone', refusal(404), 'The bucket drop does not exist.'],
])('a bucket %s is a problem', async (_, answer, words) => {
  s3.on(HeadBucketCommand, { Bucket: 'drop' }).rejects(answer)
  expect((await aboutBuckets()).map(({ says }) => says)).toEqual([expect.stringContaining(words)])
})

test('a bucket of another account is told from one that may not be looked at', async () => {
  s3.on(HeadBucketCommand, { ExpectedBucketOwner: '111122223333' }).rejects(refusal(403))
  const [drop] = await aboutBuckets()
  expect(drop?.says).toContain('drop belongs to another account than 111122223333')
  s3.on(HeadBucketCommand).rejects(refusal(403))
  s3.on(HeadBucketCommand, { ExpectedBucketOwner: '111122223333' }).rejects(refusal(403))
  expect(await aboutBuckets()).toMatchObject([
    { level: 'warning', says: expect.stringContaining('could not be looked at') },
  ])
})

test('a bucket with a key that the pipeline was not given is a problem', async () => {
  const key = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd'
  s3.on(GetBucketEncryptionCommand, { Bucket: 'results' }).resolves(encrypted('aws:kms', key))
  expect(await aboutBuckets()).toMatchObject([
    { level: 'problem', todo: expect.stringContaining('-c resultsBucketKey=') },
  ])
  outputs({ ...OUTPUTS, ResultsBucketKeyArn: key })
  expect(await aboutBuckets()).toMatchObject([{ level: 'ok' }])
  // S3's own key may be used by whoever may use the objects.
  outputs(OUTPUTS)
  s3.on(GetBucketEncryptionCommand, { Bucket: 'results' }).resolves(
    encrypted('aws:kms', 'arn:aws:kms:eu-west-1:111122223333:alias/aws/s3'),
  )
  expect(await aboutBuckets()).toMatchObject([{ level: 'ok' }])
})

const PAGE = 'https://abc123.execute-api.eu-west-1.amazonaws.com'
const PAGE_RULE = {
  ...{ AllowedOrigins: [PAGE], AllowedMethods: ['PUT', 'GET', 'HEAD'] },
  ...{ AllowedHeaders: ['*'], ExposeHeaders: ['ETag'], MaxAgeSeconds: 3000 },
}

function noRules(name = 'NoSuchCORSConfiguration'): S3ServiceException {
  return new S3ServiceException({ name, $fault: 'client', message: name, $metadata: {} })
}

test('a bucket that was there gets the command that lets the page in and keeps its rules', async () => {
  outputs({ ConsoleUrl: `${PAGE}/console/` }, 'DarkroomConsole')
  const other = { AllowedOrigins: ['https://it’s.example'], AllowedMethods: ['GET'] }
  s3.on(GetBucketCorsCommand, { Bucket: 'drop' }).resolves({ CORSRules: [other] })
  s3.on(GetBucketCorsCommand, { Bucket: 'results' }).rejects(noRules())
  const found = await about('console')
  expect(found.map(({ level }) => level)).toEqual(['warning', 'warning'])
  const command = (bucket: string, ...CORSRules: object[]) =>
    `Run \`aws s3api put-bucket-cors --bucket ${bucket} --cors-configuration ` +
    `'${JSON.stringify({ CORSRules })}'\`.`
  expect(found.map(({ todo }) => todo).toSorted()).toEqual([
    command('drop', other, PAGE_RULE),
    command('results', PAGE_RULE),
  ])
  // What the command writes is enough.
  s3.on(GetBucketCorsCommand, { Bucket: 'drop' }).resolves({ CORSRules: [other, PAGE_RULE] })
  s3.on(GetBucketCorsCommand, { Bucket: 'results' }).resolves({ CORSRules: [PAGE_RULE] })
  expect(await about('console')).toMatchObject([{ level: 'ok' }])
})

const PREVIEWS_END = {
  ...{ ID: 'darkroom-previews', Status: 'Enabled' as const },
  ...{ Filter: { Prefix: 'previews/' }, Expiration: { Days: 90 } },
}

test('a results bucket that was there gets the command that ends previews and keeps its rules', async () => {
  outputs({ ConsoleUrl: `${PAGE}/console/` }, 'DarkroomConsole')
  s3.on(GetBucketCorsCommand).resolves({ CORSRules: [PAGE_RULE] })
  const command = (...Rules: object[]) =>
    'Run `aws s3api put-bucket-lifecycle-configuration --bucket results --lifecycle-configuration ' +
    `'${JSON.stringify({ Rules })}'\`.`
  const none = noRules('NoSuchLifecycleConfiguration')
  s3.on(GetBucketLifecycleConfigurationCommand, { Bucket: 'results' }).rejects(none)
  expect(await about('console')).toMatchObject([{ level: 'warning', todo: command(PREVIEWS_END) }])
  const tagged = { ...PREVIEWS_END, ID: 'a', Filter: { Tag: { Key: 'k', Value: 'v' } } }
  const other = { ...PREVIEWS_END, ID: 'b', Filter: { Prefix: 'previews/2025/' } }
  const off = { ...PREVIEWS_END, ID: 'c', Status: 'Disabled' as const }
  const kept = { ID: 'd', Status: 'Enabled' as const, Transitions: [{ Days: 1 }] }
  const Rules = [tagged, other, off, kept] as LifecycleRule[]
  s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules })
  expect(await about('console')).toMatchObject([{ todo: command(...Rules, PREVIEWS_END) }])
  // What the command writes is enough, and so is a rule for everything.
  for (const rule of [PREVIEWS_END, { ...PREVIEWS_END, Filter: { Prefix: '' } }]) {
    s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules: [rule] })
    expect(await about('console')).toMatchObject([{ level: 'ok' }])
  }
})

test.each<[string, object]>([
  ['another origin', { AllowedOrigins: ['https://abc123.example'] }],
  [
    'a part of the origin',
    { AllowedOrigins: ['https://abc*.execute-api.us-east-1.amazonaws.com'] },
  ],
  ['reading alone', { AllowedMethods: ['GET', 'HEAD'] }],
  ['some headers alone', { AllowedHeaders: ['content-type'] }],
  ['a page that may not see tags', { ExposeHeaders: [] }],
])('a rule for %s does not let the page in', async (_, change) => {
  outputs({ ConsoleUrl: `${PAGE}/console/` }, 'DarkroomConsole')
  s3.on(GetBucketCorsCommand).resolves({ CORSRules: [{ ...PAGE_RULE, ...change }] })
  expect(await about('console')).toMatchObject([{ level: 'warning' }, { level: 'warning' }])
})

test('a bucket that the pipeline made is mended by deploying, and none is looked at without a console', async () => {
  expect(await about('console')).toEqual([])
  expect(s3.commandCalls(GetBucketCorsCommand)).toHaveLength(0)
  outputs({ ConsoleUrl: `${PAGE}/console/` }, 'DarkroomConsole')
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: [resource('AWS::S3::Bucket', 'drop')],
  })
  const wide = { ...PAGE_RULE, AllowedOrigins: ['https://*.execute-api.eu-west-1.amazonaws.com'] }
  s3.on(GetBucketCorsCommand, { Bucket: 'drop' }).rejects(noRules())
  s3.on(GetBucketCorsCommand, { Bucket: 'results' }).resolves({ CORSRules: [wide] })
  expect(await about('console')).toMatchObject([
    {
      says: expect.stringContaining('drop'),
      todo: expect.stringContaining(`consoleOrigin=${PAGE}`),
    },
  ])
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
