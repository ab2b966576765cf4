import { Failure } from '../../../../catalog/failures/failure.ts'
import { unitRange } from '../../../../catalog/tasks/units-of.ts'
import { currentCorrelationIds, log } from '../../../log.ts'
import { Unstorable } from '../../../unstorable.ts'
import { expiryOf, type Task } from '../model/task.ts'
import type { UploadSlotStore } from '../ports/file-store.ts'
import type { TaskQueue } from '../ports/queue.ts'
import {
  claimIdempotencyKey,
  type IdempotencyDeps,
  releaseIdempotencyKey,
} from './claim-idempotency-key.ts'
import { countFreeTask } from './count-free-task.ts'
import type { FinishDeps } from './finish-task.ts'
import type { TaskCreation } from './parse-task-creation.ts'
import { renewUrls } from './renew-urls.ts'
import { reserveUnits } from './reserve-units.ts'
import { useUploadSlots } from './use-upload-slots.ts'

export type CreateTaskDeps = FinishDeps &
  IdempotencyDeps & { slots: UploadSlotStore; taskQueue: TaskQueue }

/**
 * Creates a task: reserves its units, stores it and queues it. Under an Idempotency-Key, equal requests get the same
 * task for 24 hours. A repeated request for a task that still runs queues it again, because the first request may have
 * crashed before it queued the task; one whose source URLs were signed anew renews those of a task that waits.
 *
 * Throws `InvalidParameters` (a file id without an upload slot of the account), `CreditInsufficiency`,
 * `IdempotencyMismatch` (the key is bound to another request), `IdempotencyConflict` (an equal request is being
 * handled), `InvalidTaskId` (the task of the key was deleted) or `TooManyRequests` (too many tasks of the account or of
 * one file are running).
 */
export async function createTask(
  creation: TaskCreation,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> {
  const { account, identity, deadline } = creation
  if ('id' in identity) return createWithId(identity.id, creation, deps)
  const claim = await claimIdempotencyKey({ account, ...identity, deadline }, deps)
  if ('existing' in claim) {
    if (claim.existing.deletedAt !== undefined) throw new Failure('InvalidTaskId', DELETED)
    await renewUrls(claim.existing, creation.valid, deps)
    return returnExisting(claim.existing, deps)
  }
  try {
    return await createWithId(claim.record.taskId, creation, deps)
  } catch (reason) {
    await releaseIdempotencyKey(claim.record, reason, deps).catch((error: unknown) =>
      log.warn('A claim could not be given up.', { error }),
    )
    throw reason
  }
}

const DELETED = 'The task of this Idempotency-Key was deleted; a new one needs another key.'

async function createWithId(
  id: string,
  creation: TaskCreation,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> {
  const { account, feature, stage, batched, valid } = creation
  const whose = { id, account, ...(batched && { batched }) }
  await useUploadSlots({ id, account, feature }, valid.files, deps)
  const range = stage === 'effect' ? unitRange(feature, valid.parameters) : NO_UNITS
  const held = await reserveUnits(whose, range, deps)
  if ('refused' in held) {
    // The request that held the key before may only have been slow and have created the task with the last units.
    const winner = await deps.tasks.get(id)
    if (winner) return returnExisting(winner, deps)
    throw held.refused
  }
  const isFree = range.most === 0 && { isFree: true as const }
  if (isFree) await countFreeTask(whose, deps)
  const task = { ...newTask(id, creation, deps.now()), ...held, ...isFree }
  if (!(await storeTask(task, deps))) return yieldTo(await deps.tasks.get(id), task, deps)
  const sent = deps.taskQueue.send(task)
  log.info('A task was created.', { taskId: id, account, feature: feature.name, stage })
  await sent
  return { task_id: id }
}

const NO_UNITS = { least: 0, most: 0 }

/**
 * Stores a task; false when another request has stored one under its id. Where the store fails, the reserved units are
 * given back at once, unless the task is stored all the same and only the answer was lost. Throws `InvalidParameters`
 * for a task that the store cannot hold.
 */
async function storeTask(task: Task, { tasks, units }: CreateTaskDeps): Promise<boolean> {
  const { id, account, reservation } = task
  try {
    return await tasks.create(task)
  } catch (error) {
    const found = await tasks.get(id)
    if (found && found.reservation === reservation) return true
    if (reservation !== undefined) await units.release(account, { taskId: id, id: reservation })
    throw error instanceof Unstorable ? new Failure('InvalidParameters') : error
  }
}

function newTask(
  id: string,
  { account, keyName, feature, stage, batched, valid: { files, parameters } }: TaskCreation,
  now: number,
): Omit<Task, 'units'> {
  return {
    id,
    account,
    feature: feature.name,
    stage,
    status: 'running',
    files,
    parameters,
    ...(keyName !== undefined && { keyName }),
    ...(batched && { batched }),
    createdAt: Math.floor(now / 1000),
    expiresAt: expiryOf(now),
    ...(currentCorrelationIds() as Pick<Task, 'requestId' | 'correlationId'>),
  }
}

async function returnExisting(
  task: Task,
  { taskQueue }: CreateTaskDeps,
): Promise<{ task_id: string }> {
  if (task.status === 'running') await taskQueue.send(task)
  log.info('A task was asked for again.', { taskId: task.id, firstRequestId: task.requestId })
  return { task_id: task.id }
}

/** Another request stored the task. Releases this request's reservation, unless the stored task uses the same one. */
async function yieldTo(
  winner: Task | undefined,
  task: Task,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> {
  if (task.reservation !== undefined && winner?.reservation !== task.reservation) {
    await deps.units.release(task.account, { taskId: task.id, id: task.reservation })
  }
  if (!winner) throw new Failure('IdempotencyConflict')
  return returnExisting(winner, deps)
}
