import type { Attempt, Delivery } from './delivery.ts'

/** What a delivery is found by. */
export type DeliveryKey = Pick<Delivery, 'account' | 'eventId' | 'endpointId'>

/** Where deliveries live. */
export type DeliveryStore = {
  delivery(key: DeliveryKey): Promise<Delivery | undefined>
  /** Stores a new delivery; false when there is one already. */
  createDelivery(delivery: Delivery): Promise<boolean>
  /** Takes the next attempt until `until`; false when somebody else has it or it was made. Times in epoch seconds. */
  claim(key: DeliveryKey, attempt: number, now: number, until: number): Promise<boolean>
  /** Writes down an attempt and what comes next; false when it was written down before. */
  record(
    key: DeliveryKey,
    attempt: number,
    made: Attempt,
    next: Pick<Delivery, 'status' | 'dueAt'>,
  ): Promise<boolean>
  /** Ends a pending delivery without an attempt. */
  refuse(key: DeliveryKey): Promise<void>
}
