import type { Feature, Stage } from '../../../catalog/feature.ts'
import type { Callback } from '../ports/inbox.ts'
import { ServiceFailure } from '../ports/provider.ts'
import type { Watch } from '../ports/watch.ts'
import { type CompleteTaskDeps, resumeState } from './complete-task.ts'
import { type CreateOnceDeps, createOnce } from './create-once.ts'

export type OpenTaskDeps = CompleteTaskDeps & CreateOnceDeps & { watch: Watch; now: () => number }

export type OpenTask = {
  key: string
  token: string
  /** Which try of the state this is. */
  order: number
  feature: Feature
  stage: Stage
  /** The creation's body. A retry sends the body of the first try, whatever it is given here. */
  request: Record<string, unknown>
  /** How long the state waits. */
  timeoutSeconds: number
}

/**
 * Creates the task a state waits for, so that no crash, retry or early webhook can lose it or make it twice: the
 * token is stored before the task exists, the creation carries the callback's key, and an outcome that came first
 * is answered at once. A retried state lands here again with a new token and finds what the first try did.
 */
export async function openTask(task: OpenTask, deps: OpenTaskDeps): Promise<void> {
  const { key, token, order, request, timeoutSeconds } = task
  const until = Math.ceil(deps.now() / 1000) + timeoutSeconds
  const callback = await deps.inbox.storeToken(key, { token, order, request, until })
  // A later try of the state is at it; nobody waits for this one any more.
  if (callback.token !== token) return
  const watched = { key, feature: task.feature.name, stage: task.stage }
  const begun = await ensureTask({ ...task, callback }, deps)
  if ('taskId' in begun) await deps.watch.scheduleFirst({ ...watched, taskId: begun.taskId })
  if ('again' in begun)
    await deps.watch.scheduleNext({ ...watched, looks: 0, unmade: true }, begun.again)
}

/** What became of a beginning: settled already, a task to wait for, or seconds until the service may be asked again. */
export type EnsuredTask = { settled: true } | { taskId: string } | { again: number }

/** Creates the task of a held callback unless it has one, and ties the two together. */
export async function ensureTask(
  task: { key: string; feature: Feature; stage: Stage; callback: Callback },
  deps: CompleteTaskDeps & CreateOnceDeps,
): Promise<EnsuredTask> {
  const created = task.callback.taskId ?? (await createUnlessBusy(task, deps))
  if (typeof created === 'object') return created
  const met = await deps.inbox.link(task.key, created, task.callback)
  if (!met.outcome) return { taskId: created }
  await resumeState(created, met, deps)
  return { settled: true }
}

/** A busy service is asked again later, by the watch: the state has its token and need not be tried again for it. */
async function createUnlessBusy(
  task: Parameters<typeof createOnce>[0],
  deps: CreateOnceDeps,
): Promise<string | { again: number }> {
  try {
    return await createOnce(task, deps)
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.code !== 'ServiceBusy') throw error
    return { again: error.retryAfterSeconds }
  }
}
