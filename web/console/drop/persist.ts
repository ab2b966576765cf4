/** How often bytes, or a question, are sent before they are given up. */
export const TRIES = 6
/** Milliseconds before the second time. */
const FIRST_PAUSE_MS = 500
/** Milliseconds between two questions whether a console that is out of reach answers again. */
const LONGEST_PAUSE_MS = 15_000

/** Milliseconds to wait after so many times. */
export function pauseAfter(times: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1))
}

type Waits = {
  /** Waits so many milliseconds. */
  pause: (ms: number) => Promise<void>
  /** Resolves when nothing is paused. */
  running: () => Promise<unknown>
}

/**
 * Asks again: some times after what may pass, and for as long as nothing answers. Who is offline, or begins the console
 * anew, loses nothing.
 */
export async function persist<Answer>(
  ask: () => Promise<Answer>,
  { pause, running }: Waits,
): Promise<Answer> {
  let tried = 0
  for (let asked = 1; ; asked += 1) {
    try {
      return await ask()
    } catch (error) {
      const { status = -1 } = error as { status?: number }
      if (status !== 0) tried += 1
      if (tried >= TRIES || (status > 0 && status < 500 && status !== 429)) throw error
      await pause(pauseAfter(asked))
      await running()
    }
  }
}
