import { Option } from 'commander'
import type { Job } from '../../functions/pipeline/ports/job.ts'
import { wholeNumber } from '../data-option.ts'
import { describeParked } from '../describe-parked.ts'
import { parseSince } from '../jobs-since.ts'
import { listJobs } from '../list-jobs.ts'
import { pipelineCommand } from '../pipeline-command.ts'

type Options = { limit: number; since: string; state?: Job['status']; recipe?: string }

const STATES: Job['status'][] = ['running', 'parked', 'succeeded', 'failed']

/** `darkroom jobs`: the latest jobs, newest first. */
export function jobs() {
  return pipelineCommand<Options>(
    'jobs',
    'list the latest jobs, newest first',
    async (clients, { limit, since, state, recipe }) => {
      const found = await listJobs(clients, { limit, since: parseSince(since), state, recipe })
      return { lines: found.length > 0 ? found.map(lineOf) : ['No jobs.'], json: found }
    },
  )
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .option('--recipe <name>', 'only those of this recipe')
    .option('--since <when>', 'a span like 90m, 24h or 7d, or a date', '90d')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 10_000), 20)
}

function lineOf({ id, status, createdAt, recipe, source, failure, parked }: Job): string {
  const why = failure?.code ?? (parked && describeParked(parked)) ?? ''
  return `${createdAt}  ${status.padEnd(9)}  ${recipe.name.padEnd(12)}  ${id}  ${JSON.stringify(source.key)}  ${why}`.trimEnd()
}
