import { S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { parseBudget } from '../../../catalog/costs/budget.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import type { PipelineClients } from '../../operate/pipeline-clients.ts'
import { dynamoOnce } from '../changes/once.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { sessionDeps } from '../wiring.ts'
import { type TakeDropsDeps, takeDrops } from './take-drops.ts'

/** Seconds that an address for an upload holds: a part of 8 MiB on a slow line. */
const LINK_SECONDS = 3600

const db = createDynamoClient()
const s3 = new S3Client({})
// The SDK would sign a checksum of no bytes, which no upload has.
const signer = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' })

const deps: TakeDropsDeps = {
  ...sessionDeps(db),
  drops: {
    db,
    s3,
    at: { dropBucket: env('DROP_BUCKET'), jobsTable: env('JOBS_TABLE') } as PipelineClients['at'],
    budget: parseBudget(env('BUDGET')),
    presign: (command, signed) =>
      getSignedUrl(signer, command, {
        expiresIn: LINK_SECONDS,
        unhoistableHeaders: new Set(signed),
      }),
    presignPart: (command) => getSignedUrl(signer, command, { expiresIn: LINK_SECONDS }),
  },
  once: dynamoOnce(db, env('CONSOLE_TABLE')),
}

/** Drops and their uploads, behind the same HTTP API as the page. The bytes go to the bucket straight. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => takeDrops(consoleRequestOf(event), awsRequestId, deps)),
)
