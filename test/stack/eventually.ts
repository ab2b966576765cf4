import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 60
const AT_MOST_MS = 1_000

/**
 * Waits until `look` returns something. When it never does, throws what it threw last, or says what was waited for.
 * The longer a look takes, the longer the pause after it, so that a tenth of the time at most goes by with looks: the
 * stack runs in the same process.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeout = 90_000,
): Promise<T> {
  const deadline = Date.now() + timeout
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
    const looking = performance.now() - began
    await pause(Math.min(AT_MOST_MS, Math.max(EVERY_MS, 9 * looking)))
  }
}
