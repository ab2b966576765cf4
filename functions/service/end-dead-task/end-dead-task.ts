import { log, onBehalfOf } from '../../log.ts'
import { LeaseHeld } from '../core/model/lease.ts'
import type { Task } from '../core/model/task.ts'
import { parseTaskMessage } from '../core/queue/messages.ts'
import { concludeTask, type FinishDeps } from '../core/tasks/finish-task.ts'
import { giveUpTask } from '../core/tasks/give-up-task.ts'

/**
 * Ends a task whose message was delivered too often without success, so that its client does not wait for it and its
 * units are returned. A message without a known task is only logged. Throws `LeaseHeld`, so that the message comes
 * back, while a worker is at the task all the same.
 */
export async function endDeadTask(body: string, deps: FinishDeps): Promise<void> {
  const message = parseTaskMessage(body)
  const task = message && (await deps.tasks.get(message.taskId))
  if (!task) return log.error('A dead message names no task.', { body: body.slice(0, 200) })
  await onBehalfOf(task, () => failTask(task, deps))
}

async function failTask(task: Task, deps: FinishDeps): Promise<void> {
  if (task.status !== 'running') return concludeTask(task, deps)
  // A creation that was repeated queued it twice: what failed of one message may be under way by the other.
  if (task.lease && task.lease.until > deps.now()) throw new LeaseHeld()
  log.error('A task was given up.', { taskId: task.id, feature: task.feature })
  await giveUpTask(task, deps)
}
