import { Failure } from '../../../../catalog/failures/failure.ts'
import type { Task } from '../model/task.ts'
import { MAX_BATCHED_FREE_TASKS, MAX_FREE_TASKS } from '../ports/free-task-store.ts'
import type { FinishDeps } from './finish-task.ts'
import { isOverdue, timeOutTask } from './time-out-task.ts'

/** A request lives for seconds: a task that is not stored by then never will be. */
const CREATION_SECONDS = 60
/** The most tasks that one refused request looks at, so that none is delayed by a long clean-up. */
const BATCH_SIZE = 10

/**
 * Counts a task in that costs no units, so that one account does not fill the service with them. `finishTask` counts
 * it out. Throws `TooManyRequests` above the bound, which is lower for a batch; before that it frees what crashed
 * requests and workers left.
 */
export async function countFreeTask(
  { id, account, batched }: Pick<Task, 'id' | 'account' | 'batched'>,
  deps: FinishDeps,
): Promise<void> {
  const at = Math.floor(deps.now() / 1000)
  const most = batched ? MAX_BATCHED_FREE_TASKS : MAX_FREE_TASKS
  const add = () => deps.freeTasks.add(account, id, at, most)
  if (await add()) return
  if ((await freeStale(account, at, deps)) > 0 && (await add())) return
  throw new Failure(
    'TooManyRequests',
    `An account may have ${MAX_FREE_TASKS} tasks under way that cost no units, such as detections` +
      `${batched ? `, and its batches ${most} of these` : ''}; wait for some to end.`,
  )
}

async function freeStale(account: string, now: number, deps: FinishDeps): Promise<number> {
  const old = Object.entries(await deps.freeTasks.list(account))
    .filter(([, at]) => now - at >= CREATION_SECONDS)
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, BATCH_SIZE)
  const freed = await Promise.all(old.map(([id]) => freeIfStale(account, id, deps)))
  return freed.filter(Boolean).length
}

async function freeIfStale(account: string, id: string, deps: FinishDeps): Promise<boolean> {
  const task = await deps.tasks.get(id)
  if (task?.status === 'running') {
    if (!isOverdue(task, deps.now())) return false
    await timeOutTask(task, deps)
    return true
  }
  await deps.freeTasks.remove(account, id)
  return true
}
