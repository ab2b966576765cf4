import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { DEFAULT_DATA_DIR } from '../connection/data-option.ts'
import { findFolder } from '../connection/find-run.ts'
import { openPipelineClients } from '../connection/pipeline-clients.ts'
import { type CommandOutput, type StackTarget, stackCommand } from '../connection/stack-command.ts'
import { type LoggedLine, readJobLines } from '../logs/read-job-lines.ts'
import { note } from '../program/say.ts'

/** `darkroom logs JOB`: what all functions logged of one job, also after the local run was stopped. */
export function logs() {
  return logsCommand<{ service?: string }>(
    'logs <job>',
    'show the lines that all functions logged of a job, the newest last',
    async ({ target }, { service }, id = '') => {
      if (!/^[\w-]{1,128}$/.test(id)) throw new Error(`"${id}" is no job id.`)
      return target.stack === undefined
        ? await localLines(logFolder(target.data), id)
        : await deployedLines(target, service, id)
    },
  ).option(
    '--service <stack>',
    'with --stack, the stack of its task service, whose lines are shown too',
  )
}

/** Nothing is opened: the log of a run that was stopped, or that fell over, is what is wanted most. */
const logsCommand = stackCommand(
  async (target) => ({ target, close: () => undefined }),
  'DarkroomPipeline',
)

function logFolder(data: string | undefined): string {
  try {
    return join(findFolder(data), 'log')
  } catch (error) {
    const stopped = join(DEFAULT_DATA_DIR, 'log')
    if (existsSync(stopped)) return stopped
    throw error
  }
}

async function localLines(folder: string, id: string): Promise<CommandOutput> {
  const lines = await readJobLines(folder, id)
  if (lines.length === 0) {
    throw new Error(
      `No line in ${folder} is of ${id}. The latest 40 MB are kept; \`darkroom jobs\` lists the ids.`,
    )
  }
  return { lines: lines.map(lineOf), json: lines }
}

function lineOf({
  function: name,
  at = '',
  level = '',
  message,
  correlationId: _,
  ...more
}: LoggedLine): string {
  const time = at.slice(11, 23).padEnd(12)
  const fields = Object.entries(more).map(([field, value]) => `${field}=${JSON.stringify(value)}`)
  return `${time}  ${level.padEnd(5)}  ${name}  ${message}  ${fields.join(' ')}`.trimEnd()
}

/** Functions write their last lines after the job's end, and the first before its record. */
const BEFORE_MS = 60_000
const AFTER_MS = 300_000

/** Asks CloudWatch Logs Insights over the log groups of the pipeline's stack, and of the service's if it is named. */
async function deployedLines(
  target: StackTarget,
  service: string | undefined,
  id: string,
): Promise<CommandOutput> {
  const clients = await openPipelineClients(target)
  const job = await readJob(clients, id).finally(clients.close)
  if (!job) throw new Error(`There is no job ${id}.`)
  // A local run has neither, and its commands need not wait for the clients.
  const { CloudWatchLogsClient } = await import('@aws-sdk/client-cloudwatch-logs')
  const { CloudFormationClient } = await import('@aws-sdk/client-cloudformation')
  const { MOST_ROWS, queryJobLines } = await import('../logs/query-job-lines.ts')
  const { stack = '' } = target
  const lines = await queryJobLines(
    {
      stacks: service === undefined ? [stack] : [stack, service],
      ids: [id, ...taskIdsOf(job)],
      from: new Date(Date.parse(job.createdAt) - BEFORE_MS),
      to: new Date(job.finishedAt ? Date.parse(job.finishedAt) + AFTER_MS : Date.now()),
    },
    { logs: new CloudWatchLogsClient({}), formation: new CloudFormationClient({}) },
  )
  if (lines.length === 0) {
    throw new Error(
      `CloudWatch Logs holds no line of ${id}: it takes a minute until lines are found, and keeps them for a month.`,
    )
  }
  if (lines.length >= MOST_ROWS) {
    note([`There are more lines than the first ${MOST_ROWS} of each fifty log groups.`])
  }
  return { lines: lines.map(lineOf), json: lines }
}

/** The ids of the tasks that a job's record knows. */
function taskIdsOf({ trail }: Job): string[] {
  const ids = (trail?.steps ?? []).flatMap(({ tasks }) => tasks.map(({ taskId }) => taskId))
  return ids.filter((id) => id !== undefined && /^[\w-]{1,256}$/.test(id)) as string[]
}
