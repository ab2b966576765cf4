import type { Attempt, Delivery, DeliveryMessage } from '../model/delivery.ts'

/** What a delivery is found by. */
export type DeliveryKey = Pick<Delivery, 'account' | 'eventId' | 'endpointId'>

/** Where deliveries live. Times in epoch seconds. */
export type DeliveryStore = {
  delivery(key: DeliveryKey): Promise<Delivery | undefined>
  /** Every delivery of an account that was created at `since` or later, newest first. */
  deliveries(account: string, since: number): Promise<Delivery[]>
  /** Stores a new delivery; false when there is one already. */
  createDelivery(delivery: Delivery): Promise<boolean>
  /**
   * Takes an attempt that is due until `until` and gives its delivery; undefined when it is not due yet, somebody else has
   * it or it was made.
   */
  claim(
    key: DeliveryKey,
    attempt: number,
    now: number,
    until: number,
  ): Promise<Delivery | undefined>
  /** Writes down an attempt and what comes next; false when it was written down before. */
  record(
    key: DeliveryKey,
    attempt: number,
    made: Attempt,
    next: Pick<Delivery, 'status' | 'dueAt'>,
  ): Promise<boolean>
  /** Ends a pending delivery without an attempt. */
  refuse(key: DeliveryKey): Promise<void>
  /** Begins the schedule anew at `now` for a delivery that has ended; false when it has not. */
  replay(key: DeliveryKey, attempt: number, now: number): Promise<boolean>
  /** The next attempts of up to `limit` pending deliveries that were due before `before`. The list may lag behind. */
  dueBefore(before: number, limit: number): Promise<DeliveryMessage[]>
}
