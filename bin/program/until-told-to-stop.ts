import { constants } from 'node:os'

/** Ctrl-C, `kill`, and a terminal that is closed. */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Milliseconds in which further signals are the first one over again: a terminal sends Ctrl-C to a whole group of
 * processes, and those that started this one pass it on.
 */
const ONE_SIGNAL_MS = 500

/** Settles at the first signal to stop; one that comes later ends the process at once. */
export function untilToldToStop(): Promise<void> {
  return new Promise((stop) => {
    let first: number | undefined
    const hear = (signal: NodeJS.Signals): void => {
      first ??= performance.now()
      stop()
      if (performance.now() - first < ONE_SIGNAL_MS) return
      // As a shell tells of a process that a signal ended.
      process.exit(128 + constants.signals[signal])
    }
    for (const signal of STOPPING) process.on(signal, hear)
  })
}
