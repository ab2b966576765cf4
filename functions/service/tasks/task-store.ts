import type { Task, TaskOutcome } from './task.ts'

/** Where tasks live. Every read sees every write that was acknowledged before it. */
export type TaskStore = {
  get(id: string): Promise<Task | undefined>
  /** Stores a new task; false when there is one with this id already. */
  create(task: Task): Promise<boolean>
  /** Ends a running task at `finishedAt` (epoch s); false when it is not running any more. */
  finish(id: string, outcome: TaskOutcome, finishedAt: number): Promise<boolean>
}
