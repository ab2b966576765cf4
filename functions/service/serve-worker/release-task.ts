import type { FeatureSemaphore } from '../core/broker/feature-semaphore.ts'
import type { Holding } from '../core/ports/broker.ts'
import type { TaskStore } from '../core/ports/task-store.ts'

export type ReleaseDeps = {
  tasks: Pick<TaskStore, 'get' | 'releaseLease'>
  semaphore: FeatureSemaphore
}

/** Gives back the lease of a worker that stopped, and the slot of the feature that it had. */
export async function releaseTask(
  { task: id, holder }: Holding,
  { tasks, semaphore }: ReleaseDeps,
): Promise<void> {
  const task = await tasks.get(id)
  if (!task) return
  // The slot of a task that another worker holds is that one's.
  const isOurs = task.status !== 'running' || !task.lease || task.lease.holder === holder
  if (isOurs) await semaphore.release(task)
  await tasks.releaseLease(id, holder)
}
