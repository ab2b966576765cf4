import { vi } from 'vitest'

/** Waits until `look` gives something, and says what it waited for when it never does. */
export const eventually = <T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  timeout = 30_000,
): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error(`Waited in vain for ${what}.`)
      return found
    },
    { timeout, interval: 25 },
  )
