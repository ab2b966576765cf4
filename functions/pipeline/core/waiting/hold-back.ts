import { type Throttle, throttleOf } from '../../../../catalog/limits/throttles.ts'
import { log } from '../../../log.ts'
import { heldMetrics } from '../metrics/held-metrics.ts'

export type HoldBackDeps = {
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
 * Handles a message of a queue. Where AWS says that too much is asked at once, the message is sent anew with a delay
 * and counts as handled: left in its queue it would be a failed delivery, and after some of these a dead letter. Other
 * errors, and one of the sending itself, are thrown.
 */
export async function holdBack(
  body: string,
  handle: () => Promise<unknown>,
  deps: HoldBackDeps,
): Promise<void> {
  try {
    await handle()
  } catch (error) {
    const cause = throttleOf(error)
    if (cause === undefined) throw error
    await deps.sendAgain(body, holdSeconds(deps.random()))
    tellHeld(cause, deps)
  }
}

/** Seconds that a message is held back, by a random number from 0 to below 1. */
export function holdSeconds(random: number): number {
  return LEAST_SECONDS + random * (MOST_SECONDS - LEAST_SECONDS)
}

function tellHeld(cause: Throttle, { pipeline, now }: HoldBackDeps): void {
  log.info('A message waits until AWS takes more.', heldMetrics(cause, { pipeline, now: now() }))
}
