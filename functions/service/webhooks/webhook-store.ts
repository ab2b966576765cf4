import type { Attempt, Delivery } from './delivery.ts'
import type { Endpoint } from './endpoint.ts'

export type DeliveryKey = Pick<Delivery, 'account' | 'eventId' | 'endpointId'>

/** Where endpoints and deliveries live. */
export type WebhookStore = {
  endpoints(account: string): Promise<Endpoint[]>
  endpoint(account: string, id: string): Promise<Endpoint | undefined>
  /** Stores a new endpoint or replaces the one with its id. */
  putEndpoint(endpoint: Endpoint): Promise<void>
  /** Switches an endpoint off; a missing one stays missing. */
  disableEndpoint(account: string, id: string, reason: string): Promise<void>

  delivery(key: DeliveryKey): Promise<Delivery | undefined>
  /** Stores a new delivery; false when there is one already. */
  createDelivery(delivery: Delivery): Promise<boolean>
  /** Takes the next attempt until `until`; false when somebody else has it or it was made. Times in epoch seconds. */
  claim(key: DeliveryKey, attempt: number, now: number, until: number): Promise<boolean>
  /** Writes down a claimed attempt and what comes next. */
  record(
    key: DeliveryKey,
    attempt: number,
    made: Attempt,
    next: Pick<Delivery, 'status' | 'dueAt'>,
  ): Promise<boolean>
  /** Ends a pending delivery without an attempt. */
  refuse(key: DeliveryKey): Promise<void>
}
