import type { Feature, Stage } from '../../../catalog/feature.ts'
import type { Provider } from '../provider/provider.ts'
import type { Watch } from '../watch-task/watch.ts'
import type { Inbox } from './inbox.ts'
import { answer, type SettleDeps, settleCallback } from './settle-task.ts'

export type OpenTaskDeps = SettleDeps & { inbox: Inbox; provider: Provider; watch: Watch }

export type OpenTask = {
  key: string
  token: string
  feature: Feature
  stage: Stage
  /** The creation's body. A retry sends the body of the first try, whatever it is given here. */
  request: Record<string, unknown>
}

/**
 * Creates the task a state waits for, so that no crash, retry or early webhook can lose it or make it twice: the
 * token is stored before the task exists, the creation carries the callback's key, and an outcome that came first
 * is answered at once. A retried state lands here again with a new token and finds what the first try did.
 */
export const openTask = async (task: OpenTask, deps: OpenTaskDeps): Promise<void> => {
  const { key, token, feature, stage } = task
  const callback = await deps.inbox.hold(key, token, task.request)
  if (callback.outcome) return answer(callback, deps)

  const taskId =
    callback.taskId ?? (await deps.provider.create(feature, stage, callback.request, key))
  const early = await deps.inbox.link(key, taskId)
  if (early) return settleCallback(key, early, deps)
  await deps.watch.begin({ key, taskId, feature: feature.name, stage })
}
