import type { Task } from './task.ts'

/** Whether a task can be asked for no more: deleted, or forgotten, for the table removes expired items late. */
export const isGone = ({ deletedAt, expiresAt }: Task, now: number): boolean =>
  deletedAt !== undefined || expiresAt * 1000 <= now
