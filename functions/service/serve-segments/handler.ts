import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env, optionalEnv } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { createFinishDeps } from '../core/adapters/finish-deps.ts'
import { s3ModelFiles } from '../core/adapters/s3/s3-model-files.ts'
import { s3ObjectRemover } from '../core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../core/adapters/s3/s3-url-signer.ts'
import { type ServeSegmentsDeps, serveSegments } from './serve-segments.ts'

const signer = s3UrlSigner(env('FILES_BUCKET'))

/** A local run reads a folder of this machine instead, in the worker itself. */
const models = optionalEnv('DARKROOM_MODELS')

const deps: ServeSegmentsDeps = {
  ...createFinishDeps(createDynamoClient(), new SQSClient({})),
  signer,
  objectRemover: s3ObjectRemover(signer),
  ...(models?.startsWith('s3://') && { models: s3ModelFiles(models) }),
}

/** What the workers of segments ask of the rest of the service. */
export const handler = middy().handler((request: unknown, context: Context) =>
  withRequestId(context.awsRequestId, () => serveSegments(request, deps)),
)
