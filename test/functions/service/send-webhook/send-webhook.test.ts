import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { registerWebhook } from '../../../../functions/service/core/accounts/register-webhook.ts'
import {
  type DeliveryMessage,
  eventIdOf,
} from '../../../../functions/service/core/model/delivery.ts'
import type { Task } from '../../../../functions/service/core/model/task.ts'
import { announceTaskEnd } from '../../../../functions/service/core/tasks/announce-task-end.ts'
import {
  type SendWebhookDeps,
  sendWebhook,
} from '../../../../functions/service/send-webhook/send-webhook.ts'
import { verifyWebhook } from '../../../../functions/webhook/verify-webhook.ts'
import { type OpenReceiver, openReceiver } from '../open-receiver.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

const ENDED: Partial<Task> = {
  feature: 'bg-replace-vid',
  stage: 'effect',
  status: 'success',
  parameters: {},
  units: 8,
}

let backend: ServiceBackend
let receiver: OpenReceiver
let message: DeliveryMessage
let secret: string

beforeAll(async () => {
  backend = await startServiceBackend()
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await backend.close()
})
afterEach(() => receiver.reset())

beforeEach(async () => {
  const { account } = await backend.addAccount(0)
  const registered = await registerWebhook(
    { account, url: `${receiver.origin}/hook`, allowLoopbackOrigin: receiver.origin },
    backend.deps,
  )
  secret = registered.secret
  backend.clear()
  const task = { ...ENDED, id: randomUUID(), account, finishedAt: 1_761_112_848 } as Task
  await announceTaskEnd(task, backend.deps)
  message = backend.queued('webhooks')[0]?.message as DeliveryMessage
  backend.clear()
})

function deps(change: Partial<SendWebhookDeps> = {}): SendWebhookDeps {
  return {
    webhooks: backend.deps.webhooks,
    webhookQueue: backend.deps.webhookQueue,
    fetch: guardedFetch,
    now: backend.deps.now,
    random: () => 0,
    allowLoopbackOrigin: receiver.origin,
    ...change,
  }
}

function send(change?: Partial<SendWebhookDeps>, attempt = message.attempt) {
  return sendWebhook({ ...message, attempt }, deps(change))
}
function delivery() {
  return backend.deps.webhooks.delivery(message)
}
function endpoint() {
  return backend.deps.webhooks.endpoint(message.account, message.endpointId)
}
function status(code: number, headers = {}): RequestListener {
  return (_, response) => void response.writeHead(code, headers).end('no')
}

describe('an attempt', () => {
  test('sends the signed event in the exact wire format', async () => {
    await send()
    const [{ headers, body, method } = receiver.received[0]!] = receiver.received
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json')
    expect(body.toString()).toMatch(
      /^\{"created_at":1761112848,"data":\{"task_id":"[^"]+","task_status":"success"\}\}$/,
    )
    expect(headers).toMatchObject({ 'darkroom-units': '8', 'darkroom-seconds': '4' })
    const verified = verifyWebhook({
      headers,
      body,
      secrets: [secret],
      now: backend.clock.now,
    })
    expect(verified).toEqual({ id: message.eventId, timestamp: backend.clock.now / 1000 })
  })

  test.each([200, 202, 204, 299])('with the response %d counts as delivered', async (code) => {
    receiver.answer = (_, response) => void response.writeHead(code).end()
    await send()
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ status: code }] })
    expect(backend.queued('webhooks')).toEqual([])
  })

  test.each([301, 307, 400, 401, 404, 429, 500, 503])(
    'answered with %d is tried again',
    async (code) => {
      receiver.answer = status(code, { location: '/elsewhere' })
      await send()
      expect(receiver.received).toHaveLength(1)
      expect(await delivery()).toMatchObject({
        status: 'pending',
        attempt: 1,
        attempts: [{ status: code }],
      })
      expect(backend.queued('webhooks')).toEqual([
        { message: { ...message, attempt: 1 }, delayed: true },
      ])
    },
  )

  test('that gets no connection is recorded with the reason and retried', async () => {
    receiver.answer = (_, response) => void response.destroy()
    await send()
    expect((await delivery())?.attempts).toEqual([
      { at: backend.clock.now, ms: 0, reason: 'network' },
    ])
  })

  test.each<[string, RequestListener]>([
    [
      'is packed although nobody asked for that',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('xx'),
    ],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '10' })
        response.write('half', () => response.destroy())
      },
    ],
    ['never ends', (_, response) => void response.writeHead(200).write('and')],
  ])('succeeds with a 2xx whose body %s', async (_, listener) => {
    receiver.answer = listener
    const hurried: typeof guardedFetch = (url, options) =>
      guardedFetch(url, { ...options, timeoutMs: 3_000 })
    await send({ fetch: hurried })
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] })
  })

  test('is not made to a host name that resolves to a private address', async () => {
    const { account } = message
    const wish = { account, url: 'https://inside.example/hook' }
    const { endpoint: inside } = await registerWebhook(wish, backend.deps)
    const task = { ...ENDED, id: randomUUID(), account, finishedAt: 1 } as Task
    await announceTaskEnd(task, backend.deps)
    const key = { account, eventId: eventIdOf(task.id), endpointId: inside.id }
    const resolve = async () => [{ address: '10.0.0.7', family: 4 }]
    await sendWebhook(
      { ...key, attempt: 0 },
      deps({ fetch: (url, options) => guardedFetch(url, { ...options, resolve }) }),
    )
    expect((await backend.deps.webhooks.delivery(key))?.attempts).toMatchObject([
      { reason: 'address' },
    ])
  })

  test('records at most 200 bytes of the response', async () => {
    receiver.answer = (_, response) => void response.end('x'.repeat(100_000))
    await send()
    expect((await delivery())?.attempts[0]?.answer).toBe('x'.repeat(200))
  })

  test('is not made to an endpoint whose URL is no longer allowed', async () => {
    await send({ allowLoopbackOrigin: undefined })
    expect(receiver.received).toEqual([])
    expect((await delivery())?.attempts).toMatchObject([{ reason: 'url' }])
  })
})

test('410 switches the endpoint off, and later deliveries to it are refused', async () => {
  receiver.answer = status(410)
  await send()
  expect(await delivery()).toMatchObject({ status: 'refused' })
  expect(await endpoint()).toMatchObject({
    active: false,
    inactiveReason: expect.stringContaining('410'),
  })
  expect(backend.queued('webhooks')).toEqual([])
})

test('an endpoint that was switched off in between gets no webhook', async () => {
  await backend.deps.webhooks.disableEndpoint(message.account, message.endpointId, {
    reason: 'by hand',
    at: 1,
  })
  await send()
  expect(receiver.received).toEqual([])
  expect(await delivery()).toMatchObject({ status: 'refused', attempts: [] })
})

describe('the schedule', () => {
  test('is that of Standard Webhooks: ten attempts with one id over three days, then exhausted', async () => {
    receiver.answer = status(500)
    const start = backend.clock.now
    const waits: number[] = []
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await send({}, attempt)
      const { dueAt = 0 } = (await delivery()) ?? {}
      waits.push(dueAt - backend.clock.now / 1000)
      backend.clock.now = dueAt * 1000
    }
    expect(waits.slice(0, 9)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect(await delivery()).toMatchObject({ status: 'exhausted', attempt: 10 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([message.eventId]),
    )
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(
      10,
    )
    backend.clock.now = start
  })

  test('an attempt that is due after the longest delay of the queue is queued again until it is due', async () => {
    const waits: (number | undefined)[] = []
    const webhookQueue = {
      send: async (_: DeliveryMessage, seconds?: number) => void waits.push(seconds),
    }
    receiver.answer = status(503, { 'retry-after': '2000' })
    await send({ webhookQueue })
    receiver.answer = status(200)
    const start = backend.clock.now
    for (const later of [900, 1800, 1999]) {
      backend.clock.now = start + later * 1000
      await send({ webhookQueue }, 1)
    }
    expect(receiver.received).toHaveLength(1)
    backend.clock.now = start + 2000 * 1000
    await send({ webhookQueue }, 1)
    expect(waits).toEqual([900, 900, 200, 1])
    expect(await delivery()).toMatchObject({ status: 'delivered' })
    backend.clock.now = start
  })
})

test.each([
  ['seconds', '600'],
  ['a date', new Date(Date.UTC(2026, 10, 20) + 600_000).toUTCString()],
])('Retry-After in %s is honoured', async (_, header) => {
  receiver.answer = status(429, { 'retry-after': header })
  const now = backend.clock.now / 1000
  await send()
  expect((await delivery())?.dueAt).toBe(now + 600)
})

test('a second that has begun is not over', async () => {
  receiver.answer = status(503, { 'retry-after': '600' })
  const start = backend.clock.now
  backend.clock.now = start + 500
  await send()
  backend.clock.now = start
  expect((await delivery())?.dueAt).toBe(start / 1000 + 600)
})

test('jitter lengthens a delay', async () => {
  receiver.answer = status(503, { 'retry-after': '600' })
  const now = backend.clock.now / 1000
  await send({ random: () => 0.5 })
  expect((await delivery())?.dueAt).toBe(now + 630)
})

describe('the same message more than once', () => {
  test('delivered concurrently makes one attempt', async () => {
    await Promise.all([send(), send(), send()])
    expect(receiver.received).toHaveLength(1)
  })

  test('after its attempt has no effect', async () => {
    receiver.answer = status(500)
    await send()
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(backend.queued('webhooks')).toHaveLength(1)
  })

  test('makes the attempt again after a worker crashed and its claim expired', async () => {
    const webhooks = { ...backend.deps.webhooks, record: () => Promise.reject(new Error('died')) }
    await expect(send({ webhooks })).rejects.toThrow('died')
    const start = backend.clock.now
    await send()
    expect(receiver.received).toHaveLength(1)
    backend.clock.now += 30_000
    await send()
    expect(receiver.received).toHaveLength(2)
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }] })
    backend.clock.now = start
  })

  test('a crash between queueing the next attempt and recording this one loses neither', async () => {
    receiver.answer = status(500)
    const webhooks = { ...backend.deps.webhooks, record: () => Promise.reject(new Error('died')) }
    await expect(send({ webhooks })).rejects.toThrow('died')
    const start = backend.clock.now
    backend.clock.now += 31_000
    receiver.answer = status(200)
    // The message of the next attempt is delivered first, and the failed one never again.
    await send({}, 1)
    expect(await delivery()).toMatchObject({ status: 'delivered' })
    backend.clock.now = start
  })

  test('for an unknown delivery is dropped', async () => {
    await expect(sendWebhook({ ...message, eventId: 'evt_gone' }, deps())).resolves.toBeUndefined()
  })
})
