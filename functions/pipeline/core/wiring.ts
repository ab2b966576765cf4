import { randomUUID } from 'node:crypto'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { parseBudget } from '../../../catalog/costs/budget.ts'
import { parseServiceLimits } from '../../../catalog/limits/service-limits.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { stepFunctionsStart } from '../../step-functions-start.ts'
import { awsCompanions } from './adapters/aws-companions.ts'
import { awsTurns } from './adapters/aws-turns.ts'
import { countBatchFiles } from './adapters/count-batch-files.ts'
import { countExecutions } from './adapters/count-executions.ts'
import { dynamoBackpressure, dynamoFullUntil } from './adapters/dynamo-backpressure.ts'
import { dynamoBatches } from './adapters/dynamo-batches.ts'
import { dynamoBudgetAccount } from './adapters/dynamo-budget-account.ts'
import { dynamoInbox } from './adapters/dynamo-inbox.ts'
import { dynamoJobs } from './adapters/dynamo-jobs.ts'
import { eventBridgeAnnounce } from './adapters/event-bridge-announce.ts'
import { httpProvider } from './adapters/provider/http-provider.ts'
import { dynamoKeyRateLimit, rateLimitedKey } from './adapters/provider/service-keys.ts'
import { serviceSecret } from './adapters/provider/service-secret.ts'
import { readVariables } from './adapters/read-variables.ts'
import { resultDownload } from './adapters/result-download.ts'
import { s3BatchHead } from './adapters/s3-batch-head.ts'
import { s3BatchObjects } from './adapters/s3-batch-objects.ts'
import { s3Objects } from './adapters/s3-objects.ts'
import { s3ReadObjects } from './adapters/s3-read-objects.ts'
import { s3RemoveAll } from './adapters/s3-remove-all.ts'
import { sqsHide } from './adapters/sqs-hide.ts'
import { sqsSendAgain } from './adapters/sqs-send-again.ts'
import { sqsWatch } from './adapters/sqs-watch.ts'
import { stepFunctionsTokens } from './adapters/step-functions-tokens.ts'
import { withJobMetrics } from './metrics/job-metrics.ts'
import { SOURCE_SECONDS } from './steps/sign-url.ts'

/*
 * Puts the ports of the pipeline together from their AWS adapters. Only handlers import this file. Each function here
 * reads its own environment variables and opens its own clients when it is called, so that a handler needs only the
 * variables of what it uses, and its bundle holds nothing else.
 */

/** Seconds before the first poll of a task whose end is announced by webhook. */
const WATCH_AFTER_SECONDS = 60

export function jobs() {
  return dynamoJobs(createDynamoClient(), env('JOBS_TABLE'))
}

export function budgetAccount() {
  return dynamoBudgetAccount(createDynamoClient(), env('JOBS_TABLE'))
}

/** The limits of the environment variable `BUDGET`; without it there are none. */
export function budget() {
  return parseBudget(optionalEnv('BUDGET') ?? {})
}

export function inbox() {
  return dynamoInbox(createDynamoClient(), env('INBOX_TABLE'), Date.now)
}

export function tokens() {
  return stepFunctionsTokens(new SFNClient({}))
}

/** Milliseconds; what an execution had come to is left out of a record that would wait longer for it. */
const HISTORY_MS = 8_000

export function variables() {
  return readVariables(new SFNClient({}), () => AbortSignal.timeout(HISTORY_MS))
}

export function objects() {
  return s3Objects(new S3Client({}))
}

/** Downloads results. A local run serves them on this machine and names its origin. */
export function download() {
  return resultDownload(optionalEnv('DARKROOM_LOOPBACK_ORIGIN'))
}

export function announce() {
  return withJobMetrics(eventBridgeAnnounce(new EventBridgeClient({})), pipelineName())
}

/** The value of the dimension `Pipeline` of all metrics. */
export function pipelineName() {
  return env('PIPELINE_NAME')
}

export function secret() {
  return serviceSecret(new SecretsManagerClient({}), env('SERVICE_SECRET_ID'))
}

export function provider() {
  const { read } = secret()
  const rateLimit = dynamoKeyRateLimit(createDynamoClient(), env('INBOX_TABLE'), Date.now)
  return httpProvider({
    baseUrl: env('SERVICE_BASE_URL'),
    apiKey: rateLimitedKey({ read, rateLimit }),
    idempotent: optionalEnv('SERVICE_IDEMPOTENT') !== 'false',
  })
}

/** Where refusals of the service are noted. */
export function backpressure() {
  return dynamoBackpressure(createDynamoClient(), env('INBOX_TABLE'), secret(), Date.now)
}

/** Seconds for which the URL of a source is valid. */
export function sourceSeconds() {
  return Number(optionalEnv('SOURCE_URL_SECONDS') ?? SOURCE_SECONDS)
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
    firstSeconds: Number(optionalEnv('WATCH_AFTER_SECONDS') ?? WATCH_AFTER_SECONDS),
  })
}

export function batches() {
  return dynamoBatches(createDynamoClient(), env('BATCHES_TABLE'), Date.now)
}

/** The same for the function that counts. */
export function countingBatches() {
  const once = createDynamoClient({ maxAttempts: 1 })
  return dynamoBatches(createDynamoClient(), env('BATCHES_TABLE'), Date.now, once)
}

export function batchObjects() {
  return s3BatchObjects(new S3Client({}))
}

/** The facts of objects that manifests name. */
export function batchHead() {
  return s3BatchHead(new S3Client({}))
}

export function startBatchExecution() {
  return stepFunctionsStart(new SFNClient({}), env('BATCH_MACHINE_ARN'))
}

/** Bucket and key prefix of all results. */
export function resultsLocation() {
  return { bucket: env('RESULTS_BUCKET'), prefix: env('RESULTS_PREFIX') }
}

/** Bucket and key prefix of prepared and restored pictures. */
export function preparedPictures() {
  return { bucket: env('RESULTS_BUCKET'), prefix: env('PREPARED_PREFIX') }
}

/** What holds messages of a queue back while AWS throttles. */
export function holdBackDeps(queueUrl: string) {
  const sqs = new SQSClient({})
  return {
    hide: sqsHide(sqs, queueUrl),
    sendAgain: sqsSendAgain(sqs, queueUrl),
    pipeline: pipelineName(),
    random: Math.random,
    now: Date.now,
  }
}

/** Dependencies of a state that creates a task and waits for it. */
export function openTaskDeps() {
  return {
    jobs: jobs(),
    inbox: inbox(),
    objects: objects(),
    sourceSeconds: sourceSeconds(),
    provider: provider(),
    backpressure: backpressure(),
    tokens: tokens(),
    watch: watch(),
    preparedPictures: preparedPictures(),
    uniqueId: randomUUID,
    now: Date.now,
  }
}

/** Dependencies of a function that begins jobs. */
export function beginJobDeps() {
  const limits = optionalEnv('SERVICE_LIMITS')
  return {
    jobs: jobs(),
    objects: s3ReadObjects(new S3Client({})),
    companions: companions(),
    budgetAccount: budgetAccount(),
    budget: budget(),
    unitPrice: Number(optionalEnv('UNIT_PRICE') ?? 0),
    generatorPrice: Number(optionalEnv('GENERATOR_PRICE') ?? 0),
    overrides: optionalEnv('RECIPE_OVERRIDES') !== 'off',
    retryOverrides: optionalEnv('RETRY_OVERRIDES') !== 'off',
    offer: JSON.parse(optionalEnv('SERVICE_OFFER') ?? 'null') ?? undefined,
    serviceLimits: limits === undefined ? undefined : parseServiceLimits(limits),
    announce: announce(),
    startExecution: stepFunctionsStart(new SFNClient({}), env('STATE_MACHINE_ARN')),
    uniqueId: randomUUID,
    now: Date.now,
  }
}

/** The line of dropped files. */
export function turns() {
  return awsTurns({
    db: createDynamoClient(),
    table: env('JOBS_TABLE'),
    send: sqsSendAgain(new SQSClient({}), env('DROP_QUEUE_URL')),
    countOpen: countExecutions(new SFNClient({}), env('STATE_MACHINE_ARN')),
    batchFiles: countBatchFiles(createDynamoClient(), env('BATCHES_TABLE')),
    serviceFullUntil: dynamoFullUntil(createDynamoClient(), env('INBOX_TABLE')),
    openFiles: Number(env('OPEN_FILES')),
    sharers: Number(env('SHARERS')),
    pipeline: pipelineName(),
    now: Date.now,
  })
}

/** Dependencies of a state that ends jobs. */
export function endJobDeps() {
  return {
    jobs: jobs(),
    objects: objects(),
    budgetAccount: budgetAccount(),
    announce: announce(),
    resultsBucket: env('RESULTS_BUCKET'),
    resultsPrefix: env('RESULTS_PREFIX'),
    preparedPictures: preparedPictures(),
    removeAll: s3RemoveAll(new S3Client({})),
    uniqueId: randomUUID,
    now: Date.now,
  }
}
