import type { IncomingMessage, RequestListener } from 'node:http'

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i

/**
 * Passes only requests that were addressed to loopback. A web page can point its own host name at 127.0.0.1 (DNS
 * rebinding) and would otherwise talk to the local services as if it were same-origin.
 */
export function guardHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isLoopbackHost(request)) return listener(request, response)
    response.writeHead(421, { 'content-type': 'application/json', connection: 'close' })
    response.end('{"message":"The Host header must name a loopback address"}')
  }
}

/** Whether the Host header of a request names a loopback address. */
function isLoopbackHost({ headers }: IncomingMessage): boolean {
  return LOOPBACK.test(headers.host ?? '')
}

/**
 * {@link guardHost} for endpoints that no web page has a reason to call: it also refuses what a browser sends on
 * behalf of a page. Browsers name the page in `Origin` with every request except plain GETs of another origin, and in
 * `Sec-Fetch-Site` with every request (Fetch Metadata, W3C). SDKs and command lines send neither.
 */
export function guardFromPages(listener: RequestListener): RequestListener {
  return guardHost((request, response) => {
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin === undefined && (site === undefined || site === 'none')) {
      return listener(request, response)
    }
    response.writeHead(403, { 'content-type': 'application/json', connection: 'close' })
    response.end('{"message":"This endpoint does not serve web pages"}')
  })
}
