import { type Delivery, type DeliveryMessage, eventIdOf } from '../model/delivery.ts'
import { isSubscribedTo } from '../model/endpoint.ts'
import { chargeOf, expiryOf, type Task } from '../model/task.ts'
import type { Queue } from '../ports/queue.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

export type AnnounceDeps = {
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Announces the end of a task to every active endpoint of the account that hears of it, with one delivery for each.
 * Idempotent: a repeated announcement finds the same deliveries by their ids. A delivery without an attempt is queued
 * again, because the first announcement may have crashed between storing and queueing it.
 */
export async function announceTaskEnd(task: Task, deps: AnnounceDeps): Promise<void> {
  const endpoints = await deps.webhooks.endpoints(task.account)
  await Promise.all(
    endpoints
      .filter((endpoint) => isSubscribedTo(endpoint, task))
      .map(({ id }) => deliver(deliveryOf(task, id, deps.now()), deps)),
  )
}

async function deliver(delivery: Delivery, { webhooks, webhookQueue }: AnnounceDeps) {
  const created = await webhooks.createDelivery(delivery)
  const current = created ? delivery : await webhooks.delivery(delivery)
  if (current?.status !== 'pending' || current.attempt > 0) return
  const { account, eventId, endpointId } = delivery
  await webhookQueue.send({ account, eventId, endpointId, attempt: 0 })
}

function deliveryOf(task: Task, endpointId: string, now: number): Delivery {
  return {
    account: task.account,
    eventId: eventIdOf(task.id),
    endpointId,
    ...(task.requestId && { requestId: task.requestId }),
    ...(task.correlationId && { correlationId: task.correlationId }),
    body: JSON.stringify({
      created_at: task.finishedAt,
      data: { task_id: task.id, task_status: task.status },
    }),
    charge: chargeOf(task),
    status: 'pending',
    attempt: 0,
    dueAt: Math.floor(now / 1000),
    attempts: [],
    createdAt: Math.floor(now / 1000),
    expiresAt: expiryOf(now),
  }
}
