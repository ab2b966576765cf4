import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from 'aws-lambda'
import { correlationIdIn } from '../../correlation.ts'
import { log, setCorrelationId, withRequestId } from '../../log.ts'
import { inbox, secret, tokens } from '../core/wiring.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { verifySignature } from './verify-signature.ts'

const credentials = secret()
const deps = {
  inbox: inbox(),
  tokens: tokens(),
  verify: (webhook: Parameters<typeof verifySignature>[0]) =>
    verifySignature(webhook, credentials, Date.now()),
}

/** `POST /webhook`: the service announces that a task ended. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyResultV2>().handler(
  ({ headers, body = '', isBase64Encoded }, { awsRequestId }) =>
    withRequestId(awsRequestId, async () => {
      setCorrelationId(correlationIdIn(headers))
      const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
      const statusCode = await receiveWebhook({ headers, body: bytes }, deps)
      log.info('A webhook was heard.', { status: statusCode })
      return { statusCode }
    }),
)
