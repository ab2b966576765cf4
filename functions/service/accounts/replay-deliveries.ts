import type { Delivery, DeliveryMessage } from '../model/delivery.ts'
import type { Queue } from '../ports/queue.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'

/** One event whatever became of it, or all that could not be delivered since a time (epoch seconds). */
export type ReplayRequest = { account: string } & ({ eventId: string } | { failedSince: number })

export type ReplayDeps = {
  webhooks: WebhookStore
  webhookQueue: Queue<DeliveryMessage>
  /** Epoch milliseconds. */
  now: () => number
}

/** An item holds every attempt ever made; past this many it is replayed no more. */
const MAX_TOTAL_ATTEMPTS = 500

/** What became of the deliveries a replay was asked for. */
export type ReplayResult = {
  begun: number
  /** Their present schedule has not ended, or somebody else began them just now. */
  underWay: number
  /** Their endpoint is switched off or removed. */
  unheard: number
  /** They were attempted too often to be kept track of any longer. */
  wornOut: number
}

/**
 * Sends events again, under the ids they had, with a whole new schedule of attempts. Deliveries that are still under
 * way and those to endpoints that are switched off are left alone.
 */
export async function replayDeliveries(
  wish: ReplayRequest,
  deps: ReplayDeps,
): Promise<ReplayResult> {
  const since = 'failedSince' in wish ? wish.failedSince : 0
  const all = await deps.webhooks.deliveries(wish.account, since)
  const endpoints = await deps.webhooks.endpoints(wish.account)
  const active = new Set(endpoints.filter((each) => each.active).map(({ id }) => id))
  const replayed = { begun: 0, underWay: 0, unheard: 0, wornOut: 0 }
  for (const delivery of all.filter((each) => isSelected(each, wish))) {
    if (!active.has(delivery.endpointId)) replayed.unheard += 1
    else if (delivery.attempt >= MAX_TOTAL_ATTEMPTS) replayed.wornOut += 1
    else if (await replay(delivery, deps)) replayed.begun += 1
    else replayed.underWay += 1
  }
  return replayed
}

function isSelected({ eventId, status }: Delivery, wish: ReplayRequest): boolean {
  return 'eventId' in wish
    ? eventId === wish.eventId
    : status === 'exhausted' || status === 'refused'
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
