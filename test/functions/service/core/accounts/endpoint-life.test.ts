import type { RequestListener } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guardedFetch } from '../../../../../functions/fetch/guarded-fetch.ts'
import { registerWebhook } from '../../../../../functions/service/core/accounts/register-webhook.ts'
import { replayDeliveries } from '../../../../../functions/service/core/accounts/replay-deliveries.ts'
import { rotateSecret } from '../../../../../functions/service/core/accounts/rotate-secret.ts'
import type { DeliveryMessage } from '../../../../../functions/service/core/model/delivery.ts'
import type { Task } from '../../../../../functions/service/core/model/task.ts'
import { announceTaskEnd } from '../../../../../functions/service/core/tasks/announce-task-end.ts'
import { sendWebhook } from '../../../../../functions/service/send-webhook/send-webhook.ts'
import { type OpenReceiver, openReceiver, type Received } from '../../open-receiver.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const DAY = 86_400

let backend: ServiceBackend
let receiver: OpenReceiver
let account: string
let endpointId: string
let secret: string

beforeAll(async () => {
  backend = await startServiceBackend()
  // The reference library uses the clock of this machine.
  backend.clock.now = Math.floor(Date.now() / 1000) * 1000
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await backend.close()
})

let start: number
beforeEach(async () => {
  start = backend.clock.now
  account = (await backend.addAccount(0)).account
  const wish = { account, url: `${receiver.origin}/hook`, allowLoopbackOrigin: receiver.origin }
  const registered = await registerWebhook(wish, backend.deps)
  secret = registered.secret
  endpointId = registered.endpoint.id
  backend.clear()
})
afterEach(() => {
  backend.clock.now = start
  receiver.reset()
})

function pass(seconds: number) {
  backend.clock.now += seconds * 1000
}

/** Announces the end of a task and returns the messages of its deliveries. */
async function announced(id: string, more: Partial<Task> = {}): Promise<DeliveryMessage[]> {
  const finishedAt = Math.floor(backend.clock.now / 1000)
  backend.clear()
  await announceTaskEnd({ id, account, status: 'error', finishedAt, ...more } as Task, backend.deps)
  return backend.queued('webhooks').map(({ message }) => message as DeliveryMessage)
}

test.each([
  [{}, ['all', 'reshape', 'shop', 'both']],
  [{ keyName: 'shop' }, ['all', 'reshape', 'shop', 'both']],
  [{ keyName: 'pipeline' }, ['all', 'reshape']],
  [{ keyName: 'shop', feature: 'look-vto' }, ['all', 'shop']],
])('an endpoint hears of the tasks it was added for: %j', async (task, heard) => {
  const filters = {
    all: {},
    reshape: { features: ['body-reshape'] },
    shop: { keys: ['shop', 'app'] },
    both: { features: ['body-reshape', 'face-lift'], keys: ['shop'] },
  }
  await backend.deps.webhooks.removeEndpoint(account, endpointId)
  const ids = new Map<string, string>()
  for (const [name, only] of Object.entries(filters)) {
    const url = `${receiver.origin}/${name}`
    const wish = { account, url, only, allowLoopbackOrigin: receiver.origin }
    ids.set((await registerWebhook(wish, backend.deps)).endpoint.id, name)
  }
  const messages = await announced('task', { feature: 'body-reshape', ...task })
  expect(messages.map((message) => ids.get(message.endpointId)).sort()).toEqual(heard.toSorted())
})

test('a filter of a feature that does not exist is refused with the nearest name', async () => {
  const wish = { account, url: `${receiver.origin}/hook`, allowLoopbackOrigin: receiver.origin }
  const only = { features: ['body-reshap'] }
  await expect(registerWebhook({ ...wish, only }, backend.deps)).rejects.toThrow(
    'There is no feature body-reshap. Did you mean body-reshape?',
  )
})

/** The same for an account with one endpoint. */
async function tell(id: string): Promise<DeliveryMessage> {
  return (await announced(id))[0] as DeliveryMessage
}

function send(message: DeliveryMessage) {
  return sendWebhook(message, {
    ...backend.deps,
    fetch: guardedFetch,
    random: () => 0,
    allowLoopbackOrigin: receiver.origin,
  })
}

/** Makes all attempts of a delivery, each at the time it is due. */
async function sendAll(message: DeliveryMessage): Promise<void> {
  for (;;) {
    const delivery = await backend.deps.webhooks.delivery(message)
    if (delivery?.status !== 'pending') return
    backend.clock.now = Math.max(backend.clock.now, delivery.dueAt * 1000)
    await send({ ...message, attempt: delivery.attempt })
  }
}

function endpoint() {
  return backend.deps.webhooks.endpoint(account, endpointId)
}
function deliveryOf(message: DeliveryMessage) {
  return backend.deps.webhooks.delivery(message)
}
const fail: RequestListener = (_, response) => void response.writeHead(500).end('no')

/** Verified with the `standardwebhooks` package. */
function verifies({ headers, body }: Received, by: string): boolean {
  try {
    return Boolean(new Webhook(by).verify(body, headers))
  } catch {
    return false
  }
}

describe('a secret', () => {
  test('that is rotated is used beside the new one for a day', async () => {
    await send(await tell('before'))
    const { secret: fresh } = await rotateSecret({ account, endpointId }, backend.deps)
    await send(await tell('during'))
    const [before, during] = receiver.received as [Received, Received]
    expect([verifies(before, secret), verifies(before, fresh)]).toEqual([true, false])
    expect([verifies(during, secret), verifies(during, fresh)]).toEqual([true, true])
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    pass(DAY - 1)
    await send(await tell('at the end'))
    pass(1)
    await send(await tell('after'))
    const signatures = receiver.received.map(
      ({ headers }) => headers['webhook-signature']?.split(' ').length,
    )
    expect(signatures).toEqual([1, 2, 2, 1])
  })

  test('that is rotated twice keeps both former ones for their day', async () => {
    const second = await rotateSecret({ account, endpointId }, backend.deps)
    const third = await rotateSecret({ account, endpointId }, backend.deps)
    await send(await tell('twice'))
    const [only] = receiver.received as [Received]
    expect([secret, second.secret, third.secret].map((each) => verifies(only, each))).toEqual([
      true,
      true,
      true,
    ])
  })

  test('is not rotated for an unknown endpoint, nor to a weak secret', async () => {
    const rotate = (id: string, weak?: string) =>
      rotateSecret({ account, endpointId: id, secret: weak }, backend.deps)
    await expect(rotate('nobody')).rejects.toThrow('has no endpoint nobody')
    await expect(rotate(endpointId, 'whsec_AAAA')).rejects.toThrow('24 to 64')
    expect((await endpoint())?.secrets).toEqual([secret])
  })
})

describe('an endpoint that fails', () => {
  beforeEach(() => {
    receiver.answer = fail
  })

  test('is switched off after five days of failures only, with reason and time', async () => {
    await sendAll(await tell('first'))
    expect(await endpoint()).toMatchObject({ failingSince: start / 1000, failures: 10 })
    backend.clock.now = start
    pass(5 * DAY - 1)
    await send(await tell('last but one'))
    expect(await endpoint()).toMatchObject({ active: true })
    pass(1)
    const message = await tell('last')
    await send(message)
    expect(await endpoint()).toMatchObject({
      active: false,
      inactiveReason: 'It took no webhook for five days.',
      inactiveSince: start / 1000 + 5 * DAY,
    })
    expect(await deliveryOf(message)).toMatchObject({ status: 'refused' })
    await backend.deps.webhooks.enableEndpoint(account, endpointId)
    const again = await endpoint()
    expect(again).toMatchObject({ active: true })
    for (const trace of ['failingSince', 'lastFailedAt', 'failures', 'inactiveReason']) {
      expect(again).not.toHaveProperty(trace)
    }
  })

  test('stays on when another attempt succeeded while this one failed', async () => {
    await sendAll(await tell('first'))
    backend.clock.now = start
    pass(5 * DAY)
    const { webhooks } = backend.deps
    const taken = {
      ...webhooks,
      disableEndpoint: async (...given: Parameters<typeof webhooks.disableEndpoint>) => {
        await webhooks.recordSuccess(account, endpointId)
        return webhooks.disableEndpoint(...given)
      },
    }
    const message = await tell('last')
    await sendWebhook(message, {
      ...backend.deps,
      webhooks: taken,
      fetch: guardedFetch,
      random: () => 0,
      allowLoopbackOrigin: receiver.origin,
    })
    expect(await endpoint()).toMatchObject({ active: true })
    expect(await deliveryOf(message)).toMatchObject({ status: 'pending', attempt: 1 })
  })

  test('gets ten attempts over three days, each recorded with its outcome', async () => {
    const message = await tell('ten')
    await sendAll(message)
    const delivery = await deliveryOf(message)
    expect(delivery).toMatchObject({ status: 'exhausted', attempt: 10 })
    expect(delivery?.attempts).toHaveLength(10)
    for (const attempt of delivery?.attempts ?? []) {
      expect(attempt).toMatchObject({ status: 500, answer: 'no', ms: expect.any(Number) })
    }
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    expect([...ids]).toEqual([message.eventId])
    // 75 h 35 min 5 s without jitter.
    expect((backend.clock.now - start) / 1000).toBe(272_105)
  })
})

describe('a replay', () => {
  const replay = (wish: { eventId: string } | { failedSince: number }) => {
    backend.clear()
    return replayDeliveries({ account, ...wish }, backend.deps)
  }
  const queued = () => backend.queued('webhooks').map(({ message }) => message as DeliveryMessage)

  test('of one event sends it again with its id, even when it was delivered', async () => {
    const message = await tell('one')
    await send(message)
    expect(await replay({ eventId: message.eventId })).toMatchObject({ begun: 1 })
    const [again] = queued()
    expect(again).toEqual({ ...message, attempt: 1 })
    if (again) await send(again)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      message.eventId,
      message.eventId,
    ])
    expect(receiver.received.map(({ body }) => body)).toEqual([
      receiver.received[0]?.body,
      receiver.received[0]?.body,
    ])
    expect(await deliveryOf(message)).toMatchObject({ status: 'delivered', attempt: 2 })
  })

  test('of failures since a time starts a new schedule for each of them, and for no other', async () => {
    receiver.answer = fail
    const old = await tell('old')
    await sendAll(old)
    receiver.answer = (_, response) => void response.end()
    await send(await tell('well again'))
    receiver.answer = fail
    pass(1)
    const since = Math.floor(backend.clock.now / 1000)
    const failed = await tell('failed')
    await sendAll(failed)
    receiver.answer = (_, response) => void response.end()
    await send(await tell('fine'))
    await tell('under way')
    await backend.deps.webhooks.enableEndpoint(account, endpointId)
    expect(await replay({ failedSince: since })).toMatchObject({ begun: 1, unheard: 0 })
    expect(queued()).toEqual([{ ...failed, attempt: 10 }])
    receiver.answer = fail
    await sendAll(failed)
    expect(await deliveryOf(failed)).toMatchObject({ status: 'exhausted', attempt: 20 })
  })

  test('skips endpoints that are off and pending deliveries', async () => {
    const message = await tell('pending')
    expect(await replay({ eventId: message.eventId })).toMatchObject({ begun: 0, underWay: 1 })
    await send(message)
    await backend.deps.webhooks.disableEndpoint(account, endpointId, { reason: 'off', at: 1 })
    expect(await replay({ eventId: message.eventId })).toMatchObject({ begun: 0, unheard: 1 })
    await backend.deps.webhooks.enableEndpoint(account, endpointId)
    expect(await replay({ eventId: message.eventId })).toMatchObject({ begun: 1 })
  })

  test('that is requested twice concurrently begins once', async () => {
    const message = await tell('both')
    await send(message)
    const wish = { account, eventId: message.eventId }
    const begun = await Promise.all([1, 2].map(() => replayDeliveries(wish, backend.deps)))
    expect(begun.map((each) => each.begun).toSorted()).toEqual([0, 1])
  })
})

describe('an endpoint that is removed', () => {
  test('gets no more webhooks, ends its pending deliveries and frees its slot', async () => {
    for (let at = 1; at < 10; at += 1) {
      await registerWebhook({ account, url: `https://example.com/${at}` }, backend.deps)
    }
    const another = { account, url: 'https://example.com/another' }
    await backend.deps.webhooks.disableEndpoint(account, endpointId, { reason: 'off', at: 1 })
    await expect(registerWebhook(another, backend.deps)).rejects.toThrow('off included')
    await backend.deps.webhooks.enableEndpoint(account, endpointId)
    const message = (await announced('under way')).find((each) => each.endpointId === endpointId)
    expect(await backend.deps.webhooks.removeEndpoint(account, endpointId)).toBe(true)
    expect(await backend.deps.webhooks.removeEndpoint(account, endpointId)).toBe(false)
    if (message) await send(message)
    expect(receiver.received).toEqual([])
    expect(await deliveryOf(message!)).toMatchObject({ status: 'refused', attempts: [] })
    await registerWebhook(another, backend.deps)
    expect(await backend.deps.webhooks.endpoints(account)).toHaveLength(10)
  })

  test('during an attempt is not restored by the failure of that attempt', async () => {
    const message = await tell('late')
    receiver.answer = (_, response) => {
      backend.deps.webhooks
        .removeEndpoint(account, endpointId)
        .then(() => response.writeHead(410).end())
    }
    await send(message)
    expect(await endpoint()).toBeUndefined()
    expect(await backend.deps.webhooks.endpoints(account)).toEqual([])
  })
})

test('only a local run sends to an endpoint on this machine', async () => {
  const message = await tell('abroad')
  await sendWebhook(message, { ...backend.deps, fetch: guardedFetch, random: () => 0 })
  expect(receiver.received).toEqual([])
  expect((await deliveryOf(message))?.attempts[0]).toMatchObject({ reason: 'url' })
})
