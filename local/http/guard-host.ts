import type { RequestListener } from 'node:http'

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i

/**
 * Passes only requests that were addressed to loopback. A web page can point its own host name at 127.0.0.1 (DNS
 * rebinding) and would otherwise talk to the local services as if it were same-origin.
 */
export function guardHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (LOOPBACK.test(request.headers.host ?? '')) return listener(request, response)
    response.writeHead(421, { 'content-type': 'application/json', connection: 'close' })
    response.end('{"message":"The Host header must name a loopback address"}')
  }
}
