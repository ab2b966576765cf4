import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { ENGINE_HEADER, ENGINE_VERSION } from '../../../catalog/engine-version.ts'
import type { Failure } from '../../../catalog/failure.ts'
import type { RouteResponse } from '../api/routes/route.ts'
import { RateLimited } from '../rate/rate-limited.ts'
import { encodedResponse } from './content-encoding.ts'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [ENGINE_HEADER]: ENGINE_VERSION,
}

/** The answer to a request that was carried out: `{"status":200,…}`, or a document as it is. */
export function successResponse(
  answer: RouteResponse,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  if ('json' in answer) {
    return response(200, { status: 200, ...answer.json }, requestId, answer.headers)
  }
  const headers = { ...HEADERS, ...answer.headers, 'x-request-id': requestId }
  const { document } = answer
  if (typeof document === 'string') return { statusCode: 200, headers, body: document }
  return { statusCode: 200, ...encodedResponse(document, headers) }
}

/** The answer to a request that was not: `{"status":…,"error":…,"error_code":…}`, flat. */
export function failureResponse(
  failure: Failure,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  const { status, message, code } = failure
  const body = { status, error: message, error_code: code }
  const seconds = retryAfter(failure)
  return response(status, body, requestId, seconds ? { 'retry-after': String(seconds) } : {})
}

/** Seconds for a client that has too much under way: about as long as a task takes. */
const BUSY_SECONDS = 10

/** Seconds until asking again may help; undefined where it never does. */
function retryAfter(failure: Failure): number | undefined {
  if (failure instanceof RateLimited) return failure.retryAfter
  if (failure.code === 'IdempotencyConflict') return 1
  return failure.code === 'TooManyRequests' ? BUSY_SECONDS : undefined
}

function response(
  statusCode: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
) {
  return {
    statusCode,
    headers: { ...HEADERS, ...headers, 'x-request-id': requestId },
    body: JSON.stringify(body),
  }
}
