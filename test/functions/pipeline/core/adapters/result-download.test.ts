import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { resultDownload } from '../../../../../functions/pipeline/core/adapters/result-download.ts'

const RESULT = Buffer.from('a result '.repeat(20_000))

/** What becomes of a result that is served so. */
async function downloaded(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { bytes, size, contentType } = await resultDownload(origin)(`${origin}/result`)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return { text: Buffer.concat(chunks).toString(), size, contentType }
}

function served(coding: string, body: Buffer): RequestListener {
  return (_, response) => {
    response.setHeader('content-type', 'image/png').setHeader('content-encoding', coding)
    response.setHeader('content-length', body.length).end(body)
  }
}

test.each([
  ['gzip', gzipSync(RESULT)],
  ['X-Gzip', gzipSync(RESULT)],
  ['deflate', deflateSync(RESULT)],
  ['br', brotliCompressSync(RESULT)],
  ['zstd', zstdCompressSync(RESULT)],
])(
  'a result that comes as %s is decoded, and its length is not that of the answer',
  async (coding, body) => {
    expect(await downloaded(served(coding, body))).toEqual({
      text: RESULT.toString(),
      size: undefined,
      contentType: 'image/png',
    })
  },
)

test.each(['base64', 'utf-8', 'undefined', 'identity'])(
  'the bytes are the result under the stored coding %s',
  async (coding) => {
    const found = await downloaded(served(coding, RESULT))
    expect(found).toMatchObject({ text: RESULT.toString(), size: RESULT.length })
  },
)

test.each([
  ['a coding that is not read', served('compress', RESULT)],
  ['several codings', served('gzip, br', brotliCompressSync(gzipSync(RESULT)))],
  ['bytes that are not of their coding', served('gzip', RESULT)],
  ['bytes that are not of their coding, br', served('br', RESULT)],
  ['bytes that are not of their coding, zstd', served('zstd', RESULT)],
  ['a coding that ends early', served('gzip', gzipSync(RESULT).subarray(0, 200))],
])('%s: the result is refused for good', async (_, answer) => {
  const refused = await downloaded(answer).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'ResultUnreadable', transient: false })
})

test('a result that breaks off may be fetched again, also a compressed one', async () => {
  const body = gzipSync(RESULT)
  const refused = await downloaded((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length })
    response.write(body.subarray(0, 100), () => response.destroy())
  }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'ResultUnavailable', transient: true })
})

test.each([201, 403])('an answer %d is no result, and its body is not read', async (status) => {
  let isClosed = false
  const refused = await downloaded((_, response) => {
    response.on('close', () => {
      isClosed = true
    })
    response.writeHead(status).write('a body that does not end')
  }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    name: 'ResultUnavailable',
    message: `The result answered ${status}.`,
  })
  // Nobody holds the connection.
  await expect.poll(() => isClosed, { interval: 5 }).toBe(true)
})
