import { chargeHeaders } from '../../../catalog/charge.ts'
import { ENGINE_HEADER, ENGINE_VERSION } from '../../../catalog/engine-version.ts'
import { correlationHeader } from '../../correlation.ts'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import type { Fetched, guardedFetch } from '../../fetch/guarded-fetch.ts'
import { log, onBehalfOf } from '../../log.ts'
import { parseRetryAfter, retryDelay } from '../../webhook/retry-delay.ts'
import { signWebhook } from '../../webhook/sign-webhook.ts'
import { MAX_DELAY_SECONDS, type Queue } from '../queue/queue.ts'
import type { Attempt, Delivery, DeliveryMessage } from '../webhooks/delivery.ts'
import { type Endpoint, secretsAt } from '../webhooks/endpoint.ts'
import { type FailingStreak, isHopeless } from '../webhooks/failing-streak.ts'
import type { WebhookStore } from '../webhooks/webhook-store.ts'

export type SendWebhookDeps = {
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  fetch: typeof guardedFetch
  /** Epoch milliseconds. */
  now: () => number
  /** 0–1. */
  random: () => number
  /** Present in a local run, where endpoints that were registered on this machine are reached. */
  allowLoopbackOrigin?: string | undefined
}

const TIMEOUT_MS = 15_000
/** Longer than an attempt can take, so that a claim that is over was left by somebody who died. */
const CLAIM_SECONDS = 30
const ANSWER_BYTES = 200

type Made = { attempt: Attempt; retryAfter: number }

/**
 * Makes the attempt a message asks for, if it is due and nobody made it. Only a 2xx counts as delivered; a 410
 * switches the endpoint off, and so does a failure after five days of nothing else; anything else is tried again by the
 * schedule of Standard Webhooks. What is due later than a queue can wait goes round through the queue until it is due.
 */
export const sendWebhook = async (
  message: DeliveryMessage,
  deps: SendWebhookDeps,
): Promise<void> => {
  const delivery = await deps.webhooks.delivery(message)
  // A message for an attempt that was made already: the one for the next attempt was sent before that was recorded.
  if (delivery?.status !== 'pending' || message.attempt < delivery.attempt) return
  await onBehalfOf(delivery, () => sendDelivery(message, delivery, deps))
}

const sendDelivery = async (
  message: DeliveryMessage,
  delivery: Delivery,
  deps: SendWebhookDeps,
): Promise<void> => {
  const now = Math.floor(deps.now() / 1000)
  if (now < delivery.dueAt) return queue(message, delivery.dueAt - now, deps)
  const endpoint = await deps.webhooks.endpoint(delivery.account, delivery.endpointId)
  if (!endpoint?.active) return deps.webhooks.refuse(delivery)
  if (!(await deps.webhooks.claim(delivery, delivery.attempt, now, now + CLAIM_SECONDS))) {
    // Somebody is at it. Should they die, this message finds the claim over.
    return queue(message, CLAIM_SECONDS, deps)
  }
  await settleAttempt(delivery, endpoint, await makeAttempt(delivery, endpoint, deps), deps)
}

const makeAttempt = async (
  { eventId, body, charge }: Delivery,
  endpoint: Endpoint,
  { fetch, now, allowLoopbackOrigin }: SendWebhookDeps,
): Promise<Made> => {
  const at = now()
  const bytes = new TextEncoder().encode(body)
  const timestamp = Math.floor(at / 1000)
  const secrets = secretsAt(endpoint, timestamp)
  const signature = signWebhook({ id: eventId, timestamp, body: bytes, secrets })
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      body: bytes,
      headers: {
        'content-type': 'application/json',
        [ENGINE_HEADER]: ENGINE_VERSION,
        ...(charge && chargeHeaders(charge)),
        ...correlationHeader(),
        ...signature,
      },
      maxBytes: ANSWER_BYTES,
      overflow: 'cut',
      timeoutMs: TIMEOUT_MS,
      allowLoopbackOrigin:
        allowLoopbackOrigin && endpoint.loopback ? new URL(endpoint.url).origin : undefined,
    })
    return answered(answer, at, now())
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { attempt: { at, ms: now() - at, reason: error.reason }, retryAfter: 0 }
  }
}

const answered = ({ status, headers, bytes }: Fetched, at: number, now: number): Made => ({
  attempt: { at, ms: now - at, status, answer: new TextDecoder().decode(bytes) },
  retryAfter: parseRetryAfter(headers['retry-after'], now),
})

const settleAttempt = async (
  delivery: Delivery,
  endpoint: Endpoint,
  { attempt, retryAfter }: Made,
  deps: SendWebhookDeps,
): Promise<void> => {
  const { webhooks } = deps
  const { status = 0, reason } = attempt
  const now = Math.floor(deps.now() / 1000)
  const end = (outcome: Delivery['status']) =>
    webhooks.record(delivery, delivery.attempt, attempt, { status: outcome, dueAt: now })
  const { account, endpointId, eventId } = delivery
  if (status >= 200 && status < 300) {
    log.info('A webhook was taken.', { account, endpointId, eventId, status, ms: attempt.ms })
    if (endpoint.failingSince !== undefined) await webhooks.noteTaken(account, endpointId)
    return void (await end('delivered'))
  }
  log.warn('A webhook was not taken.', { account, endpointId, eventId, status, reason })
  if (await giveUp(endpoint, status, now, webhooks)) return void (await end('refused'))
  const number = delivery.attempt + 1 - (delivery.series ?? 0)
  const delay = retryDelay(number, deps.random(), retryAfter)
  if (delay === undefined) return void (await end('exhausted'))
  // Sent before the attempt is recorded: a crash in between repeats the attempt, the other order would lose the rest.
  await queue({ account, eventId, endpointId, attempt: delivery.attempt + 1 }, delay, deps)
  const next = { status: 'pending', dueAt: now + delay } as const
  await webhooks.record(delivery, delivery.attempt, attempt, next)
}

/** Counts a failure, and switches an endpoint off that is not worth another attempt; whether it did. */
const giveUp = async (
  { account, id, url }: Endpoint,
  status: number,
  at: number,
  webhooks: WebhookStore,
): Promise<boolean> => {
  const streak = await webhooks.noteFailure(account, id, at)
  const off = offBecause(status, streak, at)
  if (!off || !(await webhooks.disableEndpoint(account, id, { ...off, at }))) return false
  const host = new URL(url).host
  log.error('An endpoint was switched off.', { account, endpointId: id, host, reason: off.reason })
  return true
}

const offBecause = (status: number, streak: FailingStreak | undefined, at: number) => {
  if (status === 410) return { reason: 'It answered 410 Gone.' }
  if (!streak || !isHopeless(streak, at)) return undefined
  // What is taken in between, by another attempt, keeps it on.
  return { reason: 'It took no webhook for five days.', failingSince: streak.since }
}

const queue = (
  message: DeliveryMessage,
  seconds: number,
  { webhookQueue }: SendWebhookDeps,
): Promise<void> => webhookQueue.send(message, Math.min(seconds, MAX_DELAY_SECONDS))
