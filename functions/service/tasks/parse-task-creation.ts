import { Failure } from '../../../catalog/failure.ts'
import type { Feature, Stage, ValidTask } from '../../../catalog/feature.ts'
import { validateTask } from '../../../catalog/validate-task.ts'
import { randomTaskId } from '../model/task.ts'
import { requestHash } from './request-hash.ts'

export type TaskCreationRequest = {
  account: string
  feature: Feature
  stage: Stage
  body: Record<string, unknown>
  /** The `Idempotency-Key` header; 1–255 characters, kept for 24 hours. */
  idempotencyKey?: string | undefined
  /** Epoch ms at which whoever answers the request is stopped, and its key is free for an equal one. */
  deadline?: number | undefined
}

/** A task that may be made: it passed the catalogue. */
export type TaskCreation = Pick<
  TaskCreationRequest,
  'account' | 'feature' | 'stage' | 'deadline'
> & {
  valid: ValidTask
  /** The id of a task that is new for certain, or the key the task stands for with the hash of what is asked. */
  identity: { id: string } | { key: string; request: string }
}

const MAX_KEY = 255

/**
 * Checks a task against the catalogue, before anybody is asked about it. Throws `InvalidParameters` or
 * `InvalidTemplate`.
 */
export function parseTaskCreation({
  body,
  idempotencyKey: key,
  ...rest
}: TaskCreationRequest): TaskCreation {
  if (key !== undefined) requireKeyLength(key)
  const { feature, stage } = rest
  const valid = validateTask(feature, stage, body)
  if (key === undefined) return { ...rest, valid, identity: { id: randomTaskId() } }
  const request = requestHash({ feature: feature.name, stage, ...valid })
  return { ...rest, valid, identity: { key, request } }
}

function requireKeyLength(key: string): void {
  if (key.length >= 1 && key.length <= MAX_KEY) return
  throw new Failure('InvalidParameters', `Idempotency-Key must have 1 to ${MAX_KEY} characters.`)
}
