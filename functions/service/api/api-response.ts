import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Failure } from '../../../catalog/failure.ts'
import { RateLimited } from '../rate/rate-limited.ts'
import type { Answer } from './route.ts'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** The answer to a request that was carried out: `{"status":200,…}`, or a document as it is. */
export const successResponse = (
  answer: Answer,
  requestId: string,
): APIGatewayProxyStructuredResultV2 => {
  if ('json' in answer) return response(200, { status: 200, ...answer.json }, requestId)
  const headers = { ...HEADERS, ...answer.headers, 'x-request-id': requestId }
  return { statusCode: 200, headers, body: answer.document }
}

/** The answer to a request that was not: `{"status":…,"error":…,"error_code":…}`, flat. */
export const failureResponse = (
  failure: Failure,
  requestId: string,
): APIGatewayProxyStructuredResultV2 => {
  const { status, message, code } = failure
  const body = { status, error: message, error_code: code }
  return response(status, body, requestId, status === 429 ? retryAfter(failure) : {})
}

/** Seconds for a client that has too much under way: about as long as a task takes. */
const BUSY_SECONDS = 10

const retryAfter = (failure: Failure): Record<string, string> => ({
  'retry-after': String(failure instanceof RateLimited ? failure.retryAfter : BUSY_SECONDS),
})

const response = (
  statusCode: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
) => ({
  statusCode,
  headers: { ...HEADERS, ...headers, 'x-request-id': requestId },
  body: JSON.stringify(body),
})
