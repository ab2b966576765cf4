import { stopJob } from '../../functions/operate/jobs/stop-job.ts'
import { captureOutput } from '../../local/lambda/capture-output.ts'
import {
  type AdminContext,
  localAdminContext,
  openAdminContext,
} from '../connection/admin-context.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'

/** `darkroom stop JOB`: ends a running job, and the task it waits for where that is ours. */
export function stop() {
  return pipelineCommand<{ service?: string }>(
    'stop <id>',
    'stop a running job; the task of our own service is stopped with it and costs nothing',
    async (clients, { service }, id = '') => {
      const own = await ownService(clients, service)
      try {
        const { stopped, runsOn } = await quietly(() => stopJob(clients, own, id))
        return {
          lines: [
            `${id} is stopped.`,
            ...stopped.map((task) => `Its task ${task} is stopped too and costs nothing.`),
            ...(runsOn ? [RUNS_ON] : []),
          ],
          json: { job: id, stopped, runsOn },
        }
      } finally {
        own?.close()
      }
    },
  ).option('--service <stack>', 'the deployed stack of our own service, e.g. DarkroomService')
}

/** What the service writes to its log of a task's end is no output of the command. */
async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const log = captureOutput(() => undefined)
  try {
    return await log.within('service', act)
  } finally {
    log.release()
  }
}

const RUNS_ON =
  'Its task is another service’s, or was not found: it runs on there, and may be charged.'

async function ownService(
  { service: local }: OpenedPipeline,
  stack: string | undefined,
): Promise<AdminContext | undefined> {
  if (stack !== undefined) return await openAdminContext({ stack })
  return local && localAdminContext(local)
}
