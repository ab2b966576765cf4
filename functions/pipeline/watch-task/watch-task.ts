import { Failure } from '../../../catalog/failure.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'
import { findFeature } from '../../../catalog/features.ts'
import { type CompleteTaskDeps, completeTask, resumeState } from '../inbox/complete-task.ts'
import type { CreateOnceDeps } from '../inbox/create-once.ts'
import { ensureTask } from '../inbox/open-task.ts'
import { type Callback, jobOfCallback, type Outcome } from '../ports/inbox.ts'
import { ServiceFailure } from '../ports/provider.ts'
import type { Watch, WatchMessage } from '../ports/watch.ts'

export type WatchTaskDeps = CompleteTaskDeps & CreateOnceDeps & { watch: Watch; now: () => number }

/**
 * Looks at a task once: a finished one is settled as if its webhook had come, a running one is looked at again
 * later, one the service was too busy to create is created now. A task the service no longer knows is settled as an
 * error, because nobody will ever announce it. Nothing is looked at after its deadline, and of two messages for the
 * same look one ends here.
 */
export async function watchTask(
  message: WatchMessage,
  deps: WatchTaskDeps,
): Promise<'settled' | 'again' | 'over'> {
  if (await resumeIfCompleted(message, deps)) return 'settled'
  const callback = await deps.inbox.findCallback(message.key)
  if (!callback) return 'over'
  if (message.looks < (callback.looks ?? 0)) return 'over'
  if (deps.now() > callback.until * 1000) return 'over'
  const looked = await poll(message, callback, deps)
  if ('settled' in looked) return 'settled'
  // Sent before it is noted: a crash in between repeats the look, the other order would end the looking.
  const { unmade: _, ...next } = { ...message, looks: message.looks + 1 }
  const { again, ...known } = looked
  await deps.watch.scheduleNext({ ...next, ...known }, again)
  await deps.inbox.recordLooks(message.key, message.looks + 1)
  return 'again'
}

/** Whoever took an outcome in may have died before the state was told; to tell it twice is harmless. */
async function resumeIfCompleted({ taskId }: WatchMessage, deps: WatchTaskDeps): Promise<boolean> {
  const met = taskId === undefined ? undefined : await deps.inbox.findTask(taskId)
  if (taskId === undefined || !met?.outcome) return false
  await resumeState(taskId, met, deps)
  return true
}

type PollResult = { settled: true } | { again: number; unmade?: boolean; taskId?: string }

/**
 * Creates the task if it has none yet, ties it to its callback again, which brings out an outcome that was heard
 * before the two were tied, and then asks the service. A task that will never be made ends the state's wait with the
 * reason.
 */
async function poll(
  { key, feature: name, stage }: WatchMessage,
  callback: Callback,
  deps: WatchTaskDeps,
): Promise<PollResult> {
  const feature = findFeature(name)
  try {
    if (!feature) throw new Failure('RecipeInvalid', `${name} is not in the catalogue.`)
    const begun = await ensureTask({ key, feature, stage, callback }, deps)
    if ('settled' in begun) return begun
    if ('again' in begun) return { ...begun, unmade: true }
    const { taskId } = begun
    // One that was made just now runs.
    if (callback.taskId === undefined) return { again: 0, taskId }
    return {
      ...(await pollStatus({ job: jobOfCallback(key), feature, stage, taskId }, deps)),
      taskId,
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.transient) return { again: 0, unmade: true }
    await deps.tokens.fail(callback.token, error.code, error.message)
    return { settled: true }
  }
}

/** What the service says of the task, settled as if its webhook had come. */
async function pollStatus(
  { job, feature, stage, taskId }: { job: string; feature: Feature; stage: Stage; taskId: string },
  deps: WatchTaskDeps,
): Promise<PollResult> {
  const settle = async (outcome: Outcome): Promise<PollResult> => {
    await completeTask(taskId, outcome, deps)
    return { settled: true }
  }
  try {
    const told = await deps.provider.status(feature, stage, taskId, job)
    const { task_status: status, engine, charge } = told
    if (status === 'running') return { again: 0 }
    return await settle({ status, ...(engine && { engine }), ...(charge && { charge }) })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!error.transient) return settle({ status: 'error' })
    return { again: error instanceof ServiceFailure ? error.retryAfterSeconds : 0 }
  }
}
