import type { Charge } from '../../../../catalog/costs/charge.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import type { TaskTurn } from '../../../../catalog/tasks/task-place.ts'
import type { WorkStart } from '../../../../catalog/tasks/task-times.ts'
import { chargeOf, isGone, TASK_ID, type Task, type TaskResults } from '../model/task.ts'
import type { UrlSigner } from '../ports/file-store.ts'
import type { FinishDeps } from './finish-task.ts'
import type { ForetellStart } from './foretell-start.ts'
import { type FrameProgress, frameProgress, progressOf } from './frame-progress.ts'
import { TaskTimedOut } from './task-timed-out.ts'
import { isOverdue, timeOutTask } from './time-out-task.ts'

export type ReadTaskDeps = FinishDeps & {
  signer: UrlSigner
  /** Without it no task is told its place. */
  foretellStart?: ForetellStart | undefined
}

export type ReadTaskInput = { account: string; feature: Feature; stage: Stage; taskId: string }

/** The `data` of a status response. */
export type TaskStatus = {
  task_status: Task['status']
  error: string | null
  error_message?: string
  results: Record<string, unknown> | null
  /** Of a running task that counts frames. */
  progress?: FrameProgress
}

/** Seconds for which the URL of a result is valid. Every status request signs a new one. */
const RESULT_URL_SECONDS = 7200

/**
 * The status of a task, when work on it began or its turn while it waits and, once it has ended, its charge. A running
 * task whose deadline has passed is ended here.
 *
 * Throws `InvalidTaskId` for an id that is malformed, unknown, expired, deleted, of another account or of another kind
 * of task: one failure for all, so that it reveals nothing about the tasks of others. Throws `TaskTimedOut` for a task
 * that ended because it took too long.
 */
export async function readTask(
  { account, feature, stage, taskId }: ReadTaskInput,
  deps: ReadTaskDeps,
): Promise<{
  data: TaskStatus
  charge: Charge | undefined
  workStart: WorkStart
  turn: TaskTurn | undefined
}> {
  const found = TASK_ID.test(taskId) ? await deps.tasks.get(taskId) : undefined
  if (
    found?.account !== account ||
    found.feature !== feature.name ||
    found.stage !== stage ||
    isGone(found, deps.now())
  ) {
    throw new Failure('InvalidTaskId')
  }
  const task = isOverdue(found, deps.now()) ? await timeOutTask(found, deps) : found
  if (task.error === 'TaskTimeout') throw new TaskTimedOut(chargeOf(task))
  const data = await statusOf(task, deps.signer)
  const workStart = workStartOf(task)
  const turn = workStart === 'waiting' ? await deps.foretellStart?.(task) : undefined
  return { data, charge: chargeOf(task), workStart, turn }
}

/** A task that was ended before this was noted began when it was created, as far as anybody knows. */
function workStartOf({ status, startedAt, createdAt, shared }: Task): WorkStart {
  if (startedAt !== undefined) return startedAt
  return status === 'running' && !shared ? 'waiting' : createdAt
}

async function statusOf(task: Task, signer: UrlSigner): Promise<TaskStatus> {
  if (task.status === 'error') return errorOf(task)
  const progress = task.status === 'running' ? progressOf(task) : undefined
  const results = task.results ? await presignResults(task.results, signer) : null
  return {
    task_status: task.status,
    error: null,
    results,
    ...(progress && { progress: frameProgress(progress) }),
  }
}

function errorOf({ error, errorMessage }: Task): TaskStatus {
  return {
    task_status: 'error',
    error: error ?? 'unknown_internal_error',
    ...(errorMessage === undefined ? {} : { error_message: errorMessage }),
    results: null,
  }
}

async function presignResults(
  { objects, values }: TaskResults,
  signer: UrlSigner,
): Promise<Record<string, unknown>> {
  const urls = await Promise.all(
    Object.entries(objects).map(async ([field, key]) => [
      field,
      await signer.download(key, RESULT_URL_SECONDS),
    ]),
  )
  return { ...Object.fromEntries(urls), ...values }
}
