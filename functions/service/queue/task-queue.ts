import { findFeature } from '../../../catalog/features.ts'
import { isPicture } from '../../../catalog/file-rule.ts'
import type { Task } from '../model/task.ts'
import type { Queue } from '../ports/queue.ts'
import type { TaskMessage } from './task-message.ts'

/** Where tasks wait for a worker. */
export type TaskQueue = {
  /** Queues a task, to be taken up after `delaySeconds` (0–900). */
  send(task: Pick<Task, 'id' | 'feature'>, delaySeconds?: number): Promise<void>
}

/** Pictures and videos wait apart: a video takes minutes, and no picture should stand behind one. */
export function createTaskQueue(queues: {
  pictures: Queue<TaskMessage>
  videos: Queue<TaskMessage>
}): TaskQueue {
  return {
    send: ({ id, feature }, delaySeconds) =>
      (isVideo(feature) ? queues.videos : queues.pictures).send({ taskId: id }, delaySeconds),
  }
}

/** Whether a feature takes in or gives a video, which is charged by the second. */
function isVideo(name: string): boolean {
  const feature = findFeature(name)
  if (!feature) return false
  return (
    Object.values(feature.files).some((rule) => !isPicture(rule)) ||
    feature.costs.some(({ unit }) => unit === 'second')
  )
}
