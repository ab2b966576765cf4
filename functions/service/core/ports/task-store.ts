import type { Generation } from '../../../../catalog/generator/generation.ts'
import type { Lease } from '../model/lease.ts'
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
   * Lets a worker work on a running task that no other one holds by an unexpired lease at `now` (epoch milliseconds),
   * and notes when work on it was first begun. Returns the task as it is stored then; undefined when it is held by
   * another worker, or has ended.
   */
  takeLease(id: string, lease: Lease, now: number): Promise<Task | undefined>
  /** Replaces the files and parameters of a running task on which no work has begun; false for any other. */
  renewUrls(id: string, files: Task['files'], parameters: Task['parameters']): Promise<boolean>
  /** Renews a lease that its holder still has; false when it was taken over, or the task has ended. */
  renewLease(id: string, lease: Lease): Promise<boolean>
  /** Gives a lease back; no effect when its holder has it no longer. */
  releaseLease(id: string, holder: string): Promise<void>
  /**
   * Ends a running task at `finishedAt` (epoch seconds), and returns it as it is stored then. Undefined when it is not
   * running any more, has fewer units reserved than the outcome costs, or `holder` is given and does not hold it.
   */
  finish(
    id: string,
    outcome: TaskOutcome,
    finishedAt: number,
    holder?: string,
  ): Promise<Task | undefined>
  /** Lowers the units of a running task from `from` to `to`; false when it does not hold `from`, or `holder` not it. */
  lowerUnits(id: string, holder: string, from: number, to: number): Promise<boolean>
  /**
   * Notes on a running task that a call of a generator is begun, adds its price, and lists it as one whose answer is
   * lost until `settleGeneration`: as call number `nth` of the task, from 0. `'begun before'`, or the ticket that was
   * kept, when an earlier attempt at the task has begun that call, `'too dear'` when the task would then cost more than
   * `most` dollars, and `'not held'` when `holder` does not hold the task: these change nothing.
   */
  beginGeneration(
    id: string,
    holder: string,
    call: { nth: number; most: number; told: Generation },
  ): Promise<BegunGeneration>
  /** Keeps what a generator calls a call that was begun. False, and no effect, when `holder` does not hold the task. */
  keepTicket(id: string, holder: string, nth: number, ticket: string): Promise<boolean>
  /**
   * Notes what became of a call that was begun: what was generated, or undefined where it was certainly not carried
   * out. False, and no effect, when `holder` does not hold the task.
   */
  settleGeneration(
    id: string,
    holder: string,
    nth: number,
    generation: Generation | undefined,
  ): Promise<boolean>
  /** Notes how far a running task is; false when `holder` does not hold it any more. */
  noteProgress(id: string, holder: string, progress: TaskProgress): Promise<boolean>
  /**
   * Notes on a running task that its video is shared, and ends the lease: whoever shares it needs none. False when
   * `holder` does not hold it, or it is shared already.
   */
  beginSharing(id: string, holder: string, shared: SharedWork): Promise<boolean>
  /** Notes how many frames of a segment are done at `at`; false when the task is not running any more. */
  noteSegment(id: string, nth: number, done: number, at: number): Promise<boolean>
  /** Removes the files, parameters and results of an ended task at `deletedAt` (epoch seconds); its end stays. */
  erase(id: string, deletedAt: number): Promise<void>
  /** Tasks of an account, newest first, optionally of one status, and those behind another task alone. */
  list(
    account: string,
    limit: number,
    status?: Task['status'],
    before?: Pick<Task, 'id' | 'createdAt'>,
  ): Promise<TaskSummary[]>
  /**
   * Ids of up to `limit` running tasks that were created before a time (epoch seconds): one time for those that wait,
   * one for those on which work has begun.
   */
  runningCreatedBefore(before: { waiting: number; begun: number }, limit: number): Promise<string[]>
}

/** What became of the wish to begin a call of a generator. */
export type BegunGeneration =
  | 'begun'
  | 'begun before'
  | { ticket: string }
  | 'too dear'
  | 'not held'
