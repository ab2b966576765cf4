import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Feature, Stage, ValidTask } from '../../../../catalog/features/feature.ts'
import type { GeneratorOffer } from '../../../../catalog/generator/generator.ts'
import { requireGenerator } from '../../../../catalog/generator/require-generator.ts'
import { validateTask } from '../../../../catalog/tasks/validate-task.ts'
import { randomTaskId } from '../model/task.ts'
import { requestHash, signedRequestHash } from './request-hash.ts'

export type TaskCreationRequest = {
  account: string
  /** The name of the key that asks. */
  keyName?: string | undefined
  feature: Feature
  stage: Stage
  body: Record<string, unknown>
  /** The `Idempotency-Key` header; 1–255 characters, kept for 24 hours. */
  idempotencyKey?: string | undefined
  /** Epoch milliseconds at which Lambda stops the function that handles the request; an equal one may then continue. */
  deadline?: number | undefined
  /** Whether it is one of a batch. */
  batched?: boolean | undefined
  /** What the generator of this service can do; absent where it has none. */
  generator?: GeneratorOffer | undefined
}

/** A task to create, valid by the catalogue. */
export type TaskCreation = Pick<
  TaskCreationRequest,
  'account' | 'keyName' | 'feature' | 'stage' | 'deadline' | 'batched'
> & {
  valid: ValidTask
  /** The id of a new task, or the Idempotency-Key and the hash of the request, without and with its signatures. */
  identity: { id: string } | { key: string; request: string; signed: string }
}

const MAX_KEY_LENGTH = 255

/** Validates a task against the catalogue, without any I/O. Throws `InvalidParameters` or `InvalidTemplate`. */
export function parseTaskCreation({
  body,
  idempotencyKey: key,
  generator,
  ...rest
}: TaskCreationRequest): TaskCreation {
  if (key !== undefined) requireKeyLength(key)
  const { feature, stage } = rest
  const valid = validateTask(feature, stage, body)
  if (stage === 'effect') {
    requireGenerator({ feature: feature.name, parameters: valid.parameters }, generator)
  }
  if (key === undefined) return { ...rest, valid, identity: { id: randomTaskId() } }
  const asked = { feature: feature.name, stage, ...valid }
  const request = requestHash(asked)
  return { ...rest, valid, identity: { key, request, signed: signedRequestHash(asked) } }
}

function requireKeyLength(key: string): void {
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return
  throw new Failure(
    'InvalidParameters',
    `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`,
  )
}
