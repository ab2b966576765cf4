import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { createDynamoClient } from '../dynamo.ts'
import { env, optionalEnv } from '../env.ts'
import { dynamoBudgetAccount } from './adapters/dynamo-budget-account.ts'
import { dynamoInbox } from './adapters/dynamo-inbox.ts'
import { dynamoJobs } from './adapters/dynamo-jobs.ts'
import { s3Objects } from './adapters/s3-objects.ts'
import { withJobMetrics } from './metrics/with-job-metrics.ts'
import { eventBridgeAnnounce } from './ports/announce-job.ts'
import { awsCompanions } from './ports/companions.ts'
import { stepFunctionsTokens } from './ports/tokens.ts'
import { sqsWatch } from './ports/watch.ts'
import { httpProvider } from './provider/http-provider.ts'
import { dynamoKeyRateLimit } from './provider/key-rate-limit.ts'
import { rateLimitedKey } from './provider/rate-limited-key.ts'
import { serviceSecret } from './provider/service-secret.ts'

/** Seconds before the first look at a task that will be announced by webhook. */
const WATCH_AFTER_SECONDS = 60

/**
 * The ports of the pipeline on AWS, each made from the environment when a handler asks for it, so that a function
 * opens only the clients it uses and needs only the variables it is given.
 */
export function jobs() {
  return dynamoJobs(createDynamoClient(), env('JOBS_TABLE'))
}
export function budgetBook() {
  return dynamoBudgetAccount(createDynamoClient(), env('JOBS_TABLE'))
}
export function inbox() {
  return dynamoInbox(createDynamoClient(), env('INBOX_TABLE'), Date.now)
}
export function tokens() {
  return stepFunctionsTokens(new SFNClient({}))
}
export function objects() {
  return s3Objects(new S3Client({}))
}
export function announce() {
  return withJobMetrics(eventBridgeAnnounce(new EventBridgeClient({})), pipelineName())
}
/** What the pipeline's metrics are found under. */
export function pipelineName() {
  return env('PIPELINE_NAME')
}
export function secret() {
  return serviceSecret(new SecretsManagerClient({}), env('SERVICE_SECRET_ID'))
}

export function provider() {
  const { read } = secret()
  return httpProvider({
    baseUrl: env('SERVICE_BASE_URL'),
    apiKey: rateLimitedKey({
      read,
      pace: dynamoKeyRateLimit(createDynamoClient(), env('INBOX_TABLE'), Date.now),
    }),
    idempotent: optionalEnv('SERVICE_IDEMPOTENT') !== 'false',
  })
}

export function companions() {
  return awsCompanions({
    db: createDynamoClient(),
    table: env('INBOX_TABLE'),
    sqs: new SQSClient({}),
    queueUrl: env('DROP_QUEUE_URL'),
    now: Date.now,
  })
}

export function watch() {
  return sqsWatch(new SQSClient({}), {
    queueUrl: env('WATCH_QUEUE_URL'),
    now: Date.now,
    firstSeconds: Number(optionalEnv('WATCH_AFTER_SECONDS') ?? WATCH_AFTER_SECONDS),
  })
}
