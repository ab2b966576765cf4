import type { DeliveryStore } from './delivery-store.ts'
import type { EndpointStore } from './endpoint-store.ts'

/** Where an account's endpoints and the deliveries to them live. */
export type WebhookStore = EndpointStore & DeliveryStore
