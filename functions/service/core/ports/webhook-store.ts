import type { Attempt, Delivery, DeliveryMessage } from '../model/delivery.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { FailureStreak } from '../model/failure-streak.ts'

/** Why and when an endpoint is switched off. */
export type DisableRequest = {
  reason: string
  at: number
  /** Switches it off only while the streak of failures that began then goes on. */
  failingSince?: number
}

/** Stores webhook endpoints. Times in epoch seconds. */
export type EndpointStore = {
  endpoints(account: string): Promise<Endpoint[]>
  endpoint(account: string, id: string): Promise<Endpoint | undefined>
  /** Stores a new endpoint or replaces the one with its id; false when the account has its maximum of others. */
  putEndpoint(endpoint: Endpoint): Promise<boolean>
  /** Replaces an endpoint's secrets; false when it is gone or its secrets differ from those of `former`. */
  replaceSecrets(
    former: Endpoint,
    next: Required<Pick<Endpoint, 'secrets' | 'retiring'>>,
  ): Promise<boolean>
  /** Switches an endpoint off; false when it was off before or is gone. */
  disableEndpoint(account: string, id: string, off: DisableRequest): Promise<boolean>
  /** Switches an endpoint on and forgets its failures; false when it is gone. */
  enableEndpoint(account: string, id: string): Promise<boolean>
  /** Removes an endpoint; false when there was none. */
  removeEndpoint(account: string, id: string): Promise<boolean>
  /**
   * Counts an attempt that failed at `at`. A streak whose last failure lies more than `STREAK_GAP_SECONDS` back begins
   * anew. Returns the streak, or undefined when the endpoint is gone.
   */
  recordFailure(account: string, id: string, at: number): Promise<FailureStreak | undefined>
  /** Ends the streak of failures after an attempt that succeeded. */
  recordSuccess(account: string, id: string): Promise<void>
}

/** The key of a delivery. */
export type DeliveryKey = Pick<Delivery, 'account' | 'eventId' | 'endpointId'>

/** Stores deliveries. Times in epoch seconds. */
export type DeliveryStore = {
  delivery(key: DeliveryKey): Promise<Delivery | undefined>
  /** All deliveries of an account that were created at `since` or later, newest first. */
  deliveries(account: string, since: number): Promise<Delivery[]>
  /**
   * The deliveries of an account that were given up in a span of epoch seconds, the latest first. Those that earlier
   * releases gave up are not among them. Eventually consistent.
   */
  failedDeliveries(
    account: string,
    span: { since: number; before: number; limit: number },
  ): Promise<Delivery[]>
  /** The deliveries of one event, one an endpoint. */
  deliveriesOf(account: string, eventId: string): Promise<Delivery[]>
  /** Stores a new delivery; false when there is one already. */
  createDelivery(delivery: Delivery): Promise<boolean>
  /**
   * Claims an attempt that is due until `until` and returns its delivery; undefined when it is not due yet, was claimed
   * by another worker, or was made.
   */
  claim(
    key: DeliveryKey,
    attempt: number,
    now: number,
    until: number,
  ): Promise<Delivery | undefined>
  /** Records an attempt and the state that follows it; false when it was recorded before. */
  record(
    key: DeliveryKey,
    attempt: number,
    made: Attempt,
    next: Pick<Delivery, 'status' | 'dueAt'>,
  ): Promise<boolean>
  /** Ends a pending delivery without an attempt. */
  refuse(key: DeliveryKey): Promise<void>
  /** Starts a new schedule at `now` for a delivery that has ended; false when it has not. */
  replay(key: DeliveryKey, attempt: number, now: number): Promise<boolean>
  /**
   * The next attempts of up to `limit` pending deliveries that were due before `before`. Eventually consistent: the
   * list may lag behind.
   */
  dueBefore(before: number, limit: number): Promise<DeliveryMessage[]>
}

/** Stores an account's endpoints and the deliveries to them. */
export type WebhookStore = EndpointStore & DeliveryStore
