import { createHash } from 'node:crypto'
import type { Charge } from '../../../../catalog/costs/charge.ts'

/** One event (a task ended) on its way to one endpoint. */
export type Delivery = {
  account: string
  /** `webhook-id`: the same on every attempt and for every endpoint. */
  eventId: string
  endpointId: string
  /** Id of the request that created the task. */
  requestId?: string
  /** The `x-correlation-id` header of that request. */
  correlationId?: string
  /** The exact body of every attempt. */
  body: string
  /** What the task was charged. */
  charge?: Charge | undefined
  /** `exhausted`: every attempt of the schedule failed. `refused`: the endpoint is off or gone. */
  status: 'pending' | 'delivered' | 'exhausted' | 'refused'
  /** How many attempts were made; also the number of the next one, from 0. */
  attempt: number
  /** Number of the attempt at which the present schedule began; absent for the first schedule. */
  series?: number
  /** Epoch seconds before which the next attempt is not made. */
  dueAt: number
  /** Epoch seconds until which a worker has claimed the attempt. */
  claimedUntil?: number
  attempts: Attempt[]
  /** Epoch seconds. */
  createdAt: number
  /** Epoch seconds at which the table may remove the delivery. */
  expiresAt: number
}

/** One attempt and its outcome. */
export type Attempt = {
  /** Epoch milliseconds. */
  at: number
  /** HTTP status; absent when there was no response. */
  status?: number
  /** Why there was no response. */
  reason?: string
  /** Duration in milliseconds. */
  ms: number
  /** The first 200 bytes of the response, as text. */
  answer?: string
}

/** A message of the webhook queue: which attempt of which delivery is due. */
export type DeliveryMessage = {
  account: string
  eventId: string
  endpointId: string
  attempt: number
}

/**
 * The id of the event "this task ended". A task ends once, so its id is enough. It is hashed because a task id gives
 * access to the result, and event ids are logged and sent.
 */
export function eventIdOf(taskId: string): string {
  return `evt_${createHash('sha256').update(`ended:${taskId}`).digest('base64url')}`
}
