import { S3Client } from '@aws-sdk/client-s3'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { dynamoBatches } from '../adapters/dynamo-batches.ts'
import { s3BatchObjects } from '../ports/batch-objects.ts'

/** The ports of batches on AWS, each made from the environment when a handler asks for it. */
export function batches() {
  return dynamoBatches(createDynamoClient(), env('BATCHES_TABLE'), Date.now)
}
export function batchObjects() {
  return s3BatchObjects(new S3Client({}))
}

/** Where results lie. */
export function resultsLocation() {
  return { bucket: env('RESULTS_BUCKET'), prefix: env('RESULTS_PREFIX') }
}
