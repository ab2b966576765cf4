import { frameProgress, progressOf, type Task, type TaskAdmin } from '../../service/admin.ts'

/** Running tasks that are looked through for those of a job. */
const MOST = 200

/** The running tasks that a job has in a service whose stores are within reach. */
export async function runningTasksOf({ tasks, now }: TaskAdmin, job: string): Promise<Task[]> {
  const soon = Math.floor(now() / 1000) + 60
  const ids = await tasks.runningCreatedBefore({ waiting: soon, begun: soon }, MOST)
  const found = await Promise.all(ids.map((id) => tasks.get(id)))
  return found.filter((task) => task?.correlationId === job && task.status === 'running') as Task[]
}

/** How far a job's video is, in words; undefined where nothing is counted. */
export async function describeProgress(
  service: TaskAdmin,
  job: string,
): Promise<string | undefined> {
  const [progress] = (await runningTasksOf(service, job)).flatMap((task) => progressOf(task) ?? [])
  if (!progress) return undefined
  const { frames_done, frames_total, frames_per_second, seconds_left } = frameProgress(progress)
  const pace =
    frames_per_second === undefined
      ? ''
      : `, ${frames_per_second} a second, about ${seconds_left} s left`
  return `${frames_done} of ${frames_total} frames${pace}`
}
