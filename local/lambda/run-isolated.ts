import { Worker } from 'node:worker_threads'
import { exited } from './function-error.ts'
import type { HostedFunction, InvokeResult } from './hosted-function.ts'
import { type IsolatedAnswer, type IsolatedCall, readAnswer } from './isolated-messages.ts'
import type { ContextFacts } from './make-context.ts'
import type { Runner } from './run-in-process.ts'

/** An idle environment is kept this long, as Lambda keeps one, because the models it holds are slow to load. */
const IDLE_MS = 15 * 60 * 1_000

/** Slack over the function's deadline: the caller reports the timeout, this ends the worker. */
const KILL_AFTER_MS = 50

/**
 * Runs a function in worker threads, one for each invocation that runs at the same time. They start when they are
 * needed and are used again; one that crashes, exits or overruns its deadline is ended, and the next invocation gets
 * a new one.
 */
export const runIsolated = (
  hosted: HostedFunction,
  environment: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): Runner => {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()

  const start = (): Worker => {
    const worker = new Worker(new URL('./isolated-worker.ts', import.meta.url), {
      workerData: { entry: hosted.entry },
      env: { ...environment, ...hosted.environment },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: hosted.memoryMb },
      stdout: true,
      stderr: true,
    })
    worker.stdout.on('data', (part) => onOutput(String(part)))
    worker.stderr.on('data', (part) => onOutput(String(part)))
    worker.on('error', (error) => onOutput(`${error.stack ?? error}\n`))
    worker.once('exit', () => {
      all.delete(worker)
      clearTimeout(idle.get(worker))
      idle.delete(worker)
    })
    all.add(worker)
    return worker
  }

  const rest = (worker: Worker): void => {
    if (!all.has(worker)) return
    worker.unref()
    idle.set(worker, setTimeout(() => void worker.terminate(), IDLE_MS).unref())
  }

  const take = (): Worker => {
    const [rested] = idle.keys()
    if (!rested) return start()
    clearTimeout(idle.get(rested))
    idle.delete(rested)
    rested.ref()
    return rested
  }

  return {
    run: async (facts, payload) => {
      const worker = take()
      const result = await callWorker(worker, { facts, payload: JSON.stringify(payload ?? null) })
      rest(worker)
      return result
    },
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

const callWorker = (worker: Worker, call: IsolatedCall): Promise<InvokeResult> =>
  new Promise((resolve) => {
    const overrun = setTimeout(() => void worker.terminate(), remaining(call.facts) + KILL_AFTER_MS)
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
      end({ error: exited(call.facts.requestId, crash ?? `with exit code ${code}`) })
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(call)
  })

const remaining = (facts: ContextFacts): number => Math.max(0, facts.deadline - Date.now())
