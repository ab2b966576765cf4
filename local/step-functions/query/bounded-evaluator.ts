import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compiledCode } from '../../lambda/compiled-code.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Json } from '../json.ts'
import { BranchStopped, StateError } from '../state-error.ts'
import { createEvaluator, type EvaluationWatch, type Evaluator } from './evaluator.ts'
import { queryFunctions } from './functions.ts'

/** What one evaluation may use; beyond it, it fails with States.QueryEvaluationError. */
export type EvaluationLimits = {
  /** Milliseconds of the processor: what a busy machine has for others is not its. */
  ms: number
  /** Mebibytes of heap. */
  memoryMb: number
}

/** One template for the thread. `now` and `seed` are what its clock and its random numbers start from. */
export type EvaluationCall = {
  template: Json
  variables: Record<string, unknown>
  field: string
  now: number
  seed: number
}

/** The filled template as JSON text, or a StateError; and how long the thread has run, ms of the processor. */
export type EvaluationAnswer = ({ json: string } | { error: string; cause: string }) & {
  ranMs: number
}

/** A thread, and how long it had run when it last answered. */
type Thread = { worker: Worker; ranMs: number }

/** An evaluation that did not answer: its thread has ended or is about to. */
type Exceeded = { exceeded: string }

type Options = { clock?: Clock; random?: () => number; limits?: EvaluationLimits }

/** How often a running evaluation is asked for its time, milliseconds. */
const CHECK_MS = 250
/**
 * How much longer an evaluation may take on the clock than on the processor. The threads that collect its garbage count
 * for nobody, and a thread that does not answer cannot be measured.
 */
const CLOCK_FACTOR = 40

const LIMITS: EvaluationLimits = { ms: 3_000, memoryMb: 256 }
/** Milliseconds: far above what an honest expression takes. */
const SLOW_MS = 100

/**
 * Creates an evaluator that works in a thread of its own, one template after the other: an expression is anybody's
 * program, and a search that backtracks or a sort of a long list would otherwise stop the whole process. A thread
 * whose expression exceeds the limits is ended; the next expression gets a new one.
 */
export function createBoundedEvaluator({
  clock = systemClock,
  random = Math.random,
  limits = LIMITS,
}: Options): Evaluator & { close(): Promise<void> } {
  const { check } = createEvaluator(queryFunctions(clock, random))
  let thread: Promise<Thread> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const start = (): Promise<Thread> => {
    const started = startThread(limits.memoryMb, () => {
      // The end of an earlier thread may be told when another one has its place.
      if (thread === started) thread = null
    })
    return started
  }
  const evaluate = async (call: EvaluationCall, watch?: EvaluationWatch): Promise<Json> => {
    if (closed) throw new BranchStopped()
    thread ??= start()
    const answer = await answerTo(call, await thread, limits, watch)
    if (closed) throw new BranchStopped()
    if ('json' in answer) return JSON.parse(answer.json) as Json
    if ('error' in answer) throw new StateError(answer.error, answer.cause)
    // It may not have ended yet.
    thread = null
    const cause = `An expression specified for the field '${call.field}' ${answer.exceeded}.`
    throw new StateError('States.QueryEvaluationError', cause)
  }

  return {
    check,
    fill(template, variables, field, watch) {
      if (!JSON.stringify(template).includes('"{%')) return Promise.resolve(template)
      const result = last.then(() =>
        evaluate({ template, variables, field, now: clock.now(), seed: random() }, watch),
      )
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      closed = true
      const started = await thread?.catch(() => null)
      await started?.worker.terminate()
    },
  }
}

/**
 * Starts a thread and waits until it has loaded, so that no expression pays for that. `ended` is called when it ends,
 * also while it loads or has nothing to do, so that nobody asks it any more.
 */
async function startThread(memoryMb: number, ended: () => void): Promise<Thread> {
  const worker = new Worker(new URL('./evaluation-thread.ts', import.meta.url), {
    name: 'expressions',
    // Of the process's variables an expression gets none.
    env: { ...compiledCode() },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.once('exit', ended)
  const [{ ranMs }] = (await once(worker, 'message')) as [{ ranMs: number }]
  // What ends the thread is told to whoever waits for its answer.
  worker.on('error', () => {})
  worker.unref()
  return { worker, ranMs }
}

function answerTo(
  call: EvaluationCall,
  thread: Thread,
  limits: EvaluationLimits,
  watch?: EvaluationWatch,
): Promise<EvaluationAnswer | Exceeded> {
  const { worker } = thread
  return new Promise((resolve) => {
    let slow = false
    let running = true
    const slowly = setTimeout(() => {
      slow = true
      watch?.slow()
    }, SLOW_MS)
    const exceed = (): void => {
      end({ exceeded: `did not finish within ${limits.ms} ms of the processor` })
      void worker.terminate()
    }
    const limit = setTimeout(exceed, limits.ms * CLOCK_FACTOR)
    const checks = setInterval(async () => {
      // A thread that has just ended has no time to tell.
      const used = await worker.cpuUsage().catch(() => undefined)
      if (running && used && inMs(used) - thread.ranMs >= limits.ms) exceed()
    }, CHECK_MS)
    const end = (answer: EvaluationAnswer | Exceeded): void => {
      running = false
      clearTimeout(slowly)
      clearTimeout(limit)
      clearInterval(checks)
      worker.off('message', end).off('error', failed).off('exit', exited)
      if (slow) watch?.over()
      if ('ranMs' in answer) thread.ranMs = answer.ranMs
      resolve(answer)
    }
    const failed = ({ code }: NodeJS.ErrnoException): void =>
      end({
        exceeded:
          code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `needed more than ${limits.memoryMb} MB`
            : `ended its thread${code ? ` (${code})` : ''}`,
      })
    const exited = (): void => end({ exceeded: 'ended its thread' })
    worker.on('message', end).on('error', failed).on('exit', exited)
    worker.postMessage(call)
  })
}

/** The time of a thread, which Node tells in microseconds. */
function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
