import { WAIT_SECONDS, WORK_SECONDS } from '../../../catalog/tasks/task-times.ts'
import { log } from '../../log.ts'
import type { FinishDeps } from '../core/tasks/finish-task.ts'
import { isOverdue, timeOutTask } from '../core/tasks/time-out-task.ts'

/** The most tasks and the most deliveries of one sweep; the next sweep continues with the rest. */
const BATCH_SIZE = 200
/**
 * Seconds after which the message of a delivery must have been lost. No message that still exists is so late: it may
 * wait for several rounds through the queue, for the claim of a crashed worker, and for some backlog.
 */
const LATE_SECONDS = 600

/**
 * Recovers what nothing else would. It ends tasks past their deadline, whose message was lost, without a charge, and
 * queues deliveries again whose message was lost. Safe to run at any time, also concurrently.
 */
export async function sweep(deps: FinishDeps): Promise<{ ended: number; resent: number }> {
  const now = Math.floor(deps.now() / 1000)
  const overdue = await deps.tasks.runningCreatedBefore(
    { waiting: now - WAIT_SECONDS + 1, begun: now - WORK_SECONDS + 1 },
    BATCH_SIZE,
  )
  let ended = 0
  for (const id of overdue) {
    const task = await deps.tasks.get(id)
    if (!task || !isOverdue(task, deps.now())) continue
    await timeOutTask(task, deps)
    ended += 1
  }
  const late = await deps.webhooks.dueBefore(now - LATE_SECONDS, BATCH_SIZE)
  for (const message of late) await deps.webhookQueue.send(message)
  if (ended + late.length > 0) log.warn('Left behind.', { ended, resent: late.length })
  return { ended, resent: late.length }
}
