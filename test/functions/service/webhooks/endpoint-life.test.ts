import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { registerWebhook } from '../../../../functions/service/accounts/register-webhook.ts'
import { rotateSecret } from '../../../../functions/service/accounts/rotate-secret.ts'
import { sendWebhook } from '../../../../functions/service/send-webhook/send-webhook.ts'
import type { Task } from '../../../../functions/service/tasks/task.ts'
import { announce } from '../../../../functions/service/webhooks/announce.ts'
import type { DeliveryMessage } from '../../../../functions/service/webhooks/delivery.ts'
import { replayDeliveries } from '../../../../functions/service/webhooks/replay-deliveries.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

type Received = { headers: Record<string, string>; body: string }

const DAY = 86_400

let backend: ServiceBackend
let receiver: Server
let origin: string
let answer: RequestListener
let received: Received[]
let account: string
let endpointId: string
let secret: string

beforeAll(async () => {
  backend = await startServiceBackend()
  // The independent implementation has the clock of this machine.
  backend.clock.now = Math.floor(Date.now() / 1000) * 1000
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = request.headers as Record<string, string>
    received.push({ headers, body: Buffer.concat(chunks).toString() })
    answer(request, response)
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  receiver.close()
  await backend.close()
})

let start: number
beforeEach(async () => {
  start = backend.clock.now
  received = []
  answer = (_, response) => void response.end()
  account = (await backend.addAccount(0)).account
  const wish = { account, url: `${origin}/hook`, allowLoopbackOrigin: origin }
  const registered = await registerWebhook(wish, backend.deps)
  secret = registered.secret
  endpointId = registered.endpoint.id
  backend.clear()
})
afterEach(() => {
  backend.clock.now = start
  receiver.closeAllConnections()
})

const pass = (seconds: number) => {
  backend.clock.now += seconds * 1000
}

/** Announces the end of a task and gives the message its delivery is sent by. */
const tell = async (id: string): Promise<DeliveryMessage> => {
  const finishedAt = Math.floor(backend.clock.now / 1000)
  backend.clear()
  await announce({ id, account, status: 'success', finishedAt } as Task, backend.deps)
  return backend.queued('webhooks')[0]?.message as DeliveryMessage
}

const send = (message: DeliveryMessage) =>
  sendWebhook(message, {
    ...backend.deps,
    fetch: guardedFetch,
    random: () => 0,
    allowLoopbackOrigin: origin,
  })

/** Makes every attempt of a delivery that there is, at the time it is due. */
const sendAll = async (message: DeliveryMessage): Promise<void> => {
  for (;;) {
    const delivery = await backend.deps.webhooks.delivery(message)
    if (delivery?.status !== 'pending') return
    backend.clock.now = Math.max(backend.clock.now, delivery.dueAt * 1000)
    await send({ ...message, attempt: delivery.attempt })
  }
}

const endpoint = () => backend.deps.webhooks.endpoint(account, endpointId)
const deliveryOf = (message: DeliveryMessage) => backend.deps.webhooks.delivery(message)
const fail: RequestListener = (_, response) => void response.writeHead(500).end('no')

/** By the `standardwebhooks` package. */
const verifies = ({ headers, body }: Received, by: string): boolean => {
  try {
    return Boolean(new Webhook(by).verify(body, headers))
  } catch {
    return false
  }
}

describe('a secret', () => {
  test('that is rotated is signed with beside the new one for a day', async () => {
    await send(await tell('before'))
    const { secret: fresh } = await rotateSecret({ account, endpointId }, backend.deps)
    await send(await tell('during'))
    const [before, during] = received as [Received, Received]
    expect([verifies(before, secret), verifies(before, fresh)]).toEqual([true, false])
    expect([verifies(during, secret), verifies(during, fresh)]).toEqual([true, true])
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    pass(DAY - 1)
    await send(await tell('at the end'))
    pass(1)
    await send(await tell('after'))
    const signatures = received.map(
      ({ headers }) => headers['webhook-signature']?.split(' ').length,
    )
    expect(signatures).toEqual([1, 2, 2, 1])
  })

  test('that is rotated twice keeps both former ones while their day lasts', async () => {
    const second = await rotateSecret({ account, endpointId }, backend.deps)
    const third = await rotateSecret({ account, endpointId }, backend.deps)
    await send(await tell('twice'))
    const [only] = received as [Received]
    expect([secret, second.secret, third.secret].map((each) => verifies(only, each))).toEqual([
      true,
      true,
      true,
    ])
  })

  test('is not rotated for an endpoint that is not there, nor to a weak one', async () => {
    const rotate = (id: string, weak?: string) =>
      rotateSecret({ account, endpointId: id, secret: weak }, backend.deps)
    await expect(rotate('nobody')).rejects.toThrow('has no endpoint nobody')
    await expect(rotate(endpointId, 'whsec_AAAA')).rejects.toThrow('24 to 64')
    expect((await endpoint())?.secrets).toEqual([secret])
  })
})

describe('an endpoint that fails', () => {
  beforeEach(() => {
    answer = fail
  })

  test('is switched off after five days of nothing else, and says why', async () => {
    await send(await tell('first'))
    expect(await endpoint()).toMatchObject({ active: true, failingSince: start / 1000 })
    pass(5 * DAY - 1)
    await send(await tell('last but one'))
    expect(await endpoint()).toMatchObject({ active: true })
    pass(1)
    const message = await tell('last')
    await send(message)
    expect(await endpoint()).toMatchObject({
      active: false,
      inactiveReason: 'It took no webhook for five days.',
    })
    expect(await deliveryOf(message)).toMatchObject({ status: 'refused' })
  })

  test('and then takes one has its five days anew', async () => {
    await send(await tell('fails'))
    answer = (_, response) => void response.end()
    pass(DAY)
    await send(await tell('works'))
    expect(await endpoint()).not.toHaveProperty('failingSince')
    answer = fail
    pass(5 * DAY)
    await send(await tell('fails again'))
    expect(await endpoint()).toMatchObject({ active: true })
  })

  test('gets ten attempts over three days, each written down with what it met', async () => {
    const message = await tell('ten')
    await sendAll(message)
    const delivery = await deliveryOf(message)
    expect(delivery).toMatchObject({ status: 'exhausted', attempt: 10 })
    expect(delivery?.attempts).toHaveLength(10)
    for (const attempt of delivery?.attempts ?? []) {
      expect(attempt).toMatchObject({ status: 500, answer: 'no', ms: expect.any(Number) })
    }
    const ids = new Set(received.map(({ headers }) => headers['webhook-id']))
    expect([...ids]).toEqual([message.eventId])
    expect(backend.clock.now - start).toBeGreaterThan(75 * 3_600_000)
  })
})

describe('a replay', () => {
  const replay = (wish: { eventId: string } | { failedSince: number }) => {
    backend.clear()
    return replayDeliveries({ account, ...wish }, backend.deps)
  }
  const queued = () => backend.queued('webhooks').map(({ message }) => message as DeliveryMessage)

  test('of one event sends it again under its id, even when it was delivered', async () => {
    const message = await tell('one')
    await send(message)
    expect(await replay({ eventId: message.eventId })).toBe(1)
    const [again] = queued()
    expect(again).toEqual({ ...message, attempt: 1 })
    if (again) await send(again)
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      message.eventId,
      message.eventId,
    ])
    expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body])
    expect(await deliveryOf(message)).toMatchObject({ status: 'delivered', attempt: 2 })
  })

  test('of all that failed since a time begins a whole schedule for each of them, and for no other', async () => {
    answer = fail
    const old = await tell('old')
    await sendAll(old)
    answer = (_, response) => void response.end()
    await send(await tell('well again'))
    answer = fail
    pass(1)
    const since = Math.floor(backend.clock.now / 1000)
    const failed = await tell('failed')
    await sendAll(failed)
    answer = (_, response) => void response.end()
    await send(await tell('fine'))
    await tell('under way')
    await backend.deps.webhooks.enableEndpoint(account, endpointId)
    expect(await replay({ failedSince: since })).toBe(1)
    expect(queued()).toEqual([{ ...failed, attempt: 10 }])
    answer = fail
    await sendAll(failed)
    expect(await deliveryOf(failed)).toMatchObject({ status: 'exhausted', attempt: 20 })
  })

  test('leaves endpoints that are off and deliveries under way alone', async () => {
    const message = await tell('pending')
    expect(await replay({ eventId: message.eventId })).toBe(0)
    await send(message)
    await backend.deps.webhooks.disableEndpoint(account, endpointId, 'off')
    expect(await replay({ eventId: message.eventId })).toBe(0)
    await backend.deps.webhooks.enableEndpoint(account, endpointId)
    expect(await replay({ eventId: message.eventId })).toBe(1)
  })

  test('asked for twice at once begins once', async () => {
    const message = await tell('both')
    await send(message)
    const wish = { account, eventId: message.eventId }
    const begun = await Promise.all([1, 2].map(() => replayDeliveries(wish, backend.deps)))
    expect(begun.toSorted()).toEqual([0, 1])
  })
})

test('an endpoint on this machine is reached by a local run only', async () => {
  const message = await tell('abroad')
  await sendWebhook(message, { ...backend.deps, fetch: guardedFetch, random: () => 0 })
  expect(received).toEqual([])
  expect((await deliveryOf(message))?.attempts[0]).toMatchObject({ reason: 'url' })
})
