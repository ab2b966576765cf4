import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import { DEFAULT_DATA_DIR } from '../connection/data-option.ts'
import { findFolder } from '../connection/find-run.ts'
import { openPipelineClients } from '../connection/pipeline-clients.ts'
import { type CommandOutput, type StackTarget, stackCommand } from '../connection/stack-command.ts'
import { type LoggedLine, readJobLines } from '../logs/read-job-lines.ts'

/** `darkroom logs JOB`: what all functions logged of one job, also after the local run was stopped. */
export function logs() {
  return logsCommand(
    'logs <job>',
    'show the lines that all functions logged of a job, the newest last',
    async ({ target }, _, id = '') => {
      if (!/^[\w-]{1,128}$/.test(id)) throw new Error(`"${id}" is no job id.`)
      return target.stack === undefined
        ? await localLines(logFolder(target.data), id)
        : await insights(target, id)
    },
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

/** What the account keeps is read by the account's own means. */
async function insights(target: StackTarget, id: string): Promise<CommandOutput> {
  const clients = await openPipelineClients(target)
  try {
    const job = await readJob(clients, id)
    if (!job) throw new Error(`There is no job ${id}.`)
    const { createdAt, finishedAt } = job
    const query = `filter correlationId = "${id}" | sort @timestamp asc | display @timestamp, @log, level, message`
    return {
      lines: [
        'The lines of deployed functions are in CloudWatch Logs, which this command does not read.',
        `In Logs Insights, over the log groups of both stacks, from ${createdAt} to ${finishedAt ?? 'now'}:`,
        '',
        query,
      ],
      json: { query, from: createdAt, ...(finishedAt && { to: finishedAt }) },
    }
  } finally {
    clients.close()
  }
}
