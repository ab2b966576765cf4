/** How long is looked back to tell how fast bytes go, in milliseconds. */
const WINDOW_MS = 10_000

/** Tells bytes a second of the last ten seconds from how many went at which times. */
export function rateMeter() {
  let samples: { at: number; bytes: number }[] = []
  return {
    add(bytes: number, at: number): void {
      samples = [...samples.filter((one) => at - one.at <= WINDOW_MS), { at, bytes }]
    },
    /** Undefined until a second has passed. */
    perSecond(): number | undefined {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < 1000) return undefined
      return Math.max(0, ((last.bytes - first.bytes) / (last.at - first.at)) * 1000)
    },
    reset(): void {
      samples = []
    },
  }
}
