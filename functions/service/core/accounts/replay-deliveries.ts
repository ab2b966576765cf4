import type { Delivery, DeliveryMessage } from '../model/delivery.ts'
import type { Queue } from '../ports/queue.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

/** Which deliveries to replay: those of one event, or all that failed since a time (epoch seconds). */
export type ReplayRequest = { account: string } & ({ eventId: string } | { failedSince: number })

export type ReplayDeps = {
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  /** Epoch milliseconds. */
  now: () => number
}

/** An item holds every attempt that was made. Beyond this number a delivery is not replayed, to keep the item small. */
const MAX_TOTAL_ATTEMPTS = 500

/** How many of the selected deliveries were replayed, and why the others were not. */
export type ReplayResult = {
  /** Their new schedule began. */
  begun: number
  /** Their present schedule has not ended, or another replay began at the same time. */
  underWay: number
  /** Their endpoint is switched off or removed. */
  unheard: number
  /** They have had the most attempts that are kept. */
  wornOut: number
}

/**
 * Sends events again under their former ids, with a new schedule of attempts. Deliveries that are pending and those to
 * endpoints that are switched off are left as they are.
 */
export async function replayDeliveries(
  request: ReplayRequest,
  deps: ReplayDeps,
): Promise<ReplayResult> {
  const all = await selected(request, deps)
  const endpoints = await deps.webhooks.endpoints(request.account)
  const active = new Set(endpoints.filter((each) => each.active).map(({ id }) => id))
  const result = { begun: 0, underWay: 0, unheard: 0, wornOut: 0 }
  for (const delivery of all) {
    if (!active.has(delivery.endpointId)) result.unheard += 1
    else if (delivery.attempt >= MAX_TOTAL_ATTEMPTS) result.wornOut += 1
    else if (await replay(delivery, deps)) result.begun += 1
    else result.underWay += 1
  }
  return result
}

async function selected(request: ReplayRequest, { webhooks }: ReplayDeps): Promise<Delivery[]> {
  if ('eventId' in request) return webhooks.deliveriesOf(request.account, request.eventId)
  const all = await webhooks.deliveries(request.account, request.failedSince)
  return all.filter(({ status }) => status === 'exhausted' || status === 'refused')
}

async function replay(
  { account, eventId, endpointId, attempt }: Delivery,
  { webhooks, webhookQueue, now }: ReplayDeps,
): Promise<boolean> {
  const key = { account, eventId, endpointId }
  if (!(await webhooks.replay(key, attempt, Math.floor(now() / 1000)))) return false
  await webhookQueue.send({ ...key, attempt })
  return true
}
