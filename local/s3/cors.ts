import type { IncomingMessage, ServerResponse } from 'node:http'

const EXPOSED =
  'ETag, x-amz-version-id, x-amz-request-id, x-amz-delete-marker, Content-Range, Accept-Ranges, Content-Length'

/**
 * Lets pages of any origin use presigned URLs. That is safe: every request without a signature is refused, and
 * browsers send none by themselves.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin !== undefined) {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-expose-headers', EXPOSED)
    response.setHeader('vary', 'Origin')
  }
}

/** Answers a preflight request. True when the request was one. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const method = request.headers['access-control-request-method']
  if (
    request.method !== 'OPTIONS' ||
    request.headers.origin === undefined ||
    method === undefined
  ) {
    return false
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE')
  const asked = request.headers['access-control-request-headers']
  if (asked !== undefined) {
    response.setHeader('access-control-allow-headers', asked)
  }
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true')
  }
  response.setHeader('access-control-max-age', '3000')
  response.setHeader('content-length', '0')
  response.writeHead(200).end()
  return true
}
