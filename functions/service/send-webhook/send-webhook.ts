import { chargeHeaders } from '../../../catalog/costs/charge.ts'
import { ENGINE_HEADER, ENGINE_VERSION } from '../../../catalog/results/engine-version.ts'
import { log, onBehalfOf } from '../../log.ts'
import { type PostWebhookDeps, postWebhook } from '../../webhook/post-webhook.ts'
import { retryDelay } from '../../webhook/retry-delay.ts'
import type { Attempt, Delivery, DeliveryMessage } from '../core/model/delivery.ts'
import { type Endpoint, secretsAt } from '../core/model/endpoint.ts'
import { type FailureStreak, isGivenUp } from '../core/model/failure-streak.ts'
import { MAX_DELAY_SECONDS, type Queue } from '../core/ports/queue.ts'
import type { DeliveryKey, WebhookStore } from '../core/ports/webhook-store.ts'

export type SendWebhookDeps = PostWebhookDeps & {
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  /** A random number from 0 to 1, for the jitter of retries. */
  random: () => number
  /** Present in a local run, which may send to endpoints that were registered on this machine. */
  allowLoopbackOrigin?: string | undefined
}

/** Longer than an attempt can take, so that an expired claim was left by a worker that crashed. */
const CLAIM_SECONDS = 30
const MAX_ANSWER_BYTES = 200

type AttemptResult = { attempt: Attempt; retryAfter: number }

/**
 * Makes the attempt that a message asks for, if it is due and was not made yet. By Standard Webhooks 1.0.0 ("Delivery
 * success and failure") only a 2xx counts as delivered, and a 410 switches the endpoint off. A failure also does so
 * after five days of failures only. Any other failure is retried by the schedule. An attempt that is due later than the
 * longest delay of the queue is queued again until it is due.
 */
export async function sendWebhook(message: DeliveryMessage, deps: SendWebhookDeps): Promise<void> {
  // In most cases the attempt is due and unclaimed, so it is claimed without reading the delivery first.
  const claimed = await claimAttempt(message, message.attempt, deps)
  if (claimed) return onBehalfOf(claimed, () => sendDelivery(claimed, deps))
  const delivery = await deps.webhooks.delivery(message)
  // The attempt was made already. The message for the next one was sent before that was recorded.
  if (delivery?.status !== 'pending' || message.attempt < delivery.attempt) return
  await onBehalfOf(delivery, () => sendWhenDue(message, delivery, deps))
}

/** Claims an attempt for as long as it can take, if it is due, unclaimed and not made yet. */
function claimAttempt(
  delivery: DeliveryKey,
  attempt: number,
  { webhooks, now }: SendWebhookDeps,
): Promise<Delivery | undefined> {
  const second = Math.floor(now() / 1000)
  return webhooks.claim(delivery, attempt, second, second + CLAIM_SECONDS)
}

/** Makes the attempt of a pending delivery that its message could not claim, or queues the message again. */
async function sendWhenDue(
  message: DeliveryMessage,
  delivery: Delivery,
  deps: SendWebhookDeps,
): Promise<void> {
  const now = Math.floor(deps.now() / 1000)
  if (now < delivery.dueAt) return requeue(message, delivery.dueAt - now, deps)
  // The message may be for a later attempt than the one that was recorded.
  const claimed = await claimAttempt(delivery, delivery.attempt, deps)
  if (claimed) return sendDelivery(claimed, deps)
  // Another worker has claimed it. Should that worker crash, this message comes after the claim has expired.
  await requeue(message, CLAIM_SECONDS, deps)
}

async function sendDelivery(delivery: Delivery, deps: SendWebhookDeps): Promise<void> {
  const endpoint = await deps.webhooks.endpoint(delivery.account, delivery.endpointId)
  if (!endpoint?.active) return deps.webhooks.refuse(delivery)
  await recordOutcome(delivery, endpoint, await makeAttempt(delivery, endpoint, deps), deps)
}

async function makeAttempt(
  { eventId, body, charge }: Delivery,
  endpoint: Endpoint,
  { allowLoopbackOrigin, ...deps }: SendWebhookDeps,
): Promise<AttemptResult> {
  const { answer, retryAfter, ...outcome } = await postWebhook(
    {
      url: endpoint.url,
      id: eventId,
      body: new TextEncoder().encode(body),
      secrets: secretsAt(endpoint, Math.floor(deps.now() / 1000)),
      headers: { [ENGINE_HEADER]: ENGINE_VERSION, ...(charge && chargeHeaders(charge)) },
      maxAnswerBytes: MAX_ANSWER_BYTES,
      allowLoopbackOrigin:
        allowLoopbackOrigin && endpoint.loopback ? new URL(endpoint.url).origin : undefined,
    },
    deps,
  )
  return {
    attempt: { ...outcome, ...(answer && { answer: new TextDecoder().decode(answer) }) },
    retryAfter,
  }
}

async function recordOutcome(
  delivery: Delivery,
  endpoint: Endpoint,
  { attempt, retryAfter }: AttemptResult,
  deps: SendWebhookDeps,
): Promise<void> {
  const { webhooks } = deps
  const { status = 0, reason } = attempt
  const now = Math.floor(deps.now() / 1000)
  const end = (finalStatus: Delivery['status']) =>
    webhooks.record(delivery, delivery.attempt, attempt, { status: finalStatus, dueAt: now })
  const { account, endpointId, eventId } = delivery
  if (status >= 200 && status < 300) {
    log.info('A webhook was taken.', { account, endpointId, eventId, status, ms: attempt.ms })
    if (endpoint.failingSince !== undefined) await webhooks.recordSuccess(account, endpointId)
    return void (await end('delivered'))
  }
  log.warn('A webhook was not taken.', { account, endpointId, eventId, status, reason })
  if (await disableIfGivenUp(endpoint, status, now, webhooks)) return void (await end('refused'))
  const number = delivery.attempt + 1 - (delivery.series ?? 0)
  const delay = retryDelay(number, deps.random(), retryAfter)
  if (delay === undefined) return void (await end('exhausted'))
  // Queued before the attempt is recorded: a crash in between repeats the attempt, the other order would lose the rest.
  await requeue({ account, eventId, endpointId, attempt: delivery.attempt + 1 }, delay, deps)
  const next = { status: 'pending', dueAt: now + delay } as const
  await webhooks.record(delivery, delivery.attempt, attempt, next)
}

/** Counts a failure and switches the endpoint off if it is gone or has failed for too long. Returns whether it did. */
async function disableIfGivenUp(
  { account, id, url }: Endpoint,
  status: number,
  at: number,
  webhooks: WebhookStore,
): Promise<boolean> {
  const streak = await webhooks.recordFailure(account, id, at)
  const off = disableReason(status, streak, at)
  if (!off || !(await webhooks.disableEndpoint(account, id, { ...off, at }))) return false
  const host = new URL(url).host
  log.error('An endpoint was switched off.', { account, endpointId: id, host, reason: off.reason })
  return true
}

function disableReason(status: number, streak: FailureStreak | undefined, at: number) {
  if (status === 410) return { reason: 'It answered 410 Gone.' }
  if (!streak || !isGivenUp(streak, at)) return undefined
  // `failingSince` keeps the endpoint on if another attempt succeeds in between.
  return { reason: 'It took no webhook for five days.', failingSince: streak.since }
}

function requeue(
  message: DeliveryMessage,
  seconds: number,
  { webhookQueue }: SendWebhookDeps,
): Promise<void> {
  return webhookQueue.send(message, Math.min(seconds, MAX_DELAY_SECONDS))
}
