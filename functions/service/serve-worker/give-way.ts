import type { FeatureSemaphore } from '../core/broker/feature-semaphore.ts'
import type { Holding } from '../core/ports/broker.ts'
import type { TaskQueue } from '../core/ports/queue.ts'
import type { TaskStore } from '../core/ports/task-store.ts'
import { putBack } from './put-back.ts'

export type GiveWayDeps = {
  tasks: Pick<TaskStore, 'get'>
  taskQueue: TaskQueue
  semaphore: FeatureSemaphore
  now: () => number
}

/** Leaves a task to the worker that took it over, and has it looked at again when that one's lease can have expired. */
export async function giveWay({ task: id, holder }: Holding, deps: GiveWayDeps): Promise<void> {
  const task = await deps.tasks.get(id)
  if (task?.status !== 'running') {
    if (task) await deps.semaphore.release(task)
  } else if (!task.shared && task.lease?.holder !== holder) await putBack(task, deps)
}
