import { correlate } from '../../log.ts'
import { type Inbox, jobOf, type Meeting, type Outcome } from './inbox.ts'
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
  const met = await deps.inbox.arrive(taskId, heard)
  if (met.key === undefined) return 'kept'
  await answer(taskId, met, deps)
  return 'settled'
}

/** Answers the newest token of a task that has its outcome; a task nobody waits for has nobody to answer. */
export const answer = async (
  taskId: string,
  { key, token, outcome }: Meeting,
  { tokens }: Pick<SettleDeps, 'tokens'>,
): Promise<void> => {
  if (key !== undefined) correlate(jobOf(key))
  if (token && outcome) await tokens.succeed(token, { taskId, ...outcome })
}
