import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { chargeHeaders } from '../../../../catalog/costs/charge.ts'
import type { Failure } from '../../../../catalog/failures/failure.ts'
import { ENGINE_HEADER, ENGINE_VERSION } from '../../../../catalog/results/engine-version.ts'
import { BUSY_SECONDS } from '../../../../catalog/tasks/task-times.ts'
import { RateLimited } from '../rate/rate-limited.ts'
import { TaskTimedOut } from '../tasks/task-timed-out.ts'
import { type EncodedBody, encodedResponse } from './content-encoding.ts'

/** What a route responds with: JSON to be sent beside `"status":200`, or a document of another media type. */
export type RouteResponse =
  | { json: Record<string, unknown>; headers?: Record<string, string> }
  | { document: string | EncodedBody; headers: Record<string, string> }

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [ENGINE_HEADER]: ENGINE_VERSION,
}

/** The HTTP response of a route that succeeded: `{"status":200,…}`, or the document as it is. */
export function successResponse(
  routeResponse: RouteResponse,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  if ('json' in routeResponse) {
    return response(200, { status: 200, ...routeResponse.json }, requestId, routeResponse.headers)
  }
  const headers = { ...HEADERS, ...routeResponse.headers, 'x-request-id': requestId }
  const { document } = routeResponse
  if (typeof document === 'string') return { statusCode: 200, headers, body: document }
  return { statusCode: 200, ...encodedResponse(document, headers) }
}

/** The HTTP response of a refused or failed request: `{"status":…,"error":…,"error_code":…}`. */
export function failureResponse(
  failure: Failure,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  const { status, message, code } = failure
  const body = { status, error: message, error_code: code }
  const seconds = retryAfter(failure)
  const charge = failure instanceof TaskTimedOut ? failure.charge : undefined
  return response(status, body, requestId, {
    ...(seconds && { 'retry-after': String(seconds) }),
    ...(charge && chargeHeaders(charge)),
  })
}

/** The `Retry-After` of a failure in seconds (RFC 9110, section 10.2.3); undefined where a retry cannot help. */
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
