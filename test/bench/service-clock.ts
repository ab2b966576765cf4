import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Intercept, InvokeResult } from '../../local/lambda/hosted-function.ts'
import type { ThreadAnswer, ThreadCall } from './api-thread.ts'
import type { Split } from './invocation-clock.ts'

const API = 'functions/service/api/handler.ts'
const WORKER = 'functions/service/run-task/handler.ts'

/** Lambda's own figures for the API; only the deadline is read, to let a request give up in time. */
const FACTS = { functionName: 'api', functionArn: 'api', memoryMb: 512 }
const TIMEOUT_MS = 30_000

/**
 * Stands around the functions of a local run: has the API answer in a thread of its own, as it does on Lambda, notes
 * where each of its invocations spends its time, and keeps the workers from working. In the thread that it otherwise
 * shares with the gateway, the database and the queues, whatever of theirs runs while it could go on would count as
 * its own time. Its thread starts with its first call and ends with `close`.
 */
export function serviceClock(): {
  intercept: Intercept
  splits: Split[]
  close: () => Promise<void>
} {
  const splits: Split[] = []
  const waiting = new Map<string, (result: InvokeResult) => void>()
  let thread: Worker | undefined
  const start = (): Worker => {
    const started = new Worker(new URL('./api-thread.ts', import.meta.url), {
      workerData: { entry: new URL(`../../${API}`, import.meta.url).pathname },
      stdout: true,
    })
    // Its log is no part of the table; on Lambda, too, another process takes it.
    started.stdout.resume()
    started.on('message', ({ requestId, result, split }: ThreadAnswer) => {
      splits.push(split)
      waiting.get(requestId)?.(result)
      waiting.delete(requestId)
    })
    return started
  }
  const intercept: Intercept = async ({ entry, requestId, payload }, next) => {
    if (entry === WORKER) return { payload: { batchItemFailures: [] } }
    if (entry !== API) return next()
    thread ??= start()
    const ended = new Promise<InvokeResult>((resolve) => waiting.set(requestId, resolve))
    const facts = { ...FACTS, requestId, deadline: Date.now() + TIMEOUT_MS }
    thread.postMessage({ facts, payload: JSON.stringify(payload) } satisfies ThreadCall)
    return ended
  }
  const close = async (): Promise<void> => {
    if (!thread) return
    await Promise.all([once(thread, 'exit'), thread.terminate()])
  }
  return { intercept, splits, close }
}
