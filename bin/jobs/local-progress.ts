import { describeProgress } from '../../functions/operate/jobs/running-tasks.ts'
import { localAdminContext } from '../connection/admin-context.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'

/** How far a job's video is, in words; undefined where the service is another one, or counts nothing. */
export async function localProgress(
  { service }: OpenedPipeline,
  job: string,
): Promise<string | undefined> {
  if (!service) return undefined
  const admin = localAdminContext(service)
  try {
    return await describeProgress(admin, job)
  } finally {
    admin.close()
  }
}
