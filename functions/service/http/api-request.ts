import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** A request as the behaviours see it. */
export type ApiRequest = {
  method: string
  /** As it was sent, still percent-encoded, without the query. */
  path: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** Decoded; of a name that comes more than once the values joined by commas. */
  query: Readonly<Record<string, string | undefined>>
  /** The address it came from, as the gateway saw it. */
  ip?: string
  /** Scheme and host the client reached the service at. */
  origin: string
  body: Uint8Array
  /** Epoch ms at which whoever answers it is stopped. */
  deadline?: number
}

/**
 * Takes a request out of API Gateway's event, payload format 2.0, undoing the base64 it puts on bodies it takes for
 * binary. `deadline` in epoch milliseconds.
 */
export function apiRequestOf(event: APIGatewayProxyEventV2, deadline: number): ApiRequest {
  return {
    method: event.requestContext.http.method,
    path: event.rawPath,
    headers: event.headers,
    query: event.queryStringParameters ?? {},
    ip: event.requestContext.http.sourceIp,
    origin: `${event.headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${event.requestContext.domainName}`,
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    deadline,
  }
}
