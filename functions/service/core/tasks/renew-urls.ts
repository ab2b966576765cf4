import { log } from '../../../log.ts'
import { parsePresignedUrl } from '../../../parse-presigned-url.ts'
import type { Task } from '../model/task.ts'
import type { TaskStore } from '../ports/task-store.ts'

/** What of a task names its files: their URLs, which some parameters repeat. */
type Named = Pick<Task, 'files' | 'parameters'>

/**
 * Lets a task that waits for a worker have the presigned URLs of an equal request, where these end later than its own:
 * those may end before anybody fetches them. A task on which work has begun keeps what it has.
 */
export async function renewUrls(
  task: Pick<Task, 'id' | 'status' | 'startedAt'> & Named,
  { files, parameters }: Named,
  { tasks }: { tasks: Pick<TaskStore, 'renewUrls'> },
): Promise<void> {
  if (task.status !== 'running' || task.startedAt !== undefined) return
  if (!(firstEnd({ files, parameters }) > firstEnd(task))) return
  if (await tasks.renewUrls(task.id, files, parameters)) {
    log.info('A waiting task has newer source URLs.', { taskId: task.id })
  }
}

/** Epoch seconds at which the first presigned URL of a task ends; `NaN`, which nothing is later than, without any. */
function firstEnd({ files, parameters }: Named): number {
  const ends: number[] = []
  JSON.stringify({ files, parameters }, (_, value: unknown) => {
    const end = typeof value === 'string' ? parsePresignedUrl(value)?.end : undefined
    if (end !== undefined) ends.push(end)
    return value
  })
  return ends.length > 0 ? Math.min(...ends) : Number.NaN
}
