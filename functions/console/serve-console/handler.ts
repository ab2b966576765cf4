import { join } from 'node:path'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { taskAdmin } from '../../service/admin.ts'
import { dynamoAudit } from '../changes/audit.ts'
import { dynamoOnce } from '../changes/once.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { ownCookie } from '../http/cookie.ts'
import { type ConsoleFiles, readConsoleFiles } from '../pages/console-files.ts'
import type { LinkSettings } from '../routes/route.ts'
import { parseLinkSecrets } from '../sign-in/link-secrets.ts'
import { dynamoSessionStore } from '../sign-in/session-store.ts'
import { type ServeConsoleDeps, serveConsole } from './serve-console.ts'

const LINK_SECONDS = 300

const db = createDynamoClient()
const s3 = new S3Client({})
const sqs = new SQSClient({})
const table = env('CONSOLE_TABLE')

let files: ConsoleFiles | undefined

const deps: ServeConsoleDeps = {
  pipeline: {
    s3,
    db,
    sqs,
    sfn: new SFNClient({}),
    at: {
      dropBucket: env('DROP_BUCKET'),
      resultsBucket: env('RESULTS_BUCKET'),
      jobsTable: env('JOBS_TABLE'),
      batchesTable: env('BATCHES_TABLE'),
      dropQueue: env('DROP_QUEUE_URL'),
      stateMachineArn: env('STATE_MACHINE_ARN'),
      batchMachineArn: env('BATCH_MACHINE_ARN'),
    },
  },
  service: serviceOf(),
  sessions: dynamoSessionStore(db, table),
  secrets: parseLinkSecrets(optionalEnv('DARKROOM_CONSOLE_SECRETS')),
  cookie: ownCookie(),
  audit: dynamoAudit(db, table),
  once: dynamoOnce(db, table),
  linkTo,
  now: Date.now,
  files: () => {
    files ??= readConsoleFiles(
      optionalEnv('DARKROOM_CONSOLE_FILES') ?? join(import.meta.dirname, 'console'),
    )
    return files
  },
  bucketOrigins: bucketOrigins(),
}

/** The console: its page, the files it loads, and the admin API, behind an API Gateway HTTP API. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => serveConsole(consoleRequestOf(event), awsRequestId, deps)),
)

/** On this machine one address serves both buckets. */
function bucketOrigins(): string[] {
  const local = optionalEnv('DARKROOM_LOOPBACK_ORIGIN')
  return local === undefined ? [env('DROP_ORIGIN'), env('RESULTS_ORIGIN')] : [local]
}

function serviceOf(): ServeConsoleDeps['service'] {
  const tasks = optionalEnv('SERVICE_TASKS_TABLE')
  if (tasks === undefined) return undefined
  return taskAdmin(
    { db, sqs },
    {
      tasks,
      units: env('SERVICE_UNITS_TABLE'),
      webhooks: env('SERVICE_WEBHOOKS_TABLE'),
      webhookQueue: env('SERVICE_WEBHOOK_QUEUE_URL'),
    },
  )
}

function linkTo(
  { bucket, key, version }: { bucket: string; key: string; version?: string },
  { contentType, fileName }: LinkSettings,
): Promise<string> {
  return getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(version !== undefined && isVersionId(version) && { VersionId: version }),
      ResponseContentType: contentType,
      ResponseContentDisposition: `inline; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
    { expiresIn: LINK_SECONDS },
  )
}

/** What a bucket without versions has in a version's place is no version to ask for. */
function isVersionId(version: string): boolean {
  return version !== 'null' && !version.includes(':')
}
