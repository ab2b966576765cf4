import type { ByRole } from '../../../catalog/features/feature.ts'
import type { FileReference } from '../../../catalog/files/file-rule.ts'
import { log, onBehalfOf } from '../../log.ts'
import type { StartExecution } from '../../start-execution.ts'
import type { FeatureSemaphore } from '../core/broker/feature-semaphore.ts'
import { orderedTask } from '../core/broker/ordered-task.ts'
import { SIGNED_SECONDS } from '../core/broker/sign-upload.ts'
import { LEASE_MS } from '../core/model/lease.ts'
import type { Task } from '../core/model/task.ts'
import { uploadKey } from '../core/model/upload-slot.ts'
import type { Holding, Order, OrderedFile } from '../core/ports/broker.ts'
import type { UrlSigner } from '../core/ports/file-store.ts'
import type { TaskQueue } from '../core/ports/queue.ts'
import { concludeTask, type FinishDeps } from '../core/tasks/finish-task.ts'
import { isOverdue, timeOutTask } from '../core/tasks/time-out-task.ts'
import { putBack } from './put-back.ts'
import { startSharing } from './start-sharing.ts'

export type BeginTaskDeps = FinishDeps & {
  taskQueue: TaskQueue
  semaphore: FeatureSemaphore
  signer: Pick<UrlSigner, 'download'>
  /** Starts the workflow of a video that several workers share. @default there is none */
  startSharing?: StartExecution | undefined
}

/** Seconds after which a task is tried again when every slot of its feature was taken. */
const BUSY_DELAY_SECONDS = 15

/**
 * Takes the lease of a task for a worker, and gives it the order: one worker at a time is at a task, however often its
 * message is delivered. Undefined where there is nothing for this worker to do, and what had to be done about the task
 * is done: it had ended, ran out of time, is shared, or waits for another worker or for a slot of its feature.
 */
export async function beginTask(
  { task: id, holder }: Holding,
  deps: BeginTaskDeps,
): Promise<Order | undefined> {
  const task = await deps.tasks.get(id)
  if (task) return await onBehalfOf(task, () => beginFound(task, holder, deps))
  log.warn('A task is not there any more.', { taskId: id })
  return undefined
}

async function beginFound(
  task: Task,
  holder: string,
  deps: BeginTaskDeps,
): Promise<Order | undefined> {
  if (task.status !== 'running') await concludeTask(task, deps)
  else if (isOverdue(task, deps.now())) await timeOutTask(task, deps)
  // Another delivery handed it over, and may have crashed before it started the workflow.
  else if (task.shared) await startSharing(task.id, task.shared.count, deps.startSharing)
  else if (isHeldByOther(task, holder, deps.now())) await putBack(task, deps)
  // Queued again and not refused: SQS would count that as a failed attempt and at last move it to the dead letters.
  else if (!(await deps.semaphore.acquire(task)))
    await deps.taskQueue.send(task, BUSY_DELAY_SECONDS)
  else return await takeLease(task, holder, deps)
  return undefined
}

function isHeldByOther({ lease }: Task, holder: string, now: number): boolean {
  return lease !== undefined && lease.until > now && lease.holder !== holder
}

async function takeLease(
  task: Task,
  holder: string,
  deps: BeginTaskDeps,
): Promise<Order | undefined> {
  try {
    const lease = { holder, until: deps.now() + LEASE_MS }
    const taken = await deps.tasks.takeLease(task.id, lease, deps.now())
    if (taken) return await orderOf(taken, deps)
    const current = await deps.tasks.get(task.id)
    if (current?.status === 'running') {
      // The slot of its feature is that of the other worker.
      await putBack(current, deps)
      return undefined
    }
    if (current) await concludeTask(current, deps)
  } catch (error) {
    await deps.semaphore.release(task)
    throw error
  }
  await deps.semaphore.release(task)
  return undefined
}

async function orderOf(task: Task, { signer, startSharing }: BeginTaskDeps): Promise<Order> {
  const ordered = async (file: FileReference): Promise<OrderedFile> =>
    'url' in file
      ? { url: file.url }
      : { signed: await signer.download(uploadKey(file.id), SIGNED_SECONDS) }
  const files = Object.entries(task.files).map(async ([role, file]) => [
    role,
    Array.isArray(file) ? await Promise.all(file.map(ordered)) : await ordered(file),
  ])
  return {
    task: orderedTask(task),
    files: Object.fromEntries(await Promise.all(files)) as ByRole<OrderedFile>,
    mayShare: startSharing !== undefined,
  }
}
