import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Failure } from '../../../catalog/failure.ts'
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
  { status, message, code }: Failure,
  requestId: string,
): APIGatewayProxyStructuredResultV2 =>
  response(status, { status, error: message, error_code: code }, requestId)

const response = (statusCode: number, body: unknown, requestId: string) => ({
  statusCode,
  headers: { ...HEADERS, 'x-request-id': requestId },
  body: JSON.stringify(body),
})
