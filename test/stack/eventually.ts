import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 60
const AT_MOST_MS = 1_000
/** Of the time waited so far: who waits for long need not know at once. */
const SHARE_OF_WAIT = 1 / 12

/**
 * Waits until `look` returns something. When it never does, throws what it threw last, or says what was waited for.
 * The longer a look takes, the longer the pause after it, so that a tenth of the time at most goes by with looks: the
 * stack runs in the same process. The longer it waits, the rarer it looks, so that a wait of a minute takes no seconds
 * of the processor.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeout = 90_000,
): Promise<T> {
  const deadline = Date.now() + timeout
  const start = performance.now()
  for (;;) {
    const began = performance.now()
    let trouble: unknown = new Error(`Waited in vain for ${what}.`)
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      trouble = error
    }
    if (Date.now() > deadline) throw trouble
    const now = performance.now()
    const rest = Math.max(EVERY_MS, 9 * (now - began), SHARE_OF_WAIT * (now - start))
    await pause(Math.min(AT_MOST_MS, rest))
  }
}
