import type { Delivery } from '../../../functions/service/core/model/delivery.ts'
import type { Endpoint } from '../../../functions/service/core/model/endpoint.ts'
import type {
  DeliveryKey,
  WebhookStore,
} from '../../../functions/service/core/ports/webhook-store.ts'

/** One endpoint and its deliveries in memory, as far as sending webhooks touches them. */
export function memoryWebhooks(endpoint: Endpoint): WebhookStore {
  const deliveries = new Map<string, Delivery>()
  const find = ({ eventId }: DeliveryKey): Delivery | undefined => deliveries.get(eventId)
  const change = (key: DeliveryKey, changes: Partial<Delivery>): void => {
    const delivery = find(key)
    if (delivery) deliveries.set(key.eventId, { ...delivery, ...changes })
  }
  const store: Partial<WebhookStore> = {
    endpoints: async () => [endpoint],
    endpoint: async () => endpoint,
    recordFailure: async (_account, _id, at) => ({ since: at, count: 1 }),
    recordSuccess: async () => {},
    delivery: async (key) => structuredClone(find(key)),
    createDelivery: async (delivery) => {
      if (find(delivery)) return false
      deliveries.set(delivery.eventId, structuredClone(delivery))
      return true
    },
    claim: async (key, attempt, now, until) => {
      const delivery = find(key)
      const free = !delivery?.claimedUntil || delivery.claimedUntil <= now
      const due = delivery?.status === 'pending' && delivery.dueAt <= now
      if (!due || delivery.attempt !== attempt || !free) return undefined
      change(key, { claimedUntil: until })
      return structuredClone(find(key))
    },
    record: async (key, attempt, made, next) => {
      const delivery = find(key)
      if (!delivery || delivery.attempt !== attempt) return false
      change(key, {
        ...next,
        attempt: attempt + 1,
        attempts: [...delivery.attempts, made],
        claimedUntil: 0,
      })
      return true
    },
    refuse: async (key) => change(key, { status: 'refused' }),
  }
  return store as WebhookStore
}
