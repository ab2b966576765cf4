import { Option } from 'commander'
import { type FailureGroup, groupFailures } from '../../functions/operate/jobs/group-failures.ts'
import { parseSince } from '../../functions/operate/jobs/jobs-since.ts'
import { listJobs } from '../../functions/operate/jobs/list-jobs.ts'
import type { Job } from '../../functions/pipeline/ports/job.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { describeParked } from '../jobs/describe-parked.ts'

type Options = {
  limit: number
  since: string
  state?: Job['status']
  recipe?: string
  why?: true
}

const STATES: Job['status'][] = ['running', 'parked', 'succeeded', 'failed']

/** `darkroom jobs`: the latest jobs, newest first. */
export function jobs() {
  return pipelineCommand<Options>(
    'jobs',
    'list the latest jobs, newest first',
    async (clients, { limit, since, state, recipe, why }) => {
      const from = parseSince(since)
      if (why) {
        const all = { limit: MOST_FAILED, since: from, state: 'failed', recipe } as const
        const groups = groupFailures(await listJobs(clients, all))
        return { lines: groups.length > 0 ? linesOf(groups) : ['No job failed.'], json: groups }
      }
      const found = await listJobs(clients, { limit, since: from, state, recipe })
      return { lines: found.length > 0 ? found.map(lineOf) : ['No jobs.'], json: found }
    },
  )
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .option('--recipe <name>', 'only those of this recipe')
    .option('--why', 'group the failed ones by their reason, the most frequent first')
    .option('--since <when>', 'a span like 90m, 24h or 7d, or a date', '90d')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 10_000), 20)
}

const MOST_FAILED = 100_000

function linesOf(groups: readonly FailureGroup[]): string[] {
  return groups.flatMap(({ code, state, message, retryable, refused, jobs: ids, keys }) => [
    `${String(ids.length).padStart(5)}  ${code} in ${state}: ${message}`,
    `       ${refused ? 'The file does not suit.' : `Trying again ${retryable ? 'may' : 'will not'} help.`} ${JSON.stringify(keys[0])} (${ids[0]})${ids.length > 1 ? ` and ${ids.length - 1} more` : ''}`,
  ])
}

function lineOf({ id, status, createdAt, recipe, source, failure, parked }: Job): string {
  const why = failure?.code ?? (parked && describeParked(parked)) ?? ''
  return `${createdAt}  ${status.padEnd(9)}  ${recipe.name.padEnd(12)}  ${id}  ${JSON.stringify(source.key)}  ${why}`.trimEnd()
}
