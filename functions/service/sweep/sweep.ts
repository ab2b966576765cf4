import { log } from '../../log.ts'
import type { FinishDeps } from '../tasks/finish-task.ts'
import { DEADLINE_SECONDS, isOverdue, timeOutTask } from '../tasks/time-out-task.ts'

/** How many of each kind one sweep takes on; the next one goes on with the rest. */
const BATCH_SIZE = 200
/** Longer than a message that is alive can be late: its hops through the queue, a claim left by the dead, some backlog. */
const LATE_SECONDS = 600

/**
 * Brings to an end what nothing else will: tasks past their deadline, whose message or creation died, end uncharged;
 * deliveries whose message died are queued again. Safe to run at any time and more than once.
 */
export async function sweep(deps: FinishDeps): Promise<{ ended: number; resent: number }> {
  const now = Math.floor(deps.now() / 1000)
  const overdue = await deps.tasks.runningCreatedBefore(now - DEADLINE_SECONDS + 1, BATCH_SIZE)
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
