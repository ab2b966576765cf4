import { Failure } from '../../../catalog/failure.ts'
import { featureNamed } from '../../../catalog/features.ts'
import type { Inbox, Outcome } from '../inbox/inbox.ts'
import { type SettleDeps, settleTask } from '../inbox/settle-task.ts'
import type { Provider } from '../provider/provider.ts'
import type { Watch, WatchMessage } from './watch.ts'

export type WatchTaskDeps = SettleDeps & { inbox: Inbox; provider: Provider; watch: Watch }

/** After these looks, days have passed and the waiting state has long met its own deadline. */
const MOST_LOOKS = 400

/**
 * Looks at a task once: a finished one is settled as if its webhook had come, a running one is looked at again
 * later. A task the service no longer knows is settled as an error, because nobody will ever announce it.
 */
export const watchTask = async (
  message: WatchMessage,
  deps: WatchTaskDeps,
): Promise<'settled' | 'again' | 'over'> => {
  const callback = await deps.inbox.find(message.key)
  if (!callback || callback.outcome || message.looks >= MOST_LOOKS) return 'over'
  const outcome = await look(message, deps.provider)
  if (outcome) {
    await settleTask(message.taskId, outcome, deps)
    return 'settled'
  }
  await deps.watch.again({ ...message, looks: message.looks + 1 })
  return 'again'
}

const look = async (
  { feature: name, stage, taskId }: WatchMessage,
  provider: Provider,
): Promise<Outcome | undefined> => {
  const feature = featureNamed(name)
  if (!feature) return { status: 'error' }
  try {
    const { task_status: status } = await provider.status(feature, stage, taskId)
    return status === 'running' ? undefined : { status }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.retryable ? undefined : { status: 'error' }
  }
}
