import { once } from 'node:events'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FetchFileOptions } from '../../../../functions/operate/models/fetch-file.ts'
import { selfSigned } from '../../fetch/self-signed.ts'

/** A server over TLS that serves one file, as hosts of model files do. */
export type FileServer = {
  url: string
  network: NonNullable<FetchFileOptions['network']>
  /** The headers of each request. */
  seen: IncomingHttpHeaders[]
  /** Answers the next request in its own way. */
  once(answer: RequestListener): void
  close(): void
}

/** Serves a file with ranges, as `If-Range` says (RFC 9110, section 14.2). */
export async function serveFile(bytes: Uint8Array, etag = '"one"'): Promise<FileServer> {
  const { cert, key } = selfSigned(['localhost'])
  const seen: IncomingHttpHeaders[] = []
  const others: RequestListener[] = []
  const server = createServer({ cert, key }, (request, response) => {
    seen.push(request.headers)
    const other = others.shift()
    if (other) return other(request, response)
    const { range = '', 'if-range': condition } = request.headers
    const [, from] = /^bytes=(\d+)-$/.exec(range) ?? []
    if (from === undefined || condition !== etag) {
      response.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes)
      return
    }
    const rest = bytes.subarray(Number(from))
    const place = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
    const headers = { etag, 'content-length': rest.length, 'content-range': place }
    response.writeHead(206, headers).end(rest)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/drawn.onnx`,
    network: { ca: cert, allowPrivateOrigin: origin },
    seen,
    once: (answer) => void others.push(answer),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
