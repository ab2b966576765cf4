import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { openEngine } from '../../../engine/perform.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { s3FileStore } from '../adapters/s3/s3-file-store.ts'
import { createFinishDeps } from '../finish-deps.ts'
import { performWithRestart } from '../run-task/perform-with-restart.ts'
import type { SharedDeps } from './shared-deps.ts'
import { workSegments } from './work-segments.ts'

const deps: SharedDeps = {
  ...createFinishDeps(createDynamoClient(), new SQSClient({})),
  files: s3FileStore(new S3Client({}), env('FILES_BUCKET')),
  perform: performWithRestart(openEngine()),
}

/** Milliseconds of the function's timeout that are reserved to store what was made. */
const RESERVE_MS = 15_000

/** A worker of videos that several share, called by their workflow. */
export const handler = middy().handler((order: unknown, context: Context) =>
  withRequestId(context.awsRequestId, () => {
    const left = Math.max(1, context.getRemainingTimeInMillis() - RESERVE_MS)
    return workSegments(order, AbortSignal.timeout(left), deps)
  }),
)
