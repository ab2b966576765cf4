import { findFeature } from '../../../../catalog/features/features.ts'
import { isPicture } from '../../../../catalog/files/file-rule.ts'
import { isPricedBySecond } from '../../../../catalog/tasks/units-of.ts'
import type { Queue, TaskQueue } from '../ports/queue.ts'
import type { TaskMessage } from './messages.ts'

/**
 * A task queue with one queue for pictures and one for videos, so that no picture waits behind minutes of video. Tasks
 * of an account's batches wait as a group of their own, behind which its single ones do not.
 */
export function createTaskQueue(queues: {
  pictures: Queue<TaskMessage>
  videos: Queue<TaskMessage>
}): TaskQueue {
  return {
    send: ({ id, feature, account, batched }, delaySeconds) =>
      (isVideo(feature) ? queues.videos : queues.pictures).send(
        { taskId: id, account, ...(batched && { group: `${account}+batch` }) },
        delaySeconds,
      ),
  }
}

/** Whether a feature takes a video or makes one, which is charged by the second. */
function isVideo(name: string): boolean {
  const feature = findFeature(name)
  if (!feature) return false
  return Object.values(feature.files).some((rule) => !isPicture(rule)) || isPricedBySecond(feature)
}
