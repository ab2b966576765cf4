import { createHash, randomBytes } from 'node:crypto'

/** What a task id looks like; anything else is not looked up. */
export const TASK_ID = /^[A-Za-z0-9_-]{64,128}$/

/** A new task id that nobody can guess: 384 random bits. */
export const randomTaskId = (): string => randomBytes(48).toString('base64url')

/**
 * The one task id that an account's Idempotency-Key leads to, so that a conditional put of the task decides which of
 * several equal requests made it. Fields are length-prefixed because a key may hold any separator.
 */
export const taskIdOf = (account: string, idempotencyKey: string): string => {
  const hash = createHash('sha512').update('task')
  for (const field of [account, idempotencyKey]) {
    hash.update(`${Buffer.byteLength(field)}:`).update(field)
  }
  return hash.digest('base64url')
}
