import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

const STARTED = 'worker_threads'
const ASKED = 'http.server.request.start'

/**
 * How threads of functions are named. Those of others in the process stay: the tables, and the bundler's, for whose
 * answer the next bundle would wait without an end.
 */
const OF_FUNCTIONS = /^Darkroom/

const threads: Worker[] = []

/**
 * Records every thread that this process starts from now on. The engine's worker runs in one, the tables in another.
 */
export function noteThreads(): void {
  subscribe(STARTED, (message) => {
    threads.push((message as { worker: Worker }).worker)
  })
}

/**
 * Ends the engine's worker once, right before a server of this process ends its answer to a request that `when`
 * selects: the request was carried out, and whatever the worker would do next is not done. After the answer the
 * worker would be fast enough to do some of it. Returns how often that happened, until the test ends.
 */
export function killWorkerAfter(when: (request: IncomingMessage) => boolean): { kills: number } {
  const done = { kills: 0 }
  const kill = (): void => {
    if (done.kills > 0) return
    done.kills += 1
    for (const thread of threads.filter(({ threadName }) => OF_FUNCTIONS.test(threadName ?? ''))) {
      void thread.terminate()
    }
  }
  const listen = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (!when(request)) return
    const { end } = response
    response.end = (...given: unknown[]) => {
      kill()
      return Reflect.apply(end, response, given)
    }
  }
  subscribe(ASKED, listen)
  onTestFinished(() => {
    unsubscribe(ASKED, listen)
  })
  return done
}
