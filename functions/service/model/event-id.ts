import { createHash } from 'node:crypto'

/**
 * The id of the event "this task ended": a task ends once, so its id is enough. Hashed, because the id of a task is
 * what its result is asked with and an event id is written to logs freely.
 */
export function eventIdOf(taskId: string): string {
  return `evt_${createHash('sha256').update(`ended:${taskId}`).digest('base64url')}`
}
