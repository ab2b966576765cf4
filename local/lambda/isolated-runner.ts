import type { Worker } from 'node:worker_threads'
import { exitError } from './function-error.ts'
import type { HostedFunction, InvokeResult } from './hosted-function.ts'
import type { Runner } from './in-process-runner.ts'
import { type IsolatedAnswer, type IsolatedCall, readAnswer } from './isolated-messages.ts'
import { createWorkerPool, type PoolSettings } from './worker-pool.ts'

/** The time after the deadline at which the worker is ended. The caller reports the timeout at the deadline. */
const KILL_AFTER_MS = 50

/**
 * Runs a function in worker threads, one for each concurrent invocation. A thread that crashes, exits or overruns its
 * deadline is ended, and the next invocation gets a new one.
 */
export function createIsolatedRunner(hosted: HostedFunction, settings: PoolSettings): Runner {
  const pool = createWorkerPool(hosted, settings)
  return {
    run: async (facts, payload) => {
      const worker = await pool.acquire()
      const result = await callWorker(worker, { facts, payload: JSON.stringify(payload ?? null) })
      pool.release(worker)
      return result
    },
    close: pool.close,
  }
}

function callWorker(worker: Worker, call: IsolatedCall): Promise<InvokeResult> {
  return new Promise((resolve) => {
    const { requestId, deadline } = call.facts
    const left = Math.max(0, deadline - Date.now())
    const overrun = setTimeout(() => void worker.terminate(), left + KILL_AFTER_MS)
    let crash: string | undefined
    const end = (result: InvokeResult): void => {
      clearTimeout(overrun)
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      worker.off('error', onError)
      resolve(result)
    }
    const onMessage = (answer: IsolatedAnswer): void => end(readAnswer(answer))
    const onError = (error: Error): void => {
      crash = `with error: ${error.message}`
    }
    const onExit = (code: number): void =>
      end({ error: exitError(requestId, crash ?? `with exit code ${code}`) })
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(call)
  })
}
