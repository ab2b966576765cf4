import { getEnvironmentData, setEnvironmentData, Worker } from 'node:worker_threads'
import { DECODING_BYTES, DECODING_SLOTS, SLOT_COUNT } from '../../catalog/limits/decoding-slots.ts'
import { compiledCode } from './compiled-code.ts'
import type { HostedFunction } from './hosted-function.ts'
import type { RestingThread, ThreadPlaces } from './thread-places.ts'

/** The worker threads of one function. They start on demand and are reused. */
export type WorkerPool = {
  acquire(): Promise<Worker>
  release(worker: Worker): void
  close(): Promise<void>
}

/**
 * How long an idle thread is kept. Lambda keeps environments longer; but WebAssembly's memory never shrinks, so that
 * what a thread has taken for its largest picture is given back when it ends, and not before.
 */
const IDLE_MS = 30_000

/** What a pool shares with those of other functions. */
export type PoolSettings = {
  /** What its workers see, beside the function's own variables. */
  readonly environment: NodeJS.ProcessEnv
  readonly onOutput: (text: string) => void
  readonly places: ThreadPlaces
  /** Bytes that decoders of all threads may take together. @default see there */
  readonly decodingBytes?: number | undefined
}

/** Creates a pool of one function. The output of its workers goes to `onOutput`. */
export function createWorkerPool(hosted: HostedFunction, settings: PoolSettings): WorkerPool {
  const { places } = settings
  const idle = new Map<Worker, { thread: RestingThread; timer: NodeJS.Timeout }>()
  const all = new Set<Worker>()

  const forget = (worker: Worker): void => {
    const rested = idle.get(worker)
    if (!rested) return
    clearTimeout(rested.timer)
    places.forget(rested.thread)
    idle.delete(worker)
  }
  const end = async (worker: Worker): Promise<void> => {
    forget(worker)
    await worker.terminate()
  }
  const start = (): Worker => {
    const worker = startWorker(hosted, settings)
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      forget(worker)
    })
    return worker
  }
  return {
    acquire: async () => {
      // The one that rested last, so that others come to their end.
      const rested = [...idle.keys()].at(-1)
      if (!rested) {
        await places.makeRoom()
        return start()
      }
      forget(rested)
      rested.ref()
      return rested
    },
    release: (worker) => {
      if (!all.has(worker)) return
      worker.unref()
      const thread = { hosted, end: () => end(worker) }
      idle.set(worker, { thread, timer: setTimeout(() => void end(worker), IDLE_MS).unref() })
      places.rest(thread)
    },
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function startWorker(
  hosted: HostedFunction,
  { environment, onOutput, decodingBytes }: PoolSettings,
): Worker {
  // All threads share one memory, in which large pictures wait for one another.
  if (getEnvironmentData(DECODING_SLOTS) === undefined) {
    setEnvironmentData(DECODING_SLOTS, new SharedArrayBuffer(4 * (SLOT_COUNT + 1)))
  }
  setEnvironmentData(DECODING_BYTES, decodingBytes)
  const worker = new Worker(new URL('./isolated-worker.ts', import.meta.url), {
    name: hosted.name,
    workerData: { entry: hosted.entry },
    env: { ...compiledCode(), ...environment, ...hosted.environment, ...hosted.credentials },
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
