import type { TaskTurn } from '../../../../catalog/tasks/task-place.ts'
import { log } from '../../../log.ts'
import type { Task } from '../model/task.ts'
import type { CountBacklog } from '../ports/backlog.ts'
import type { TaskStore } from '../ports/task-store.ts'
import { workSeconds } from './work-seconds.ts'

export type ForetellStartDeps = {
  tasks: Pick<TaskStore, 'get' | 'list'>
  countBacklog: CountBacklog
  /** Epoch milliseconds. */
  now: () => number
}

/** Says how a task stands that waits for a worker; undefined where that cannot be found out. */
export type ForetellStart = (
  task: Pick<Task, 'account' | 'createdAt'>,
) => Promise<TaskTurn | undefined>

/** A process counts the queue again after so many milliseconds, however many ask: a count reads 4,000 entries. */
const COUNTED_MS = 10_000
/** And looks at an account's last tasks after so many. */
const TIMED_MS = 60_000

/**
 * Foretells by the queue and by how fast those that are worked on now end, which take about as long as the account's
 * last ones did. A group that waits behind others for fairness comes later, one that passes them sooner.
 */
export function newForetellStart({ tasks, countBacklog, now }: ForetellStartDeps): ForetellStart {
  const counted = kept(COUNTED_MS, now, countBacklog)
  const timed = kept(TIMED_MS, now, (account) => workSeconds(account, tasks))
  return async ({ account, createdAt }) => {
    try {
      const [{ waiting, begun }, seconds] = await Promise.all([counted(''), timed(account)])
      const place = Math.max(1, waiting.filter((created) => created <= createdAt).length)
      const isKnown = seconds !== undefined && begun > 0
      return { place, ...(isKnown && { seconds: Math.ceil((place * seconds) / begun) }) }
    } catch (error) {
      log.warn('The place of a task could not be found out.', { error })
      return undefined
    }
  }
}

/** Answers that are kept at once; accounts that ask are few. */
const MOST_KEPT = 1_000

/** What `read` gives, read once for all who ask within a time; a failure is not kept. */
function kept<T>(
  ms: number,
  now: () => number,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const answers = new Map<string, { until: number; answer: Promise<T> }>()
  return (key) => {
    const found = answers.get(key)
    if (found && found.until > now()) return found.answer
    if (answers.size >= MOST_KEPT) answers.clear()
    const answer = read(key)
    answers.set(key, { until: now() + ms, answer })
    answer.catch(() => answers.delete(key))
    return answer
  }
}
