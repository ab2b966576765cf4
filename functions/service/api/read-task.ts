import { Failure } from '../../../catalog/failure.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'
import type { UrlSigner } from '../files/file-store.ts'
import type { Task, TaskResults } from '../tasks/task.ts'
import { TASK_ID } from '../tasks/task-id.ts'
import type { TaskStore } from '../tasks/task-store.ts'

export type ReadTaskDeps = { tasks: TaskStore; signer: UrlSigner; now: () => number }

/** `data` of a status answer. */
export type TaskStatus = {
  task_status: Task['status']
  error: string | null
  error_message?: string
  results: Record<string, unknown> | null
}

/** How long a result can be fetched after it was asked for; a new question gives a new URL. */
const RESULT_URL_SECONDS = 7200

/**
 * The state of a task. Throws `InvalidTaskId` for an id that is malformed, unknown, forgotten, of another account
 * or of another kind of task, so that the answer tells nothing about other people's tasks, and `TaskTimeout` for one
 * that ended because it took too long.
 */
export const readTask = async (
  asked: { account: string; feature: Feature; stage: Stage; taskId: string },
  { tasks, signer, now }: ReadTaskDeps,
): Promise<TaskStatus> => {
  const task = TASK_ID.test(asked.taskId) ? await tasks.get(asked.taskId) : undefined
  if (
    task?.account !== asked.account ||
    task.feature !== asked.feature.name ||
    task.stage !== asked.stage ||
    // The table removes expired items late.
    task.expiresAt * 1000 <= now()
  ) {
    throw new Failure('InvalidTaskId')
  }
  if (task.error === 'TaskTimeout') throw new Failure('TaskTimeout')
  if (task.status === 'error') return errorOf(task)
  const results = task.results ? await openResults(task.results, signer) : null
  return { task_status: task.status, error: null, results }
}

const errorOf = ({ error, errorMessage }: Task): TaskStatus => ({
  task_status: 'error',
  error: error ?? 'unknown_internal_error',
  ...(errorMessage === undefined ? {} : { error_message: errorMessage }),
  results: null,
})

const openResults = async (
  { objects, values }: TaskResults,
  signer: UrlSigner,
): Promise<Record<string, unknown>> => {
  const urls = await Promise.all(
    Object.entries(objects).map(async ([field, key]) => [
      field,
      await signer.download(key, RESULT_URL_SECONDS),
    ]),
  )
  return { ...Object.fromEntries(urls), ...values }
}
