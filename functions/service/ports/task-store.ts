import type { Task, TaskOutcome } from '../model/task.ts'

/** What a list says of a task. */
export type TaskSummary = Pick<
  Task,
  'id' | 'account' | 'feature' | 'stage' | 'status' | 'units' | 'createdAt'
> &
  Partial<Pick<Task, 'error' | 'finishedAt' | 'deletedAt'>>

/** Where tasks live. Every read of one task sees every write that was acknowledged before it; lists may lag behind. */
export type TaskStore = {
  get(id: string): Promise<Task | undefined>
  /** Stores a new task; false when there is one with this id already. */
  create(task: Task): Promise<boolean>
  /**
   * Ends a running task at `finishedAt` (epoch s); false when it is not running any more, or holds fewer units than the
   * outcome costs.
   */
  finish(id: string, outcome: TaskOutcome, finishedAt: number): Promise<boolean>
  /** Says that a running task which holds `from` units can cost no more than `to`; false when it does not hold them. */
  lowerUnits(id: string, from: number, to: number): Promise<boolean>
  /** Forgets what an ended task was asked and gave, at `deletedAt` (epoch s); its end stays on record. */
  erase(id: string, deletedAt: number): Promise<void>
  /** Tasks of an account, newest first; those of one status where it is named. */
  list(account: string, limit: number, status?: Task['status']): Promise<TaskSummary[]>
  /** Ids of up to `limit` tasks that were created before `before` (epoch s) and still run. */
  runningCreatedBefore(before: number, limit: number): Promise<string[]>
}
