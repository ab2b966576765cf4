import { createHash } from 'node:crypto'
import { Failure } from '../../../catalog/failure.ts'
import { randomTaskId, type Task } from '../model/task.ts'
import type { IdempotencyRecord, IdempotencyStore } from '../ports/idempotency-store.ts'
import type { TaskStore } from '../ports/task-store.ts'

export type IdempotencyDeps = {
  idempotency: IdempotencyStore
  tasks: Pick<TaskStore, 'get'>
  now: () => number
}

/** How long a key stands for its request. */
const RECORD_SECONDS = 86_400

/** A request takes milliseconds: an equal one goes on with what has not come to an end by then. */
const LEASE_MS = 10_000

/** A request that wants to make a task under an Idempotency-Key. */
export type IdempotencyClaim = {
  account: string
  key: string
  /** Hash of what is asked. */
  request: string
  /** Epoch ms at which whoever answers the request is stopped. */
  deadline?: number | undefined
}

/**
 * Claims an Idempotency-Key for the request with this hash: gives the claim, whose task is to be made, or the task
 * that was made under it. A claim whose request died before there was a task is taken over after ten seconds, or
 * as soon as that request was stopped; should it only be slow, both make the same task, which is stored once.
 *
 * Throws `IdempotencyMismatch` when the key stands for another request, `IdempotencyConflict` while an equal one is
 * still at work.
 */
export async function claimIdempotencyKey(
  { account, key, request, deadline = Number.POSITIVE_INFINITY }: IdempotencyClaim,
  { idempotency, tasks, now }: IdempotencyDeps,
): Promise<{ claim: IdempotencyRecord } | { made: Task }> {
  const at = Math.floor(now() / 1000)
  const claim: IdempotencyRecord = {
    id: recordId(account, key),
    request,
    taskId: randomTaskId(),
    heldUntil: Math.ceil(Math.min(deadline, now() + LEASE_MS) / 1000),
    expiresAt: at + RECORD_SECONDS,
  }
  const seen = await idempotency.claim(claim, at)
  if (!seen) return { claim }
  if (seen.request !== request) throw new Failure('IdempotencyMismatch')
  const made = await tasks.get(seen.taskId)
  if (made) return { made }
  const free = seen.heldUntil <= at && (await idempotency.extend(seen, claim.heldUntil))
  if (!free) throw new Failure('IdempotencyConflict')
  return { claim: { ...seen, heldUntil: claim.heldUntil } }
}

/**
 * Gives up a claim under which no task was made. A request that was refused used up no key; one that failed for a
 * reason of ours may have got half-way, so the next one goes on with the same task.
 */
export async function releaseIdempotencyKey(
  claim: IdempotencyRecord,
  reason: unknown,
  { idempotency, now }: IdempotencyDeps,
): Promise<void> {
  if (reason instanceof Failure) await idempotency.remove(claim)
  else await idempotency.extend(claim, Math.floor(now() / 1000))
}

/** Fields are length-prefixed because a key may hold any separator. */
function recordId(account: string, key: string): string {
  const hash = createHash('sha256')
  for (const field of [account, key]) hash.update(`${Buffer.byteLength(field)}:`).update(field)
  return hash.digest('base64url')
}
