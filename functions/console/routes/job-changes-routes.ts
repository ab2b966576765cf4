import { Failure } from '../../../catalog/failures/failure.ts'
import { releaseJob } from '../../operate/jobs/release-job.ts'
import { requireChanges } from '../../operate/jobs/require-changes.ts'
import { requireFailed, retryJob } from '../../operate/jobs/retry-job.ts'
import { stopJob } from '../../operate/jobs/stop-job.ts'
import type { PipelineClients } from '../../operate/pipeline-clients.ts'
import type { Job } from '../../operate/pipeline-records.ts'
import { CHANGES } from './changes.ts'
import { requireJob } from './require-job.ts'
import { type ConsoleRoute, type RouteDeps, route } from './route.ts'

/** What is done to one job. */
export const JOB_CHANGES_ROUTES: readonly ConsoleRoute[] = [
  route({
    ...CHANGES.retry,
    handle: async ({ at, body: { overrides } }, deps) => {
      const job = await requireJob(at, deps)
      const ready = await requireFailed(deps.pipeline, job.id).catch((error: Error) => {
        throw new Failure('StateConflict', error.message)
      })
      const changes = overrides && JSON.stringify(overrides)
      if (changes !== undefined) {
        await requireChanges(deps.pipeline, ready, changes).catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error
          throw new Failure('InvalidParameters', error.message)
        })
      }
      return { json: { job: job.id, attempt: await retryJob(changing(deps), ready, changes) } }
    },
  }),
  route({
    ...CHANGES.stop,
    handle: async ({ at }, deps) => {
      const job = await requireJob(at, deps)
      if (job.status !== 'running') throw conflict(job, 'Only a running job can be stopped')
      return { json: await stopJob(deps.pipeline, deps.endTasks, job.id) }
    },
  }),
  route({
    ...CHANGES.release,
    handle: async ({ at }, deps) => {
      const job = await requireJob(at, deps)
      if (job.status !== 'parked') throw conflict(job, 'Only a parked job can be let go on')
      return { json: { job: await releaseJob(changing(deps), job.id) } }
    },
  }),
]

/** The pipeline with the queue that only the function has which changes something. */
function changing({ pipeline, sqs }: RouteDeps): PipelineClients {
  if (!sqs) throw new Error('Nothing is changed here.')
  return { ...pipeline, sqs }
}

function conflict({ id, status }: Job, rule: string): Failure {
  return new Failure(
    'StateConflict',
    `${rule}; ${id} ${status === 'running' ? 'runs' : `is ${status}`}.`,
  )
}
