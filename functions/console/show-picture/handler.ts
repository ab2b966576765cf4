import { S3Client } from '@aws-sdk/client-s3'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { makePreview } from '../../../engine/preview/make-preview.ts'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { s3Objects } from '../../pipeline/core/adapters/s3-objects.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { ownCookie } from '../http/cookie.ts'
import { PICTURES_ROUTES } from '../routes/pictures-route.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'
import { dynamoSessionStore } from '../sign-in/session-store.ts'
import { dynamoMaking } from './making.ts'
import { pictureShower } from './show-picture.ts'

const db = createDynamoClient()
const s3 = new S3Client({})
const table = env('CONSOLE_TABLE')
const resultsBucket = env('RESULTS_BUCKET')

/** It reads jobs and shows pictures; nothing that changes or signs in is among its routes. */
const deps = {
  routes: PICTURES_ROUTES,
  pipeline: { db, s3, at: { jobsTable: env('JOBS_TABLE'), resultsBucket } },
  sessions: dynamoSessionStore(db, table),
  cookie: ownCookie(),
  showPicture: pictureShower({
    objects: s3Objects(s3),
    making: dynamoMaking(db, table),
    makePreview,
    resultsBucket,
  }),
  now: Date.now,
} as unknown as AnswerApiDeps

/** Shows a source or a result of a job, with the session and the checks of the admin API. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => answerApi(consoleRequestOf(event), awsRequestId, deps)),
)
