import { type Task, type TaskAdmin, workSeconds } from '../../service/admin.ts'

/**
 * How a task stands in the queue of the service: `place` counts from 1 the tasks of all accounts that were created up
 * to it and wait, `counted` says that there are more of them than were counted. `seconds` are left until its turn,
 * where that is known.
 */
export type TaskPlace = { place: number; counted?: 'in part'; seconds?: number }

/** Waiting tasks that are counted. */
const MOST_COUNTED = 2_000
const FUTURE = 60

/**
 * The place of a task that no worker has begun; undefined for any other. Its turn comes as fast as those that are
 * worked on now end, which take about as long as the account's last ones did. A group that waits behind others for
 * fairness comes later, one that passes them sooner.
 */
export async function placeOfTask(
  {
    tasks,
    now,
  }: Pick<TaskAdmin, 'now'> & {
    tasks: Pick<TaskAdmin['tasks'], 'get' | 'runningCreatedBefore' | 'list'>
  },
  {
    account,
    status,
    startedAt,
    createdAt,
  }: Pick<Task, 'account' | 'status' | 'startedAt' | 'createdAt'>,
): Promise<TaskPlace | undefined> {
  if (status !== 'running' || startedAt !== undefined) return undefined
  const soon = Math.floor(now() / 1000) + FUTURE
  const [waiting, begun, seconds] = await Promise.all([
    tasks.runningCreatedBefore({ waiting: createdAt + 1, begun: 0 }, MOST_COUNTED),
    tasks.runningCreatedBefore({ waiting: 0, begun: soon }, MOST_COUNTED),
    workSeconds(account, tasks),
  ])
  const place = Math.max(1, waiting.length)
  const left = seconds !== undefined && begun.length > 0
  return {
    place,
    ...(waiting.length >= MOST_COUNTED && { counted: 'in part' as const }),
    ...(left && { seconds: Math.ceil((place * seconds) / begun.length) }),
  }
}
