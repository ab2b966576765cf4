import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { startGateway } from '../../../local/gateway/start-gateway.ts'

/** Sends a request that announces `length` bytes of body and sends `sent` of them. Gives the status it is answered. */
async function upload(port: number, length: number, sent: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const status = new Promise<number>((answered) => {
    socket.on('data', (bytes) => answered(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1])))
    socket.on('error', () => undefined)
  })
  socket.write(`POST /any HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n`)
  await flushed(socket, Buffer.alloc(sent))
  return { socket, status }
}

function flushed(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((done) => socket.write(bytes, () => done()))
}

test('bodies of many requests at once are buffered up to a bound, and the room is given back', async ({
  expect,
}) => {
  const gateway = await startGateway(0)
  onTestFinished(() => gateway.close(0))
  gateway.open({
    apiId: 'api',
    account: '000000000000',
    routes: [{ key: '$default', functionArn: 'fn', timeoutMs: 10_000 }],
    cors: undefined,
    mayInvoke: () => true,
    invoke: async () => ({ payload: { statusCode: 200 } }),
  })
  const MB = 1024 * 1024
  // Each holds nine megabytes and never sends its last byte, so only one that is refused is answered.
  const held = []
  for (let at = 0; at < 8; at++) held.push(await upload(gateway.port, 9 * MB, 9 * MB - 1))
  expect(await Promise.race(held.map(({ status }) => status))).toBe(503)
  for (const { socket } of held) socket.destroy()
  for (;;) {
    const { status } = await upload(gateway.port, 9 * MB, 9 * MB)
    if ((await status) === 200) break
    await pause(20)
  }
})
