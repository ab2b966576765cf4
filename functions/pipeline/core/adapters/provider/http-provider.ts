import type { Feature, Stage } from '../../../../../catalog/features/feature.ts'
import { taskPath } from '../../../../../catalog/features/features.ts'
import { laneHeader } from '../../../../../catalog/tasks/lane.ts'
import { jobOfCallback } from '../../ports/inbox.ts'
import type { Provider, TaskStatus } from '../../ports/provider.ts'
import { ServiceFailure } from '../../ports/provider.ts'
import { type AnswerData, type ServiceCallOptions, serviceCall } from './service-call.ts'
import { uploadFile } from './upload-file.ts'

export type HttpProviderOptions = ServiceCallOptions & {
  /** Whether the service supports the header Idempotency-Key. @default true */
  idempotent?: boolean
}

/**
 * The task service over HTTP with a bearer key. The base URL comes from the operator, so it is fetched without the
 * guard against private addresses.
 */
export function httpProvider(options: HttpProviderOptions): Provider {
  const { idempotent = true } = options
  const call = serviceCall(options)
  const post = (job: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(job, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  return {
    idempotent,
    create: async (feature, stage, body, key, batched) => {
      const data = await post(jobOfCallback(key), taskPath(feature, stage), body, {
        ...laneHeader(batched),
        ...(idempotent && keyHeader(key)),
      })
      const taskId = data['task_id']
      if (typeof taskId === 'string' && taskId.length <= 512) return taskId
      throw new ServiceFailure(
        'ServiceUnreachable',
        'The service answered a creation without a task id.',
      )
    },
    status: (feature, stage, taskId, job) =>
      statusOf(feature, stage, taskId, (path) => call(job, path)),
    upload: (file, job) =>
      uploadFile(file, {
        post: (path, body) => post(job, path, body),
        fetch: options.fetch ?? fetch,
      }),
  }
}

function keyHeader(key: string): Record<string, string> {
  return { 'idempotency-key': key }
}

/** A status call answers 500 with this code when the task has timed out: that is an ended task, not a failed call. */
function timedOut(error: unknown): TaskStatus & Record<string, unknown> {
  if (!(error instanceof ServiceFailure) || error.serviceCode !== 'TaskTimeout') throw error
  return {
    task_status: 'error',
    error: error.serviceCode,
    error_message: 'The task ran out of time.',
    ...(error.charge && { charge: error.charge }),
  }
}

async function statusOf(
  feature: Feature,
  stage: Stage,
  taskId: string,
  call: (path: string) => Promise<AnswerData>,
): Promise<TaskStatus> {
  const data = await call(`${taskPath(feature, stage)}/${encodeURIComponent(taskId)}`).catch(
    timedOut,
  )
  if (['running', 'success', 'error'].includes(data['task_status'] as string)) {
    return data as TaskStatus
  }
  throw new ServiceFailure(
    'ServiceUnreachable',
    'The service answered a status without a task_status.',
  )
}
