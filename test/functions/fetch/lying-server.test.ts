import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'

let server: Server
let sockets: Socket[]
let origin: string
/** The exact bytes the server sends before it closes the connection. */
let said: string

beforeEach(async () => {
  sockets = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.end(said))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

function fetched(maxBytes = 1000) {
  return guardedFetch(`${origin}/`, {
    maxBytes,
    timeoutMs: 10_000,
    allowLoopbackOrigin: origin,
  }).then(
    ({ bytes }) => Buffer.from(bytes).toString(),
    ({ reason }: { reason?: string }) => ({ refused: reason }),
  )
}
function head(...lines: string[]) {
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n')
}

test('a Content-Length that is too small ends the body there', async () => {
  said = `${head('content-length: 4')}${'x'.repeat(4000)}`
  expect(await fetched()).toBe('xxxx')
})

test.each<[string, string, string]>([
  ['a length said too large', `${head('content-length: 10')}half`, 'network'],
  ['a length beyond the limit, before a byte is read', head('content-length: 1001'), 'bytes'],
  ['a length beyond all numbers', head('content-length: 99999999999999999999999'), 'network'],
  ['a length that is none', `${head('content-length: -1')}x`, 'network'],
  ['two lengths', `${head('content-length: 1', 'content-length: 2')}xx`, 'network'],
  [
    'a length beside chunks',
    `${head('content-length: 3', 'transfer-encoding: chunked')}1\r\nx\r\n0\r\n\r\n`,
    'network',
  ],
  ['a chunk said too large', `${head('transfer-encoding: chunked')}ffff\r\nhalf`, 'network'],
  [
    'chunks beyond the limit',
    `${head('transfer-encoding: chunked')}${`3e8\r\n${'x'.repeat(1000)}\r\n`.repeat(2)}0\r\n\r\n`,
    'bytes',
  ],
  ['no end but that of the connection, beyond the limit', `${head()}${'x'.repeat(1001)}`, 'bytes'],
  ['headers without end', head(`x: ${'y'.repeat(100_000)}`), 'network'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'network'],
  ['nothing', '', 'network'],
])('%s is refused', async (_, all, reason) => {
  said = all
  expect(await fetched()).toEqual({ refused: reason })
})

test('a body without a length is read up to the limit', async () => {
  said = `${head()}${'x'.repeat(1000)}`
  expect(await fetched()).toBe('x'.repeat(1000))
})
