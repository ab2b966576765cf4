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
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { encrypted, PREVIEWS_END } from '../functions/operate/doctor/site.ts'

export const OUTPUTS = {
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

/** What the command is asked to look at. */
export const TARGET = {
  stack: 'DarkroomPipeline',
  service: 'DarkroomService',
  console: 'DarkroomConsole',
  data: 'none',
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

/**
 * Stands in for AWS in the tests of a file, and answers as it does for stacks that are well: a pipeline alone, for a
 * provider's service, with nothing wrong but what a test adds.
 */
export function mockDeployedStacks() {
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

  function outputs(given: Record<string, string>, StackName = 'DarkroomPipeline'): void {
    const Outputs = Object.entries(given).map(([OutputKey, OutputValue]) => ({
      OutputKey,
      OutputValue,
    }))
    cloudFormation.on(DescribeStacksCommand, { StackName }).resolves({
      Stacks: [{ StackName, CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }],
    })
  }

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
  return { cloudFormation, cloudWatch, sns, lambda, secrets, sqs, sfn, s3, db, outputs }
}
