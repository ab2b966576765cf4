import { S3Client } from '@aws-sdk/client-s3'
import { openDynamo } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { s3BatchObjects } from './batch-objects.ts'
import { dynamoBatches } from './dynamo-batches.ts'

/** The ports of batches on AWS, each made from the environment when a handler asks for it. */
export const batches = () => dynamoBatches(openDynamo(), env('BATCHES_TABLE'), Date.now)
export const batchObjects = () => s3BatchObjects(new S3Client({}))

/** Where results lie. */
export const resultsPlace = () => ({ bucket: env('RESULTS_BUCKET'), prefix: env('RESULTS_PREFIX') })
