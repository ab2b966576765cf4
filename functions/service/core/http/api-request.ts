import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** An HTTP request, independent of the event it came in. */
export type ApiRequest = {
  method: string
  /** Still percent-encoded, without the query. */
  path: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** Decoded. The values of a repeated name are joined by commas, as API Gateway does. */
  query: Readonly<Record<string, string | undefined>>
  /** The client's address, as the gateway saw it. */
  ip?: string
  /** Scheme and host the client reached the service at. */
  origin: string
  /** Decoded when it is first read, which is after the key was checked. */
  readonly body: Uint8Array
  /** The length of the body, known without decoding it. @default that of `body` */
  bodyBytes?: number
  /** Epoch milliseconds at which Lambda stops the function that handles the request. */
  deadline?: number
}

/**
 * Reads a request from an API Gateway event of payload format 2.0. API Gateway encodes a body that it takes for binary
 * in base64; this is undone here. `deadline` in epoch milliseconds.
 */
export function apiRequestOf(event: APIGatewayProxyEventV2, deadline: number): ApiRequest {
  const encoding = event.isBase64Encoded ? 'base64' : 'utf8'
  const text = event.body ?? ''
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    headers: event.headers,
    query: event.queryStringParameters ?? {},
    ip: event.requestContext.http.sourceIp,
    origin: `${event.headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${event.requestContext.domainName}`,
    get body() {
      return Buffer.from(text, encoding)
    },
    bodyBytes: Buffer.byteLength(text, encoding),
    deadline,
  }
}
