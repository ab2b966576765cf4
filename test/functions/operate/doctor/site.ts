import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
} from '@aws-sdk/client-cloudwatch'
import {
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach } from 'vitest'
import type { Finding } from '../../../../functions/operate/doctor/finding.ts'
import type { Account, Site } from '../../../../functions/operate/doctor/site.ts'

export const NOW = Date.parse('2026-01-31T12:00:00.000Z')

/** What findings say, each with its level before it. */
export function said(findings: Finding[]): string[] {
  return findings.map(({ level, says }) => `${level}: ${says}`)
}

/** The rule for previews that the pipeline's own bucket has. */
export const PREVIEWS_END = {
  ID: 'darkroom-previews',
  Status: 'Enabled' as const,
  Filter: { Prefix: 'previews/' },
  Expiration: { Days: 90 },
}

/** How a bucket says that it is encrypted. */
export function encrypted(SSEAlgorithm: 'AES256' | 'aws:kms', KMSMasterKeyID?: string) {
  const ApplyServerSideEncryptionByDefault = { SSEAlgorithm, KMSMasterKeyID }
  return { ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault }] } }
}

const AT = {
  dropBucket: 'drop',
  resultsBucket: 'results',
  jobsTable: 'jobs',
  batchesTable: 'batches',
  dropQueue: 'https://sqs.eu-west-1.amazonaws.com/111122223333/drop',
  stateMachineArn: 'arn:aws:states:eu-west-1:111122223333:stateMachine:jobs',
  batchMachineArn: 'arn:aws:states:eu-west-1:111122223333:stateMachine:batches',
}

/** Stands in for AWS in the tests of a file, and answers as it does for stacks that are well. */
export function mockSite() {
  const cloudWatch = mockClient(CloudWatchClient)
  const secrets = mockClient(SecretsManagerClient)
  const sqs = mockClient(SQSClient)
  const sfn = mockClient(SFNClient)
  const s3 = mockClient(S3Client)
  const db = mockClient(DynamoDBDocumentClient)
  const all = [cloudWatch, secrets, sqs, sfn, s3, db]
  afterAll(() => {
    for (const mock of all) mock.restore()
  })
  beforeEach(() => {
    for (const mock of all) mock.reset()
    secrets.on(GetSecretValueCommand).resolves({
      SecretString: '{"apiKey":"sk-x","webhookSecret":"whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}',
      CreatedDate: new Date(NOW),
    })
    cloudWatch.on(DescribeAlarmsCommand).resolves({
      MetricAlarms: [{ AlarmName: 'DarkroomPipeline-A', StateValue: 'OK' }],
    })
    cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [] })
    sqs.on(GetQueueAttributesCommand).resolves({ Attributes: {} })
    sfn.on(ListExecutionsCommand).resolves({ executions: [] })
    s3.on(ListObjectsV2Command).resolves({})
    s3.on(HeadBucketCommand).resolves({ BucketRegion: 'eu-west-1' })
    s3.on(GetBucketNotificationConfigurationCommand).resolves({ EventBridgeConfiguration: {} })
    s3.on(GetBucketVersioningCommand).resolves({ Status: 'Enabled' })
    s3.on(GetBucketEncryptionCommand).resolves(encrypted('AES256'))
    s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules: [PREVIEWS_END] })
    db.on(QueryCommand).resolves({ Items: [] })
  })
  return { cloudWatch, secrets, sqs, sfn, s3, db }
}

/** A deployed pipeline without a service of its own; `account` is null for a local run. */
export function siteWith(change: Partial<Site> = {}, account: Partial<Account> | null = {}): Site {
  const region = { region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } }
  return {
    pipeline: {
      s3: new S3Client(region),
      db: DynamoDBDocumentClient.prototype,
      sfn: new SFNClient(region),
      sqs: new SQSClient(region),
      at: AT,
    },
    service: undefined,
    cloudWatch: new CloudWatchClient(region),
    secrets: new SecretsManagerClient(region),
    secretId: 'secret',
    webhookUrl: 'https://hooks.example/webhook',
    serviceUrl: undefined,
    generator: undefined,
    alarmPrefixes: ['DarkroomPipeline-'],
    queues: async () => [AT.dropQueue, `${AT.dropQueue}-dead`],
    account:
      account === null
        ? undefined
        : {
            functions: async () => ['start', 'deliver'],
            buckets: async () => [],
            consoleOrigin: undefined,
            listeners: async () => ({ 'arn:alarms': 1 }),
            keys: {},
            concurrencyLimit: async () => 1000,
            queueConcurrency: async () => ({}),
            ...account,
          },
    now: NOW,
    explain: (error) => (error as Error).message,
    ...change,
  }
}
