import { setTimeout as pause } from 'node:timers/promises'

/** What `look` returns as soon as it returns something, looking again until the time is over; then undefined. */
export async function eventually<T>(
  look: () => Promise<T | undefined>,
  limitMs: number,
): Promise<T | undefined> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined || Date.now() >= deadline) return found
    await pause(Math.min(2_000, limitMs / 20))
  }
}
