import { createHash } from 'node:crypto'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { randomTaskId, type Task } from '../model/task.ts'
import type { IdempotencyRecord, IdempotencyStore } from '../ports/idempotency-store.ts'
import type { TaskStore } from '../ports/task-store.ts'

export type IdempotencyDeps = {
  idempotency: IdempotencyStore
  tasks: Pick<TaskStore, 'get'>
  now: () => number
}

/** How long a key is bound to its request. */
const RECORD_SECONDS = 86_400

/** How long a request holds its key. A request takes milliseconds; one that has not finished by then has crashed. */
const LEASE_MS = 10_000

/** A request to create a task under an Idempotency-Key. */
export type IdempotencyClaim = {
  account: string
  key: string
  /** Hash of the request, without the signatures of its URLs. */
  request: string
  /** The same with them, by which earlier releases wrote their records. */
  signed: string
  /** Epoch milliseconds at which Lambda stops the function that handles the request. */
  deadline?: number | undefined
}

/**
 * Claims an Idempotency-Key for a request, in the manner of the IETF draft "The Idempotency-Key HTTP Header Field".
 * Returns the record, under whose task id the task is to be created, or the task that was created under it before.
 *
 * A request that crashed before it created its task holds the key for ten seconds, or until Lambda stopped it. Then an
 * equal request continues under the same task id. If the first one was only slow, both create the same task, which is
 * stored once.
 *
 * Throws `IdempotencyMismatch` when the key is bound to another request, and `IdempotencyConflict` while an equal
 * request holds it.
 */
export async function claimIdempotencyKey(
  { account, key, request, signed, deadline = Number.POSITIVE_INFINITY }: IdempotencyClaim,
  { idempotency, tasks, now }: IdempotencyDeps,
): Promise<{ record: IdempotencyRecord } | { existing: Task }> {
  const at = Math.floor(now() / 1000)
  const record: IdempotencyRecord = {
    id: recordId(account, key),
    request,
    taskId: randomTaskId(),
    heldUntil: Math.ceil(Math.min(deadline, now() + LEASE_MS) / 1000),
    expiresAt: at + RECORD_SECONDS,
  }
  const seen = await idempotency.claim(record, at)
  if (!seen) return { record }
  if (![request, signed].includes(seen.request)) throw new Failure('IdempotencyMismatch')
  const existing = await tasks.get(seen.taskId)
  if (existing) return { existing }
  const continued = seen.heldUntil <= at && (await idempotency.extend(seen, record.heldUntil))
  if (!continued) throw new Failure('IdempotencyConflict')
  return { record: { ...seen, heldUntil: record.heldUntil } }
}

/**
 * Releases the key of a request that created no task. A refused request frees the key. A request that failed for a
 * reason of this service may have done part of its work, so the record stays and the next request continues under the
 * same task id.
 */
export async function releaseIdempotencyKey(
  record: IdempotencyRecord,
  reason: unknown,
  { idempotency, now }: IdempotencyDeps,
): Promise<void> {
  if (reason instanceof Failure) await idempotency.remove(record)
  else await idempotency.extend(record, Math.floor(now() / 1000))
}

/** Hash of account and key. Each is prefixed by its length, because a key may contain any separator. */
function recordId(account: string, key: string): string {
  const hash = createHash('sha256')
  for (const field of [account, key]) hash.update(`${Buffer.byteLength(field)}:`).update(field)
  return hash.digest('base64url')
}
