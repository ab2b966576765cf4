import { log } from '../../../log.ts'
import type { Task, TaskProgress } from '../model/task.ts'

/** Milliseconds between two notes. */
const INTERVAL = 2000

/** How far a task is, on its way to whoever asks; and the way back, that it was stopped. */
export type Progress = {
  onFrames(done: number, total: number): void
  /** Aborts once the task has ended without this worker, or is another one's. */
  ended: AbortSignal
}

/**
 * Notes the frames of a running task every two seconds. A note that fails is left out; the next one counts anew.
 * @param note false when the task is not this worker's any more
 */
export function followProgress(
  { id }: Pick<Task, 'id'>,
  { note, now }: { note: (progress: TaskProgress) => Promise<boolean>; now: () => number },
): Progress {
  const over = new AbortController()
  let since: number | undefined
  let last = 0
  return {
    ended: over.signal,
    onFrames: (done, total) => {
      const at = now()
      since ??= at
      if (at - last < INTERVAL) return
      last = at
      note({ done, total, since, at }).then(
        (isOurs) => {
          if (!isOurs) over.abort()
        },
        (error: unknown) => log.warn('Progress could not be noted.', { taskId: id, error }),
      )
    },
  }
}
