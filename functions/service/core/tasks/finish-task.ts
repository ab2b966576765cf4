import { findFeature } from '../../../../catalog/features/features.ts'
import { log } from '../../../log.ts'
import { LeaseLost } from '../model/lease.ts'
import type { Task, TaskOutcome } from '../model/task.ts'
import type { FreeTaskStore } from '../ports/free-task-store.ts'
import type { TaskStore } from '../ports/task-store.ts'
import type { UnitStore } from '../ports/unit-store.ts'
import { type AnnounceDeps, announceTaskEnd } from './announce-task-end.ts'
import { closeReservation } from './close-reservation.ts'

export type FinishDeps = AnnounceDeps & {
  tasks: TaskStore
  units: UnitStore
  freeTasks: FreeTaskStore
}

/**
 * Ends a running task, then does what follows from its end. When the task had ended before, its first end stands and
 * only what may be unfinished is done. Safe to call again after a crash at any point.
 *
 * A worker ends a task as the `holder` of its lease, and throws `LeaseLost` where another one has taken it over. The
 * service itself ends it whoever holds it: it was stopped, took too long, or was given up.
 */
export async function finishTask(
  task: Task,
  outcome: TaskOutcome,
  deps: FinishDeps,
  holder?: string,
): Promise<Task> {
  const finishedAt = Math.floor(deps.now() / 1000)
  const ours = await deps.tasks.finish(task.id, outcome, finishedAt, holder)
  const ended = ours ?? (await deps.tasks.get(task.id))
  // It expired between the two calls and the table's TTL removed it. No client can ask for it any more.
  if (!ended) return task
  if (ended.status === 'running') {
    if (holder !== undefined && ended.lease?.holder !== holder) throw new LeaseLost()
    throw new Error('The task holds fewer units than its result costs; another delivery saw less.')
  }
  if (ours) noteEnd(ended)
  await concludeTask(ended, deps)
  return ended
}

/** Logs the end of a task, once for every task. The dashboard counts these lines. */
function noteEnd({ id: taskId, account, feature, stage, status, ...task }: Task): void {
  const { error, units, createdAt, finishedAt = createdAt } = task
  const charged = status === 'success' ? units : 0
  const seconds = finishedAt - createdAt
  log.info('A task ended.', { taskId, account, feature, stage, status, error, charged, seconds })
}

/**
 * Does what follows from the end of a task: closes its reservation or counts it out, then announces the end.
 * Idempotent.
 */
export async function concludeTask(task: Task, deps: FinishDeps): Promise<void> {
  await closeReservation(task, deps.units)
  if (task.isFree) await deps.freeTasks.remove(task.account, task.id)
  // The pipeline waits on detection as well, so pre-process tasks are announced for every feature.
  const announces = task.stage === 'pre-process' || (findFeature(task.feature)?.announces ?? true)
  if (announces) await announceTaskEnd(task, deps)
}
