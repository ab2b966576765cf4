import { setTimeout as delay } from 'node:timers/promises'
import { Fault } from '../../catalog/failures/fault.ts'
import { NotCarriedOut } from './not-carried-out.ts'

const ATTEMPTS = 4

/** Milliseconds before the second attempt; each further one waits up to twice as long. */
const FIRST_WAIT_MS = 500

/** The longest wait that a generator may ask for. */
const MAX_WAIT_MS = 30_000

export type RetryOptions = { signal: AbortSignal; random?: () => number; firstWaitMs?: number }

/**
 * Makes a call to a generator, and makes it again only where it certainly was not carried out: generators are paid by
 * the call, and know no idempotency. Waits with full jitter ("Exponential backoff and jitter", AWS Architecture Blog,
 * 2015), and at least as long as the generator asks.
 * @throws Fault `generator-busy` when every attempt was turned away, and whatever else `call` throws
 */
export async function retryUnpaid<Result>(
  call: () => Promise<Result>,
  { signal, random = Math.random, firstWaitMs = FIRST_WAIT_MS }: RetryOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof NotCarriedOut)) throw error
      const wait = Math.max(error.waitMs, random() * firstWaitMs * 2 ** (attempt - 1))
      if (attempt === ATTEMPTS || wait > MAX_WAIT_MS) {
        throw new Fault('generator-busy', error.message, { cause: error })
      }
      await delay(wait, undefined, { signal }).catch(() => {
        throw new Fault('runtime', 'The task ran out of time.', { cause: error })
      })
    }
  }
}
