import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startGateway } from '../../../local/gateway/start-gateway.ts'
import { closeServer, listen } from '../../../local/http/server.ts'

const PART = Buffer.alloc(256 * 1024)
const PARTS = 16

/** Sends a long body part by part, whatever is answered; what was read, and the error of the connection if any. */
async function upload(port: number, headers = 'Connection: close') {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let error: Error | undefined
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.on('error', (thrown) => {
    error = thrown
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\nContent-Length: ${PARTS * PART.length}\r\n\r\n`,
  )
  for (let part = 0; part < PARTS && !error; part++) {
    socket.write(PART)
    await wait(5)
  }
  await closed
  return { answer, error }
}

const servers: Server[] = []

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
}

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  onTestFinished(() => closeServer(server, 0))
  return listen(server, 0)
}

test.each<[string, RequestListener]>([
  ['nobody reads its body', (_, response) => response.writeHead(413).end('too much')],
  [
    'its reader has stopped',
    (request, response) => {
      request.once('data', () => {
        request.pause()
        response.writeHead(413).end('too much')
      })
    },
  ],
])('who sends more after the answer can read it, and all is taken: %s', async (_, listener) => {
  const { answer, error } = await upload(await serve(listener))
  expect(error).toBeUndefined()
  expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*too much/)
})

test('a request that is whole is closed at once', async () => {
  const port = await serve((request, response) => {
    request.resume().once('end', () => response.end('taken'))
  })
  const { answer, error } = await upload(port)
  expect(error).toBeUndefined()
  expect(answer).toMatch(/taken/)
})

test('the gateway says what it refuses to whoever still sends', async () => {
  const gateway = await startGateway(0)
  onTestFinished(() => gateway.close(0))
  const { answer, error } = await upload(gateway.port, 'Accept: */*')
  expect(error).toBeUndefined()
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
})

test('who sends nothing more after the answer is let go', async () => {
  const port = await serve((_, response) => response.writeHead(413).end('too much'))
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.on('error', () => undefined)
  socket.write(
    'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 9\r\n\r\n',
  )
  await answered
  expect(await openConnections(servers.at(-1)!)).toBe(1)
  await expect.poll(() => openConnections(servers.at(-1)!)).toBe(0)
})
