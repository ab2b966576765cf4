import { getEnvironmentData, setEnvironmentData, Worker } from 'node:worker_threads'
import { DECODING_SLOTS, SLOT_COUNT } from '../../catalog/decoding-slots.ts'
import type { HostedFunction } from './hosted-function.ts'

/** The worker threads of one function. They start on demand and are reused. */
export type WorkerPool = {
  acquire(): Worker
  release(worker: Worker): void
  close(): Promise<void>
}

/** How long an idle thread is kept. Lambda keeps environments too, and the models they hold are slow to load. */
const IDLE_MS = 15 * 60 * 1_000

/**
 * Creates a pool whose workers see `environment` and the function's own variables. Their output goes to `onOutput`.
 */
export function createWorkerPool(
  hosted: HostedFunction,
  environment: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): WorkerPool {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()

  const forget = (worker: Worker): void => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }
  const start = (): Worker => {
    const worker = startWorker(hosted, environment, onOutput)
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      forget(worker)
    })
    return worker
  }
  return {
    acquire: () => {
      const [rested] = idle.keys()
      if (!rested) return start()
      forget(rested)
      rested.ref()
      return rested
    },
    release: (worker) => {
      if (!all.has(worker)) return
      worker.unref()
      idle.set(worker, setTimeout(() => void worker.terminate(), IDLE_MS).unref())
    },
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function startWorker(
  hosted: HostedFunction,
  environment: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): Worker {
  // All threads share one memory, in which large pictures wait for one another.
  if (getEnvironmentData(DECODING_SLOTS) === undefined) {
    setEnvironmentData(DECODING_SLOTS, new SharedArrayBuffer(4 * (SLOT_COUNT + 1)))
  }
  const worker = new Worker(new URL('./isolated-worker.ts', import.meta.url), {
    name: hosted.name,
    workerData: { entry: hosted.entry },
    env: { ...environment, ...hosted.environment, ...hosted.credentials },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: hosted.memoryMb },
    stdout: true,
    stderr: true,
  })
  worker.stdout.on('data', (part) => onOutput(String(part)))
  worker.stderr.on('data', (part) => onOutput(String(part)))
  worker.on('error', (error) => onOutput(`${error.stack ?? error}\n`))
  return worker
}
