import { Failure } from '../../../catalog/failures/failure.ts'
import { FAILURES } from '../../../catalog/failures/failures.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import type { WorkStart } from '../../../catalog/tasks/task-times.ts'
import { completeTask, resumeState } from '../core/inbox/complete-task.ts'
import type { Creation } from '../core/inbox/create-once.ts'
import { ensureTask, type OpenTaskDeps } from '../core/inbox/open-task.ts'
import { renewTask } from '../core/inbox/renew-task.ts'
import { type Callback, jobOfCallback, type Outcome } from '../core/ports/inbox.ts'
import { ServiceFailure } from '../core/ports/provider.ts'
import type { WatchMessage } from '../core/ports/watch.ts'

/**
 * Polls a task once. A task that has ended is completed as if its webhook had arrived, and a running one is polled
 * again later; the URLs of its files are renewed before they end. A task that the service was too busy to create is
 * created now. A task that the service does not know
 * any more counts as an error, because its end will never be announced. The outcome is `settled`, `again` when another
 * poll is scheduled, or `over` after the deadline and for a repeated message; `workedSeconds` says how long a task that
 * goes on has been worked on.
 */
export async function watchTask(
  message: WatchMessage,
  deps: OpenTaskDeps,
): Promise<{ outcome: 'settled' | 'again' | 'over'; workedSeconds?: number }> {
  if (await resumeIfCompleted(message, deps)) return { outcome: 'settled' }
  const callback = await deps.inbox.findCallback(message.key)
  if (!callback) return { outcome: 'over' }
  if (message.looks < (callback.looks ?? 0)) return { outcome: 'over' }
  if (deps.now() > callback.until * 1000) return { outcome: 'over' }
  const polled = await poll(message, callback, deps)
  if ('completed' in polled) return { outcome: 'settled' }
  // Scheduled before it is recorded: a crash in between repeats a poll. In the other order it would end the polling.
  const { unmade: _, ...next } = { ...message, looks: message.looks + 1 }
  const { retryAfterSeconds, atMostSeconds, workedSeconds, ...known } = polled
  await deps.watch.scheduleNext({ ...next, ...known }, retryAfterSeconds, atMostSeconds)
  await deps.inbox.recordLooks(message.key, message.looks + 1)
  return { outcome: 'again', ...(workedSeconds !== undefined && { workedSeconds }) }
}

/** Whoever recorded the outcome may have crashed before the state was resumed. Resuming it twice is harmless. */
async function resumeIfCompleted({ taskId }: WatchMessage, deps: OpenTaskDeps): Promise<boolean> {
  const met = taskId === undefined ? undefined : await deps.inbox.findTask(taskId)
  if (taskId === undefined || !met?.outcome) return false
  await resumeState(taskId, met, deps)
  return true
}

type PollResult =
  | { completed: true }
  | {
      retryAfterSeconds: number
      atMostSeconds?: number
      unmade?: boolean
      taskId?: string
      workedSeconds?: number
    }

/**
 * Creates the task if there is none yet, links it to its callback again and then asks the service for its status.
 * Linking finds an outcome that was recorded before the link. A task that can never be created ends the state's wait
 * with the failure.
 */
async function poll(
  { key, feature: name, stage }: WatchMessage,
  callback: Callback,
  deps: OpenTaskDeps,
): Promise<PollResult> {
  const feature = findFeature(name)
  try {
    if (!feature) throw new Failure('RecipeInvalid', `${name} is not in the catalogue.`)
    const ensured = await ensureTask({ key, feature, stage, callback }, deps)
    if ('completed' in ensured) return ensured
    if ('retryAfterSeconds' in ensured) return { ...ensured, unmade: true }
    const { taskId } = ensured
    // A task that was created just now is still running.
    if (callback.taskId === undefined) return { retryAfterSeconds: 0, taskId }
    return {
      ...(await pollStatus({ key, feature, stage, callback, taskId }, deps)),
      taskId,
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.transient) return { retryAfterSeconds: 0, unmade: true }
    await deps.tokens.fail(callback.token, error.code, error.message)
    return { completed: true }
  }
}

/** Asks the service for the task's status, and completes a task that has ended as if its webhook had arrived. */
async function pollStatus(
  task: Creation & { taskId: string },
  deps: OpenTaskDeps,
): Promise<PollResult> {
  const { key, feature, stage, callback, taskId } = task
  const complete = async (outcome: Outcome): Promise<PollResult> => {
    await completeTask(taskId, outcome, deps)
    return { completed: true }
  }
  try {
    const answer = await deps.provider.status(feature, stage, taskId, jobOfCallback(key))
    const { task_status: status, engine, charge, workStart } = answer
    if (status === 'running') {
      const kept = await keepTime(workStart, callback, deps)
      return await keepUrls(kept, workStart, task, deps)
    }
    return await complete({ status, ...(engine && { engine }), ...(charge && { charge }) })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!error.transient) return complete({ status: 'error' })
    return { retryAfterSeconds: error instanceof ServiceFailure ? error.retryAfterSeconds : 0 }
  }
}

/** Renews the URLs of a task that may not have fetched its files yet, and is there again when that is due again. */
async function keepUrls(
  kept: PollResult,
  workStart: WorkStart | undefined,
  task: Creation,
  deps: OpenTaskDeps,
): Promise<PollResult> {
  if ('completed' in kept || typeof workStart === 'number') return kept
  const seconds = await renewTask(task, deps)
  if (seconds === undefined) return kept
  return { ...kept, atMostSeconds: Math.min(kept.atMostSeconds ?? seconds, seconds) }
}

/** A task that waits is asked for at least this often, so that the end of its time is not noticed much too late. */
const WAITING_SECONDS = 60

/**
 * Keeps the time of a running task: the wait before the work does not count. Where the service does not say when the
 * work began, it counts from when the task was created, but not before: a service that is busy makes nobody late. After
 * it the state is ended as its own timeout would.
 */
async function keepTime(
  workStart: WorkStart | undefined,
  { workSeconds, token, createdAt }: Callback,
  deps: OpenTaskDeps,
): Promise<PollResult> {
  if (workStart === 'waiting') {
    const atMostSeconds = workSeconds && Math.max(WAITING_SECONDS, workSeconds)
    return { retryAfterSeconds: 0, ...(atMostSeconds && { atMostSeconds }) }
  }
  const began = workStart ?? createdAt
  if (began === undefined) return { retryAfterSeconds: 0 }
  // It is told in whole seconds, rounded down.
  const workedSeconds = Math.max(0, deps.now() / 1000 - began - 1)
  if (workSeconds === undefined) return { retryAfterSeconds: 0, workedSeconds }
  const left = workSeconds - workedSeconds
  if (left > 0) return { retryAfterSeconds: 0, atMostSeconds: Math.ceil(left), workedSeconds }
  await deps.tokens.fail(token, 'CallbackTimeout', FAILURES.CallbackTimeout.detail)
  return { completed: true }
}
