import { randomUUID } from 'node:crypto'
import { log } from '../../log.ts'
import { HEARTBEAT_MS, LEASE_MS, LeaseLost } from '../model/lease.ts'
import type { Task } from '../model/task.ts'
import type { TaskStore } from '../ports/task-store.ts'

export type HoldTaskDeps = {
  tasks: Pick<TaskStore, 'get' | 'takeLease' | 'renewLease' | 'releaseLease'>
  /** Epoch milliseconds. */
  now: () => number
  /** Calls `act` every `ms` milliseconds until what it returns is called. @default timers */
  every?: ((ms: number, act: () => void) => () => void) | undefined
}

/** What a worker has of a task that it holds. */
export type Held = {
  /** As it was stored when the lease was taken. */
  task: Task
  holder: string
  /** Aborts once the lease was taken over, or the task has ended without this worker. */
  lost: AbortSignal
  /** Renews the lease now. Throws `LeaseLost` where it was taken over. */
  confirm(): Promise<void>
}

/**
 * Does `work` on a task under its lease, which is renewed for as long as the work takes. Work that throws gives the
 * lease back: its worker is known to have stopped. The lease of a worker that died expires.
 *
 * Returns the task instead where it has ended or another worker holds it, and undefined where it is gone.
 */
export async function holdTask<Done>(
  id: string,
  work: (held: Held) => Promise<Done>,
  deps: HoldTaskDeps,
): Promise<{ done: Done } | { task: Task | undefined }> {
  const { tasks, now, every = byTimer } = deps
  const holder = randomUUID()
  const next = () => ({ holder, until: now() + LEASE_MS })
  const task = await tasks.takeLease(id, next(), now())
  if (!task) return { task: await tasks.get(id) }
  const over = new AbortController()
  const confirm = async (): Promise<void> => {
    if (!over.signal.aborted && (await tasks.renewLease(id, next()))) return
    over.abort()
    throw new LeaseLost()
  }
  const stop = every(HEARTBEAT_MS, () => {
    confirm().catch((error: unknown) => {
      if (error instanceof LeaseLost) stop()
      else log.warn('A lease could not be renewed.', { taskId: id, error })
    })
  })
  try {
    return { done: await work({ task, holder, lost: over.signal, confirm }) }
  } catch (error) {
    await tasks.releaseLease(id, holder).catch((failure: unknown) => {
      log.warn('A lease could not be given back.', { taskId: id, error: failure })
    })
    throw error
  } finally {
    stop()
  }
}

function byTimer(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms)
  timer.unref()
  return () => clearInterval(timer)
}
