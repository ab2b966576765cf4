import { findFeature } from '../../../catalog/features/features.ts'
import { log, onBehalfOf } from '../../log.ts'
import { orderedTask } from '../core/broker/ordered-task.ts'
import { SIGNED_SECONDS } from '../core/broker/sign-upload.ts'
import { LEASE_MS } from '../core/model/lease.ts'
import { segmentKey, sharedKeys } from '../core/model/shared-video.ts'
import type { Task } from '../core/model/task.ts'
import type { Holding, JoinOrder } from '../core/ports/broker.ts'
import type { ObjectRemover, UrlSigner } from '../core/ports/file-store.ts'
import { concludeTask, type FinishDeps } from '../core/tasks/finish-task.ts'
import { isOverdue, timeOutTask } from '../core/tasks/time-out-task.ts'
import { signInputs } from './sign-inputs.ts'

export type BeginJoinDeps = FinishDeps & {
  objectRemover: ObjectRemover
  signer: Pick<UrlSigner, 'download'>
}

/**
 * Takes the lease of a task to join its segments; `held` while another call does. A task that has ended before, because
 * it was stopped or a segment failed, is only tidied up.
 */
export async function beginJoin(
  { task: id, holder }: Holding,
  deps: BeginJoinDeps,
): Promise<JoinOrder | 'held' | undefined> {
  const task = await deps.tasks.get(id)
  if (task) return await onBehalfOf(task, () => beginFound(task, holder, deps))
  log.warn('A task is not there any more.', { taskId: id })
  return undefined
}

async function beginFound(
  found: Task,
  holder: string,
  deps: BeginJoinDeps,
): Promise<JoinOrder | 'held' | undefined> {
  const { id } = found
  const task = isOverdue(found, deps.now()) ? await timeOutTask(found, deps) : found
  if (task.status !== 'running' || !task.shared || !findFeature(task.feature)) {
    await concludeTask(task, deps)
  } else {
    const now = deps.now()
    const taken = await deps.tasks.takeLease(id, { holder, until: now + LEASE_MS }, now)
    if (taken) return await orderOf(taken, task.shared.count, deps)
    if ((await deps.tasks.get(id))?.status === 'running') return 'held'
  }
  await deps.objectRemover.remove(sharedKeys(found))
  return undefined
}

async function orderOf(task: Task, count: number, { signer }: BeginJoinDeps): Promise<JoinOrder> {
  const segments = Array.from({ length: count }, (_, nth) =>
    signer.download(segmentKey(task.id, nth), SIGNED_SECONDS),
  )
  return {
    task: orderedTask(task),
    inputs: await signInputs(task, signer),
    segments: await Promise.all(segments),
  }
}
