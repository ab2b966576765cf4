import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { openDynamo } from '../dynamo.ts'
import { env, optionalEnv } from '../env.ts'
import { dynamoBudgetBook } from './budget/dynamo-budget-book.ts'
import { dynamoInbox } from './inbox/dynamo-inbox.ts'
import { stepFunctionsTokens } from './inbox/tokens.ts'
import { eventBridgeAnnounce } from './jobs/announce-job.ts'
import { counted } from './jobs/counted.ts'
import { dynamoJobs } from './jobs/dynamo-jobs.ts'
import { s3Objects } from './objects/s3-objects.ts'
import { httpProvider } from './provider/http-provider.ts'
import { dynamoPace } from './provider/pace.ts'
import { pacedKey } from './provider/paced-key.ts'
import { serviceSecret } from './provider/service-secret.ts'
import { awsCompanions } from './start/companions.ts'
import { sqsWatch } from './watch-task/watch.ts'

/** Seconds before the first look at a task that will be announced by webhook. */
const WATCH_AFTER_SECONDS = 60

/**
 * The ports of the pipeline on AWS, each made from the environment when a handler asks for it, so that a function
 * opens only the clients it uses and needs only the variables it is given.
 */
export const jobs = () => dynamoJobs(openDynamo(), env('JOBS_TABLE'))
export const budgetBook = () => dynamoBudgetBook(openDynamo(), env('JOBS_TABLE'))
export const inbox = () => dynamoInbox(openDynamo(), env('INBOX_TABLE'), Date.now)
export const tokens = () => stepFunctionsTokens(new SFNClient({}))
export const objects = () => s3Objects(new S3Client({}))
export const announce = () =>
  counted(eventBridgeAnnounce(new EventBridgeClient({})), pipelineName())
/** What the pipeline's metrics are found under. */
export const pipelineName = () => env('PIPELINE_NAME')
export const secret = () => serviceSecret(new SecretsManagerClient({}), env('SERVICE_SECRET_ID'))

export const provider = () => {
  const { read } = secret()
  return httpProvider({
    baseUrl: env('SERVICE_BASE_URL'),
    apiKey: pacedKey({ read, pace: dynamoPace(openDynamo(), env('INBOX_TABLE'), Date.now) }),
    idempotent: optionalEnv('SERVICE_IDEMPOTENT') !== 'false',
  })
}

export const companions = () =>
  awsCompanions({
    db: openDynamo(),
    table: env('INBOX_TABLE'),
    sqs: new SQSClient({}),
    queueUrl: env('DROP_QUEUE_URL'),
    now: Date.now,
  })

export const watch = () =>
  sqsWatch(new SQSClient({}), {
    queueUrl: env('WATCH_QUEUE_URL'),
    now: Date.now,
    firstSeconds: Number(optionalEnv('WATCH_AFTER_SECONDS') ?? WATCH_AFTER_SECONDS),
  })
