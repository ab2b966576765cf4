import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 25

/** Waits until `look` gives something; throws what it threw last, or says what was waited for, when it never does. */
export const eventually = async <T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeout = 30_000,
): Promise<T> => {
  const deadline = Date.now() + timeout
  for (;;) {
    let trouble: unknown = new Error(`Waited in vain for ${what}.`)
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      trouble = error
    }
    if (Date.now() > deadline) throw trouble
    await pause(EVERY_MS)
  }
}
