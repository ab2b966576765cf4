import { setCorrelationId } from '../../../log.ts'
import { type Inbox, jobOfCallback, type Meeting, type Outcome } from '../ports/inbox.ts'
import type { Tokens } from '../ports/tokens.ts'

export type CompleteTaskDeps = { inbox: Inbox; tokens: Tokens }

/**
 * Records how a task ended and resumes the state that waits for it, whether the end was announced by webhook or found
 * by polling. An outcome whose callback is not known yet is kept until the callback is linked. Idempotent.
 */
export async function completeTask(
  taskId: string,
  outcome: Outcome,
  deps: CompleteTaskDeps,
): Promise<'resumed' | 'kept'> {
  const met = await deps.inbox.recordOutcome(taskId, outcome)
  if (met.key === undefined) return 'kept'
  await resumeState(taskId, met, deps)
  return 'resumed'
}

/** Sends the outcome of a task to its newest token. Does nothing while the outcome or the token is missing. */
export async function resumeState(
  taskId: string,
  { key, token, outcome }: Meeting,
  { tokens }: Pick<CompleteTaskDeps, 'tokens'>,
): Promise<void> {
  if (key !== undefined) setCorrelationId(jobOfCallback(key))
  if (token && outcome) await tokens.succeed(token, { taskId, ...outcome })
}
