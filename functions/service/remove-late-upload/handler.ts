import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { dynamoUploadSlotStore } from '../core/adapters/dynamo/dynamo-upload-slot-store.ts'
import { s3ObjectRemover } from '../core/adapters/s3/s3-object-remover.ts'
import { s3UrlSigner } from '../core/adapters/s3/s3-url-signer.ts'
import { removeLateUpload } from './remove-late-upload.ts'

const deps = {
  slots: dynamoUploadSlotStore(createDynamoClient(), env('TASKS_TABLE')),
  objectRemover: s3ObjectRemover(s3UrlSigner(env('FILES_BUCKET'))),
}

/** EventBridge "Object Created" of the uploads: removes what a slot took after it was closed. */
export const handler = middy().handler((event: unknown, { awsRequestId }: Context) =>
  withRequestId(awsRequestId, () => removeLateUpload(event, deps)),
)
