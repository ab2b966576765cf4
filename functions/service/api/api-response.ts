import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Failure } from '../../../catalog/failure.ts'

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** The answer to a request that was carried out: `{"status":200,"data":…}`. */
export const successResponse = (
  data: unknown,
  requestId: string,
): APIGatewayProxyStructuredResultV2 => response(200, { status: 200, data }, requestId)

/** The answer to a request that was not: `{"status":…,"error":…,"error_code":…}`, flat. */
export const failureResponse = (
  { status, message, code }: Failure,
  requestId: string,
): APIGatewayProxyStructuredResultV2 =>
  response(status, { status, error: message, error_code: code }, requestId)

const response = (statusCode: number, body: unknown, requestId: string) => ({
  statusCode,
  headers: { ...HEADERS, 'x-request-id': requestId },
  body: JSON.stringify(body),
})
