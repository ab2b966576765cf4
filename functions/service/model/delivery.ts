import type { Charge } from '../../../catalog/charge.ts'

/** One announcement on its way to one endpoint. */
export type Delivery = {
  account: string
  /** `webhook-id`: the same on every attempt and for every endpoint. */
  eventId: string
  endpointId: string
  /** The request that created the task it tells of. */
  requestId?: string
  /** What that request was correlated by. */
  correlationId?: string
  /** The exact body of every attempt. */
  body: string
  /** What the task it tells of was charged. */
  charge?: Charge | undefined
  status: 'pending' | 'delivered' | 'exhausted' | 'refused'
  /** How many attempts were made; also the number of the next one, from 0. */
  attempt: number
  /** Number of the attempt at which the present schedule began; absent for the first one. */
  series?: number
  /** Epoch seconds before which the next attempt is not made. */
  dueAt: number
  /** Epoch seconds until which somebody is making the attempt. */
  claimedUntil?: number
  attempts: Attempt[]
  /** Epoch seconds. */
  createdAt: number
  /** Epoch seconds at which the table forgets it. */
  expiresAt: number
}

/** What one attempt met. */
export type Attempt = {
  /** Epoch milliseconds. */
  at: number
  /** HTTP status; absent when there was no answer. */
  status?: number
  /** Why there was no answer. */
  reason?: string
  ms: number
  /** The first 200 bytes of the answer, as text. */
  answer?: string
}

/** Which delivery, and which of its attempts, is due. */
export type DeliveryMessage = {
  account: string
  eventId: string
  endpointId: string
  attempt: number
}
