import { setCorrelationId } from '../../log.ts'
import { type Inbox, jobOfCallback, type Meeting, type Outcome } from '../ports/inbox.ts'
import type { Tokens } from '../ports/tokens.ts'

export type CompleteTaskDeps = { inbox: Inbox; tokens: Tokens }

/**
 * Takes in how a task ended, from whichever side it was heard, and lets the state that waits for it go on. An
 * outcome whose callback is not known yet is kept for the callback to find. Repeating it is harmless.
 */
export async function completeTask(
  taskId: string,
  heard: Outcome,
  deps: CompleteTaskDeps,
): Promise<'settled' | 'kept'> {
  const met = await deps.inbox.recordOutcome(taskId, heard)
  if (met.key === undefined) return 'kept'
  await resumeState(taskId, met, deps)
  return 'settled'
}

/** Answers the newest token of a task that has its outcome; a task nobody waits for has nobody to answer. */
export async function resumeState(
  taskId: string,
  { key, token, outcome }: Meeting,
  { tokens }: Pick<CompleteTaskDeps, 'tokens'>,
): Promise<void> {
  if (key !== undefined) setCorrelationId(jobOfCallback(key))
  if (token && outcome) await tokens.succeed(token, { taskId, ...outcome })
}
