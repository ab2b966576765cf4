import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { bodyReshape } from '../../../../../../catalog/features/body-reshape.ts'
import {
  type HttpProviderOptions,
  httpProvider,
} from '../../../../../../functions/pipeline/core/adapters/provider/http-provider.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

function serve(listener: RequestListener, options: Partial<HttpProviderOptions> = {}) {
  return new Promise<ReturnType<typeof httpProvider>>((ready) => {
    const listening = createServer(listener).listen(0, '127.0.0.1', () => {
      const { port } = listening.address() as AddressInfo
      const baseUrl = `http://127.0.0.1:${port}`
      ready(httpProvider({ baseUrl, apiKey: async () => 'dk_test', ...options }))
    })
    server = listening
  })
}

function answering(status: number, body: string) {
  return serve((_, response) => response.writeHead(status).end(body))
}

test('creates a task with its key, its body and the bearer key', async () => {
  const seen: unknown[] = []
  const provider = await serve((request, response) => {
    const { method, url, headers } = request
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const lane = headers['darkroom-lane']
      const key = headers['idempotency-key']
      seen.push({ method, url, key, auth: headers.authorization, body, ...(lane && { lane }) })
      response.end('{"status":200,"data":{"task_id":"t-1"}}')
    })
  })
  expect(await provider.create(bodyReshape, 'pre-process', { a: 1 }, 'job/0')).toBe('t-1')
  await provider.create(bodyReshape, 'pre-process', { a: 1 }, 'job/1', true)
  expect(seen.pop()).toMatchObject({ key: 'job/1', lane: 'batch' })
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
  [409, '{"status":409,"error":"At it.","error_code":"IdempotencyConflict"}', 'ServiceBusy'],
  [409, '{"status":409,"error":"No.","error_code":"Conflict"}', 'TaskRefused'],
  [500, '<html>oops</html>', 'ServiceUnreachable'],
  [503, '', 'ServiceUnreachable'],
  [400, '{"status":400,"error":"x is wrong.","error_code":"InvalidParameters"}', 'TaskRefused'],
  [400, '{"status":400,"error":"x","error_code":"CreditInsufficiency"}', 'UnitsMissing'],
  [401, '{"status":401,"error":"no","error_code":"InvalidApiKey"}', 'TaskRefused'],
  [200, '<html>hello</html>', 'ServiceUnreachable'],
  [200, '{"status":200,"data":{}}', 'ServiceUnreachable'],
  [200, 'null', 'ServiceUnreachable'],
  [302, '', 'TaskRefused'],
])('an answer %i %j becomes %s', async (status, body, code) => {
  const provider = await answering(status, body)
  await expect(provider.create(bodyReshape, 'effect', {}, 'k')).rejects.toMatchObject({ code })
})

test('the failure of a refused request repeats the service’s message', async () => {
  const provider = await answering(400, '{"error":"x is wrong.","error_code":"InvalidParameters"}')
  await expect(provider.create(bodyReshape, 'effect', {}, 'k')).rejects.toThrow(
    /400 InvalidParameters x is wrong\./,
  )
})

test('stops reading an endless answer', async () => {
  const provider = await serve((_, response) => {
    const write = (): void => {
      while (response.write(Buffer.alloc(65_536, 32))) {}
    }
    response.on('drain', write)
    write()
  })
  await expect(provider.status(bodyReshape, 'effect', 't', 'job-1')).rejects.toMatchObject({
    code: 'ServiceUnreachable',
  })
})

test('a service that does not listen is unreachable', async () => {
  const provider = httpProvider({ baseUrl: 'http://127.0.0.1:9', apiKey: async () => 'k' })
  await expect(provider.status(bodyReshape, 'effect', 't', 'job-1')).rejects.toMatchObject({
    code: 'ServiceUnreachable',
    retryable: true,
  })
})

const NOW = Date.UTC(2026, 0, 1)
test.each([
  [429, '7', 'ServiceBusy', 7],
  [429, undefined, 'ServiceBusy', 0],
  [429, 'Thu, 01 Jan 2026 00:01:30 GMT', 'ServiceBusy', 90],
  [429, 'Wed, 31 Dec 2025 00:00:00 GMT', 'ServiceBusy', 0],
  [429, '86400', 'ServiceBusy', 900],
  [429, '-5', 'ServiceBusy', 0],
  [429, 'soon', 'ServiceBusy', 0],
  [429, '2026-01-01T00:00:30Z', 'ServiceBusy', 30],
  [503, '12', 'ServiceBusy', 12],
])(
  'an answer %i with Retry-After %j becomes %s, to retry after %i seconds',
  async (status, header, code, seconds) => {
    const provider = await serve(
      (_, response) =>
        response.writeHead(status, header === undefined ? {} : { 'retry-after': header }).end('{}'),
      { now: () => NOW },
    )
    await expect(provider.create(bodyReshape, 'effect', {}, 'k')).rejects.toMatchObject({
      code,
      retryAfterSeconds: seconds,
    })
  },
)

test.each([
  [400, true],
  [429, true],
  [500, false],
  [200, false],
])('a %i has certainly had no effect: %s', async (status, noEffect) => {
  const provider = await answering(status, 'no JSON')
  await expect(provider.create(bodyReshape, 'effect', {}, 'k')).rejects.toMatchObject({ noEffect })
})

test('a refused connection has certainly had no effect', async () => {
  const closed = await new Promise<number>((free) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => free(port))
    })
  })
  const nobody = httpProvider({
    baseUrl: `http://127.0.0.1:${closed}`,
    apiKey: async () => 'k',
  })
  await expect(nobody.create(bodyReshape, 'effect', {}, 'k')).rejects.toMatchObject({
    code: 'ServiceUnreachable',
    noEffect: true,
  })
})

test('sends no Idempotency-Key to a service that does not support it', async () => {
  const seen: unknown[] = []
  const provider = await serve(
    ({ headers }, response) => {
      seen.push(headers['idempotency-key'])
      response.end('{"data":{"task_id":"t-1"}}')
    },
    { idempotent: false },
  )
  await provider.create(bodyReshape, 'effect', {}, 'k')
  expect(seen).toEqual([undefined])
  expect(provider.idempotent).toBe(false)
})

test('a task that timed out at the service counts as ended in error, with what it was charged', async () => {
  const body = '{"status":500,"error":"Task execution timed out","error_code":"TaskTimeout"}'
  const silent = await answering(500, body)
  const status = await silent.status(bodyReshape, 'effect', 't', 'job-1')
  expect(status).toMatchObject({ task_status: 'error', error: 'TaskTimeout' })
  expect(status.charge).toBeUndefined()
  server?.close()
  const told = await serve((_, response) =>
    response.writeHead(500, { 'darkroom-units': '0' }).end(body),
  )
  expect(await told.status(bodyReshape, 'effect', 't', 'job-1')).toMatchObject({
    task_status: 'error',
    error: 'TaskTimeout',
    charge: { units: 0 },
  })
})
