import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '../../../local/http/server.ts'
import { startOnPort } from '../../../local/http/start-on-port.ts'

async function start(port: number): Promise<number> {
  const server = createServer()
  onTestFinished(() => closeServer(server, 0))
  return listen(server, port)
}

test('a remembered port that is taken is replaced, a requested one is an error', async () => {
  const taken = await start(0)
  expect(await startOnPort(undefined, taken, start)).not.toBe(taken)
  await expect(startOnPort(taken, undefined, start)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a remembered port that is free is used again', async () => {
  const server = createServer()
  const port = await listen(server, 0)
  await closeServer(server, 0)
  expect(await startOnPort(undefined, port, start)).toBe(port)
})
