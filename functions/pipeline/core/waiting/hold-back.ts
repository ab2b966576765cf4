import type { SQSRecord } from 'aws-lambda'
import {
  HIDDEN_DELIVERIES,
  type Throttle,
  throttleOf,
} from '../../../../catalog/limits/throttles.ts'
import { log } from '../../../log.ts'
import { DeliverAgain } from '../../../sqs-batch.ts'
import { heldMetrics } from '../metrics/held-metrics.ts'

/** A message as it was delivered. */
export type HeldMessage = {
  body: string
  receiptHandle: string
  /** How often it was delivered, this time included. */
  deliveries: number
}

export type HoldBackDeps = {
  /** Has a delivered message come back after so many seconds. */
  hide: (receiptHandle: string, seconds: number) => Promise<void>
  /** Sends a message to the queue it came from, to be delivered after so many seconds. */
  sendAgain: (body: string, delaySeconds: number) => Promise<void>
  /** The value of the dimension `Pipeline` of all metrics. */
  pipeline: string
  /** From 0 to below 1. */
  random: () => number
  /** Epoch milliseconds. */
  now: () => number
}

/** Between these many seconds a message waits, so that those held back together do not come back together. */
const LEAST_SECONDS = 15
const MOST_SECONDS = 60

/**
 * Handles a message of a queue. Where AWS says that too much is asked at once, the message waits and nothing has
 * failed. The first deliveries hide it and throw `DeliverAgain`: hiding twice is hiding once, so that it stays one
 * message whatever becomes of the request. Hidden again and again it would be a dead letter; later deliveries send it
 * anew and count as handled. A sending that is doubled, or whose answer is lost, leaves a copy, and copies make copies:
 * were each throttle answered by one, messages would grow without end where most deliveries meet a throttle. Other
 * errors, and one of the hiding or the sending, are thrown.
 */
export async function holdBack(
  { body, receiptHandle, deliveries }: HeldMessage,
  handle: () => Promise<unknown>,
  deps: HoldBackDeps,
): Promise<void> {
  try {
    await handle()
  } catch (error) {
    const cause = throttleOf(error)
    if (cause === undefined) throw error
    const seconds = holdSeconds(deps.random())
    if (deliveries > HIDDEN_DELIVERIES) {
      await deps.sendAgain(body, seconds)
      return tellHeld(cause, deps)
    }
    await deps.hide(receiptHandle, seconds)
    tellHeld(cause, deps)
    throw new DeliverAgain('The message is hidden for a while.')
  }
}

/** A record of SQS as a message that may be held back. */
export function heldMessage({ body, receiptHandle, attributes }: SQSRecord): HeldMessage {
  return { body, receiptHandle, deliveries: Number(attributes.ApproximateReceiveCount) }
}

/** Seconds that a message is held back, by a random number from 0 to below 1. */
export function holdSeconds(random: number): number {
  return LEAST_SECONDS + random * (MOST_SECONDS - LEAST_SECONDS)
}

function tellHeld(cause: Throttle, { pipeline, now }: HoldBackDeps): void {
  log.info('A message waits until AWS takes more.', heldMetrics(cause, { pipeline, now: now() }))
}
