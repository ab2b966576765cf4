import { StopExecutionCommand } from '@aws-sdk/client-sfn'
import { stopTask, type TaskAdmin } from '../../service/admin.ts'
import type { PipelineReader } from '../pipeline-clients.ts'
import { readTimeline } from '../timeline/read-timeline.ts'
import { readJob } from './read-job.ts'
import { runningTasksOf } from './running-tasks.ts'

/** What became of a job that was stopped. */
export type StoppedJob = {
  /** Tasks of our own service that were stopped with it. */
  stopped: string[]
  /** Whether a task may run on in a service that is another's, and be charged there. */
  runsOn: boolean
}

/** The states of a job that wait for a task of the service. */
export const WAITS: ReadonlySet<string> = new Set([
  'PreProcess',
  'CreateTask',
  'FindInPart',
  'CreatePartTask',
])

/** Ends a running job, and its tasks in `own`, our own service. Throws where the job is not running. */
export async function stopJob(
  clients: PipelineReader,
  own: TaskAdmin | undefined,
  id: string,
): Promise<StoppedJob> {
  const job = await readJob(clients, id)
  if (job?.status !== 'running') {
    throw new Error(job ? `${id} is not running: it ${job.status}.` : `There is no job ${id}.`)
  }
  const waited = (await readTimeline(clients, id)).some(
    ({ state, open }) => open && WAITS.has(state),
  )
  const executionArn = `${clients.at.stateMachineArn.replace(':stateMachine:', ':execution:')}:${id}`
  // The job first: the end of a task would let it go on, or try the task again.
  await clients.sfn.send(
    new StopExecutionCommand({ executionArn, cause: 'Stopped by darkroom stop.' }),
  )
  const stopped = own ? await stopTasks(own, id) : []
  return { stopped, runsOn: waited && stopped.length === 0 }
}

async function stopTasks(own: TaskAdmin, job: string): Promise<string[]> {
  const stopped: string[] = []
  for (const task of await runningTasksOf(own, job)) {
    const { status } = await stopTask(task, own)
    if (status === 'error') stopped.push(task.id)
  }
  return stopped
}
