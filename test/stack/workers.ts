import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

const STARTED = 'worker_threads'
const ANSWERED = 'http.server.response.finish'

/** The thread of the tables, which outlives its workers. */
const TABLES = 'tables'

const threads: Worker[] = []

/** Notes every thread this process starts from now on; the engine's worker runs in one, the tables in another. */
export const noteThreads = (): void =>
  subscribe(STARTED, (message) => {
    threads.push((message as { worker: Worker }).worker)
  })

/**
 * Ends the engine's worker, once, in the moment a server of this process has answered the request that `when` means:
 * whatever the worker was about to do next is never done. Gives how often that happened, until the test ends.
 */
export const killWorkerAfter = (when: (request: IncomingMessage) => boolean): { kills: number } => {
  const done = { kills: 0 }
  const listen = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage; response: ServerResponse }
    if (done.kills > 0 || !when(request)) return
    done.kills += 1
    for (const thread of threads.filter(({ threadName }) => threadName !== TABLES)) {
      void thread.terminate()
    }
  }
  subscribe(ANSWERED, listen)
  onTestFinished(() => {
    unsubscribe(ANSWERED, listen)
  })
  return done
}
