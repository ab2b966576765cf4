import type { Task } from './task.ts'

/** Whether a task can be asked for no more: deleted, or forgotten, for the table removes expired items late. */
export function isGone({ deletedAt, expiresAt }: Task, now: number): boolean {
  return deletedAt !== undefined || expiresAt * 1000 <= now
}
