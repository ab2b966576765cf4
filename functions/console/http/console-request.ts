import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/** A request of the console's page or of a browser that opens it. */
export type ConsoleRequest = {
  method: string
  /** Still percent-encoded, without the query. */
  path: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string | undefined>>
  cookies: readonly string[]
  /** The client's address, as the gateway saw it. */
  ip: string
  /** Scheme and host of the console. */
  origin: string
  body: string
}

/** Reads a request from an API Gateway event of payload format 2.0. */
export function consoleRequestOf(event: APIGatewayProxyEventV2): ConsoleRequest {
  const { headers, requestContext, cookies = [] } = event
  const scheme = headers['x-forwarded-proto'] === 'http' ? 'http' : 'https'
  return {
    method: requestContext.http.method,
    path: event.rawPath,
    headers,
    query: event.queryStringParameters ?? {},
    cookies,
    ip: requestContext.http.sourceIp,
    origin: `${scheme}://${headers['host'] ?? requestContext.domainName}`,
    body: event.isBase64Encoded
      ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
      : (event.body ?? ''),
  }
}
