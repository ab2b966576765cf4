import type { SharedWork, Task, TaskOutcome, TaskProgress } from '../model/task.ts'

/** The fields of a task that a list shows. */
export type TaskSummary = Pick<
  Task,
  'id' | 'account' | 'feature' | 'stage' | 'status' | 'units' | 'createdAt'
> &
  Partial<Pick<Task, 'error' | 'finishedAt' | 'deletedAt'>>

/** Stores tasks. Reading one task is strongly consistent; lists are eventually consistent. */
export type TaskStore = {
  get(id: string): Promise<Task | undefined>
  /** Stores a new task; false when there is one with this id already. Throws `Unstorable`. */
  create(task: Task): Promise<boolean>
  /**
   * Ends a running task at `finishedAt` (epoch seconds); false when it is not running any more, or has fewer units
   * reserved than the outcome costs.
   */
  finish(id: string, outcome: TaskOutcome, finishedAt: number): Promise<boolean>
  /** Lowers the units of a running task from `from` to `to`; false when it does not hold `from`. */
  lowerUnits(id: string, from: number, to: number): Promise<boolean>
  /**
   * Notes on a running task that a call of a generator is begun, and adds its price: as call number `nth` of the task,
   * from 0. `'begun before'` when an earlier attempt at the task has begun that call, and `'too dear'` when the task
   * would then cost more than `most` dollars; both change nothing.
   */
  beginGeneration(
    id: string,
    call: { nth: number; dollars: number; most: number },
  ): Promise<'begun' | 'begun before' | 'too dear'>
  /** Notes how far a running task is; false when it is not running any more. */
  noteProgress(id: string, progress: TaskProgress): Promise<boolean>
  /** Notes on a running task that its video is shared; false when it is not running, or is shared already. */
  beginSharing(id: string, shared: SharedWork): Promise<boolean>
  /** Notes how many frames of a segment are done at `at`; false when the task is not running any more. */
  noteSegment(id: string, nth: number, done: number, at: number): Promise<boolean>
  /** Removes the files, parameters and results of an ended task at `deletedAt` (epoch seconds); its end stays. */
  erase(id: string, deletedAt: number): Promise<void>
  /** Tasks of an account, newest first, optionally of one status. */
  list(account: string, limit: number, status?: Task['status']): Promise<TaskSummary[]>
  /** Ids of up to `limit` running tasks that were created before `before` (epoch seconds). */
  runningCreatedBefore(before: number, limit: number): Promise<string[]>
}
