import { correlate } from '../../log.ts'
import { type Callback, type Inbox, jobOf, type Outcome } from './inbox.ts'
import type { Tokens } from './tokens.ts'

export type SettleDeps = { inbox: Inbox; tokens: Tokens }

/**
 * Takes in how a task ended, from whichever side it was heard, and lets the state that waits for it go on. An
 * outcome whose callback is not known yet is kept for the callback to find. Repeating it is harmless.
 */
export const settleTask = async (
  taskId: string,
  heard: Outcome,
  deps: SettleDeps,
): Promise<'settled' | 'kept'> => {
  const { outcome, key } = await deps.inbox.arrive(taskId, heard)
  if (key === undefined) return 'kept'
  await settleCallback(key, outcome, deps)
  return 'settled'
}

/** Gives a callback its outcome, once, and answers its newest token. */
export const settleCallback = async (
  key: string,
  outcome: Outcome,
  deps: SettleDeps,
): Promise<void> => {
  correlate(jobOf(key))
  await answer(await deps.inbox.conclude(key, outcome), deps)
}

/** Answers the token of a callback that has its outcome; a callback that was never held has nobody to answer. */
export const answer = async (callback: Callback, { tokens }: SettleDeps): Promise<void> => {
  const { token, taskId, outcome } = callback
  if (token && outcome) await tokens.succeed(token, { taskId, ...outcome })
}
