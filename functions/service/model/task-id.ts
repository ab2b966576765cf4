import { randomBytes } from 'node:crypto'

/** What a task id looks like; anything else is not looked up. */
export const TASK_ID = /^[A-Za-z0-9_-]{64,128}$/

/** A new task id that nobody can guess: 384 random bits, less what keeps a command line from taking it for an option. */
export function randomTaskId(): string {
  return randomBytes(48).toString('base64url').replace(/^-/, '_')
}
