import { Failure } from '../../../catalog/failure.ts'
import { unitRange } from '../../../catalog/units-of.ts'
import type { ValidTask } from '../../../catalog/validate-task.ts'
import { currentOrigin, log } from '../../log.ts'
import { type ClaimDeps, claimKey, giveUp } from '../claims/claim-key.ts'
import { SLOT_ID, type SlotStore } from '../files/upload-slot.ts'
import type { FinishDeps } from '../finish-task.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { expiryOf, type Task } from '../tasks/task.ts'
import { reserveUnits } from '../units/reserve-units.ts'
import type { Creation } from './read-creation.ts'

export type CreateTaskDeps = FinishDeps & ClaimDeps & { slots: SlotStore; taskQueue: TaskQueue }

/**
 * Sets the units of a task aside, stores it and queues it. Under an Idempotency-Key the same request gets the same task
 * for 24 hours, however often it comes. A repeated request for a task that still runs queues it again, because the first
 * may have died before it did.
 *
 * Throws `InvalidParameters` (a file id that leads nowhere), `CreditInsufficiency`, `IdempotencyMismatch` (the key stands for
 * another request), `IdempotencyConflict` (an equal one is still being answered) or `TooManyRequests` (too many tasks
 * of the account are running).
 */
export const createTask = async (
  creation: Creation,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> => {
  const { account, identity, deadline } = creation
  if ('id' in identity) return make(identity.id, creation, deps)
  const claimed = await claimKey({ account, ...identity, deadline }, deps)
  if ('made' in claimed) return replay(claimed.made, deps)
  try {
    return await make(claimed.claim.taskId, creation, deps)
  } catch (reason) {
    await giveUp(claimed.claim, reason, deps).catch((error: unknown) =>
      log.warn('A claim could not be given up.', { error }),
    )
    throw reason
  }
}

const make = async (
  id: string,
  creation: Creation,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> => {
  const { account, feature, stage, valid } = creation
  await checkSlots(account, valid, deps.slots)
  const range = stage === 'effect' ? unitRange(feature, valid.parameters) : FREE
  const held = await reserveUnits({ id, account }, range, deps)
  if ('refused' in held) {
    // The request that held this claim before us may have been only slow, and have made the task with the last units.
    const winner = await deps.tasks.get(id)
    if (winner) return replay(winner, deps)
    throw held.refused
  }
  const task = { ...draft(id, creation, deps.now()), ...held }
  if (!(await deps.tasks.create(task))) return loseTo(await deps.tasks.get(id), task, deps)
  const sent = deps.taskQueue.send(task)
  log.info('A task was created.', { taskId: id, account, feature: feature.name, stage })
  await sent
  return { task_id: id }
}

const FREE = { least: 0, most: 0 }

const draft = (
  id: string,
  { account, feature, stage, valid: { files, parameters } }: Creation,
  now: number,
): Omit<Task, 'units'> => ({
  id,
  account,
  feature: feature.name,
  stage,
  status: 'running',
  files,
  parameters,
  createdAt: Math.floor(now / 1000),
  expiresAt: expiryOf(now),
  ...(currentOrigin() as Pick<Task, 'requestId' | 'correlationId'>),
})

const replay = async (made: Task, { taskQueue }: CreateTaskDeps): Promise<{ task_id: string }> => {
  if (made.status === 'running') await taskQueue.send(made)
  log.info('A task was asked for again.', { taskId: made.id, firstRequestId: made.requestId })
  return { task_id: made.id }
}

/** The task was stored by another request: what we hold is given back unless that task uses the same reservation. */
const loseTo = async (
  winner: Task | undefined,
  task: Task,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> => {
  if (task.reservation !== undefined && winner?.reservation !== task.reservation) {
    await deps.units.release(task.account, { taskId: task.id, id: task.reservation })
  }
  if (!winner) throw new Failure('IdempotencyConflict')
  return replay(winner, deps)
}

/** A file id that leads to no slot of the account is refused before there is a task, in words that tell nothing more. */
const checkSlots = async (
  account: string,
  { files }: ValidTask,
  slots: SlotStore,
): Promise<void> => {
  await Promise.all(
    Object.values(files)
      .flat()
      .map(async (file) => {
        if (!('id' in file)) return
        const slot = SLOT_ID.test(file.id) ? await slots.get(file.id) : undefined
        if (slot?.account !== account) throw new Failure('InvalidParameters')
      }),
  )
}
