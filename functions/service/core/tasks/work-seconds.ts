import type { TaskStore } from '../ports/task-store.ts'

/** Tasks of an account whose work says how long one takes. */
const TIMED = 10

/** What the work on one of the last tasks of an account took on average; undefined where none succeeded. */
export async function workSeconds(
  account: string,
  tasks: Pick<TaskStore, 'get' | 'list'>,
): Promise<number | undefined> {
  const last = await tasks.list(account, TIMED, 'success')
  const found = await Promise.all(last.map(({ id }) => tasks.get(id)))
  const times = found.flatMap((task) =>
    task?.startedAt === undefined || task.finishedAt === undefined
      ? []
      : [task.finishedAt - task.startedAt],
  )
  if (times.length === 0) return undefined
  return times.reduce((sum, one) => sum + one, 0) / times.length
}
