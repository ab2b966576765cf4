import { Failure } from '../../../catalog/failure.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'
import { unitsOf } from '../../../catalog/units-of.ts'
import { type ValidTask, validateTask } from '../../../catalog/validate-task.ts'
import { SLOT_ID, type SlotStore } from '../files/upload-slot.ts'
import type { FinishDeps } from '../finish-task.ts'
import type { TaskQueue } from '../queue/task-queue.ts'
import { expiryOf, type Task } from '../tasks/task.ts'
import { randomTaskId, taskIdOf } from '../tasks/task-id.ts'
import { reserveUnits } from '../units/reserve-units.ts'
import { requestHash } from './request-hash.ts'

export type CreateTaskDeps = FinishDeps & { slots: SlotStore; taskQueue: TaskQueue }

export type CreateTaskInput = {
  account: string
  feature: Feature
  stage: Stage
  body: Record<string, unknown>
  /** The `Idempotency-Key` header; 1–255 characters. */
  idempotencyKey?: string | undefined
}

const MAX_KEY = 255

/**
 * Checks a task against the catalogue, sets its units aside, stores it and queues it. Under an Idempotency-Key the
 * same request gets the same task however often it comes, also while the first is still being answered: the key
 * leads to one task id, and the conditional write of the task decides. A repeated request for a task that still runs
 * queues it again, because the first may have died before it did.
 *
 * Throws `InvalidParameters`, `CreditInsufficiency`, `IdempotencyMismatch` (the key was used for something else),
 * `IdempotencyConflict` or `TooManyRequests` (too many tasks of the account are running).
 */
export const createTask = async (
  input: CreateTaskInput,
  deps: CreateTaskDeps,
): Promise<{ task_id: string }> => {
  const { account, feature, stage, body, idempotencyKey } = input
  if (idempotencyKey !== undefined) checkKey(idempotencyKey)
  const valid = validateTask(feature, stage, body)
  const task = draft(input, valid, deps.now())
  const earlier = idempotencyKey === undefined ? undefined : await deps.tasks.get(task.id)
  if (earlier) return replay(earlier, task, deps)
  await checkSlots(account, valid, deps.slots)
  const reserved = await reserveUnits(task, deps)
  if ('refused' in reserved) {
    // Another request with this key may have been faster and have taken the last units.
    const winner = await deps.tasks.get(task.id)
    if (winner) return replay(winner, task, deps)
    throw reserved.refused
  }
  const stored = { ...task, ...reserved }
  if (!(await deps.tasks.create(stored))) return loseTo(await deps.tasks.get(task.id), stored, deps)
  await deps.taskQueue.send(task)
  return { task_id: task.id }
}

const draft = (
  { account, feature, stage, idempotencyKey }: CreateTaskInput,
  { files, parameters }: ValidTask,
  now: number,
): Task => ({
  id: idempotencyKey === undefined ? randomTaskId() : taskIdOf(account, idempotencyKey),
  account,
  feature: feature.name,
  stage,
  status: 'running',
  files,
  parameters,
  request: requestHash({ feature: feature.name, stage, files, parameters }),
  units: stage === 'effect' ? unitsOf(feature, parameters) : 0,
  createdAt: Math.floor(now / 1000),
  expiresAt: expiryOf(now),
})

const replay = async (
  earlier: Task,
  { request }: Task,
  { taskQueue }: CreateTaskDeps,
): Promise<{ task_id: string }> => {
  if (earlier.request !== request) throw new Failure('IdempotencyMismatch')
  if (earlier.status === 'running') await taskQueue.send(earlier)
  return { task_id: earlier.id }
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
  return replay(winner, task, deps)
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

const checkKey = (key: string): void => {
  if (key.length >= 1 && key.length <= MAX_KEY) return
  throw new Failure('InvalidParameters', `Idempotency-Key must have 1 to ${MAX_KEY} characters.`)
}
