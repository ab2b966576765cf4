import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import { WAIT_SECONDS } from '../../../../catalog/tasks/task-times.ts'
import type { Backpressure } from '../ports/backpressure.ts'
import { type Callback, jobOfCallback, type SignedUrl } from '../ports/inbox.ts'
import { ServiceFailure } from '../ports/provider.ts'
import type { Watch } from '../ports/watch.ts'
import type { SignUrlDeps } from '../steps/sign-url.ts'
import { type CompleteTaskDeps, resumeState } from './complete-task.ts'
import { type CreateOnceDeps, createOnce } from './create-once.ts'
import { renewRequest } from './renew-request.ts'

export type OpenTaskDeps = CompleteTaskDeps &
  CreateOnceDeps &
  SignUrlDeps & {
    watch: Watch
    backpressure: Backpressure
  }

export type OpenTask = {
  /** The callback's key. */
  key: string
  token: string
  /** Which try of the state this is; later tries have greater numbers. */
  order: number
  feature: Feature
  stage: Stage
  /** The body of the creation call. A retry sends the body of the first try instead. */
  request: Record<string, unknown>
  /** The URLs in it that end. */
  signed?: SignedUrl[]
  /** Whether a batch waits for the job. */
  batched?: boolean | undefined
  /** Seconds for the work on the task; the state waits longer, because the wait before the work does not count. */
  timeoutSeconds: number
}

/**
 * Creates the task that a state waits for. No crash, retry or early webhook can lose it or create it twice: the token
 * is stored before the task exists, the creation carries the callback's key, and an outcome that arrived first
 * resumes the state at once. A retried state calls this again with a new token and finds what the first try did. A
 * busy service is called again later by `watchTask`. Throws a `Failure` when the task cannot be created.
 */
export async function openTask(task: OpenTask, deps: OpenTaskDeps): Promise<void> {
  const { key, token, order, request, signed, timeoutSeconds, batched } = task
  const until = Math.ceil(deps.now() / 1000) + timeoutSeconds + WAIT_SECONDS
  const callback = await deps.inbox.storeToken(key, {
    token,
    order,
    request,
    until,
    workSeconds: timeoutSeconds,
    ...(signed && { signed }),
    ...(batched && { batched }),
  })
  // A later try of the state has taken over: nobody waits for this token any more.
  if (callback.token !== token) return
  const watched = { key, feature: task.feature.name, stage: task.stage }
  const ensured = await ensureTask({ ...task, callback }, deps)
  if ('taskId' in ensured) await deps.watch.scheduleFirst({ ...watched, taskId: ensured.taskId })
  if ('retryAfterSeconds' in ensured) {
    const message = { ...watched, looks: 0, unmade: true }
    await deps.watch.scheduleNext(message, ensured.retryAfterSeconds)
  }
}

/** The state was resumed already, there is a task to wait for, or the service is busy for so many seconds. */
export type EnsuredTask = { completed: true } | { taskId: string } | { retryAfterSeconds: number }

/**
 * Creates the task of a callback unless it has one, and links the two. URLs that have become old since the request was
 * stored, because the service was busy for long, are made anew first. Throws like `createOnce`, except `ServiceBusy`.
 */
export async function ensureTask(
  task: { key: string; feature: Feature; stage: Stage; callback: Callback },
  deps: OpenTaskDeps,
): Promise<EnsuredTask> {
  const created = task.callback.taskId ?? (await createUnlessBusy(task, deps))
  if (typeof created === 'object') return created
  const met = await deps.inbox.link(task.key, created, task.callback)
  if (!met.outcome) return { taskId: created }
  await resumeState(created, met, deps)
  return { completed: true }
}

/**
 * A busy service is called again later by `watchTask`; the state itself need not be retried for that. Meanwhile no
 * dropped file begins; what a batch is refused says nothing of those, for which the service keeps room.
 */
async function createUnlessBusy(
  task: Parameters<typeof createOnce>[0],
  deps: OpenTaskDeps,
): Promise<string | { retryAfterSeconds: number }> {
  const { key, callback } = task
  try {
    const renewed = await renewRequest(callback, jobOfCallback(key), deps)
    if (renewed) await deps.inbox.storeRequest(key, renewed)
    return await createOnce({ ...task, callback: { ...callback, ...renewed } }, deps)
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.code !== 'ServiceBusy') throw error
    const { retryAfterSeconds } = error
    if (!callback.batched) await deps.backpressure.refused(jobOfCallback(key), retryAfterSeconds)
    return { retryAfterSeconds }
  }
}
