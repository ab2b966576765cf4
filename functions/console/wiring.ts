import type { S3Client } from '@aws-sdk/client-s3'
import { SFNClient } from '@aws-sdk/client-sfn'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { env, optionalEnv } from '../env.ts'
import type { PipelineReader } from '../operate/pipeline-clients.ts'
import { dynamoAudit } from './changes/audit.ts'
import { ownCookie } from './http/cookie.ts'
import { dynamoSessionStore } from './sign-in/session-store.ts'

/*
 * What the functions of the console have in common, by the variables that all of them get. Only handlers import it.
 */

/** Sessions, the cookie, the audit and the clock. */
export function sessionDeps(db: DynamoDBDocumentClient) {
  const table = env('CONSOLE_TABLE')
  return {
    sessions: dynamoSessionStore(db, table),
    cookie: ownCookie(),
    audit: dynamoAudit(db, table),
    signInAt: optionalEnv('CONSOLE_SIGN_IN'),
    now: Date.now,
  }
}

/** The pipeline by its places, for who looks. A local run says when it was begun. */
export function pipelineReader(db: DynamoDBDocumentClient, s3: S3Client): PipelineReader {
  return {
    begunAt: optionalEnv('DARKROOM_CONSOLE_BEGUN_AT'),
    db,
    s3,
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
    emptyDays: new Set(),
  }
}
