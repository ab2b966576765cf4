import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bodyReshape } from '../../../../catalog/body-reshape.ts'
import { httpProvider } from '../../../../functions/pipeline/provider/http-provider.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const serve = (listener: RequestListener) =>
  new Promise<ReturnType<typeof httpProvider>>((ready) => {
    const listening = createServer(listener).listen(0, '127.0.0.1', () => {
      const { port } = listening.address() as AddressInfo
      ready(httpProvider({ baseUrl: `http://127.0.0.1:${port}`, apiKey: async () => 'dk_test' }))
    })
    server = listening
  })

const answering = (status: number, body: string) =>
  serve((_, response) => response.writeHead(status).end(body))

test('creates a task with its key, its body and the bearer key', async () => {
  const seen: unknown[] = []
  const provider = await serve((request, response) => {
    const { method, url, headers } = request
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method, url, key: headers['idempotency-key'], auth: headers.authorization, body })
      response.end('{"status":200,"data":{"task_id":"t-1"}}')
    })
  })
  expect(await provider.create(bodyReshape, 'pre-process', { a: 1 }, 'job/0')).toBe('t-1')
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/s2s/v2.0/task/body-reshape/pre-process',
      key: 'job/0',
      auth: 'Bearer dk_test',
      body: '{"a":1}',
    },
  ])
})

test.each([
  [429, '{"status":429,"error":"Too many requests"}', 'ServiceBusy'],
  [500, '<html>oops</html>', 'ServiceUnreachable'],
  [503, '', 'ServiceUnreachable'],
  [400, '{"status":400,"error":"x is wrong.","error_code":"InvalidParameters"}', 'TaskRefused'],
  [401, '{"status":401,"error":"no","error_code":"InvalidApiKey"}', 'TaskRefused'],
  [200, '<html>hello</html>', 'ServiceUnreachable'],
  [200, '{"status":200,"data":{}}', 'ServiceUnreachable'],
  [200, 'null', 'ServiceUnreachable'],
  [302, '', 'TaskRefused'],
])('takes %i %j for %s', async (status, body, code) => {
  const provider = await answering(status, body)
  await expect(provider.create(bodyReshape, 'effect', {}, 'k')).rejects.toMatchObject({ code })
})

test('repeats the service’s own words when it refuses', async () => {
  const provider = await answering(400, '{"error":"x is wrong.","error_code":"InvalidParameters"}')
  await expect(provider.create(bodyReshape, 'effect', {}, 'k')).rejects.toThrow(
    /400 InvalidParameters x is wrong\./,
  )
})

test('does not read an answer without end', async () => {
  const provider = await serve((_, response) => {
    const write = (): void => {
      while (response.write(Buffer.alloc(65_536, 32))) {}
    }
    response.on('drain', write)
    write()
  })
  await expect(provider.status(bodyReshape, 'effect', 't')).rejects.toMatchObject({
    code: 'ServiceUnreachable',
  })
})

test('calls a service that is not there unreachable', async () => {
  const provider = httpProvider({ baseUrl: 'http://127.0.0.1:9', apiKey: async () => 'k' })
  await expect(provider.status(bodyReshape, 'effect', 't')).rejects.toMatchObject({
    code: 'ServiceUnreachable',
    retryable: true,
  })
})
