import type { Task } from '../functions/service/model/task.ts'
import { frameProgress, progressOf } from '../functions/service/tasks/frame-progress.ts'
import { type AdminContext, localAdminContext } from './admin-context.ts'
import type { PipelineClients } from './pipeline-clients.ts'

/** Running tasks that are looked through for those of a job. */
const MOST = 200

/** The running tasks that a job has in a service whose stores are within reach. */
export async function runningTasksOf({ tasks, now }: AdminContext, job: string): Promise<Task[]> {
  const ids = await tasks.runningCreatedBefore(Math.floor(now() / 1000) + 60, MOST)
  const found = await Promise.all(ids.map((id) => tasks.get(id)))
  return found.filter((task) => task?.correlationId === job && task.status === 'running') as Task[]
}

/** How far a job's video is, in words; undefined where the service is another one, or counts nothing. */
export async function describeProgress(
  { service }: PipelineClients,
  job: string,
): Promise<string | undefined> {
  if (!service) return undefined
  const admin = localAdminContext(service)
  try {
    const [progress] = (await runningTasksOf(admin, job)).flatMap((task) => progressOf(task) ?? [])
    if (!progress) return undefined
    const { frames_done, frames_total, frames_per_second, seconds_left } = frameProgress(progress)
    const pace =
      frames_per_second === undefined
        ? ''
        : `, ${frames_per_second} a second, about ${seconds_left} s left`
    return `${frames_done} of ${frames_total} frames${pace}`
  } finally {
    admin.close()
  }
}
