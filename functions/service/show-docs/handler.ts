import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { dynamoCounterStore } from '../core/adapters/dynamo/dynamo-counter-store.ts'
import { createCompressor } from '../core/http/content-encoding.ts'
import { createRateLimiter } from '../core/rate/rate-limiter.ts'
import { showDocs } from './show-docs.ts'
import { findViewer, openViewer } from './viewer-files.ts'

const deps = {
  viewer: openViewer(findViewer()),
  compress: createCompressor(),
  limit: createRateLimiter(dynamoCounterStore(createDynamoClient(), env('LIMITS_TABLE')), Date.now),
}

/** `GET /`, `GET /docs` and `GET /docs/{file}`: a start page, and Swagger UI for the API of the service. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  ({ rawPath: path, headers, requestContext }, { awsRequestId }) =>
    withRequestId(awsRequestId, () => {
      const acceptEncoding = headers['accept-encoding']
      return showDocs(
        { path, ip: requestContext.http.sourceIp, acceptEncoding },
        awsRequestId,
        deps,
      )
    }),
)
