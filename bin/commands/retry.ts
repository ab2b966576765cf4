import { changesOf } from '../../functions/operate/jobs/changes-of.ts'
import { parseSince } from '../../functions/operate/jobs/jobs-since.ts'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import { releaseJob } from '../../functions/operate/jobs/release-job.ts'
import { requireChanges } from '../../functions/operate/jobs/require-changes.ts'
import { requireFailed, retryableJobs, retryJob } from '../../functions/operate/jobs/retry-job.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'

type Options = { all?: true; since: string; set?: string[] }

/** `darkroom retry JOB` or `--all`: a deliberate new attempt at what failed; a parked job is let go on. */
export function retry() {
  return pipelineCommand<Options>(
    'retry [job]',
    'try a failed job again, or all that a retry can help; let a parked one go on',
    async (clients, { all, since, set }, id) => {
      if (Boolean(all) === (id !== undefined)) throw new Error('Name one job, or use --all.')
      if (all && set) throw new Error('--set changes the attempt at one job; name it.')
      if (id !== undefined && (await readJob(clients, id))?.status === 'parked') {
        await releaseJob(clients, id)
        return { lines: [`${id} goes on`], json: [{ job: id, attempt: id }] }
      }
      const failed =
        id === undefined
          ? await retryableJobs(clients, parseSince(since))
          : [await requireFailed(clients, id)]
      const changes = set && JSON.stringify(changesOf(set))
      const [one] = failed
      if (changes !== undefined && one) await requireChanges(clients, one, changes)
      const begun: { job: string; attempt: string }[] = []
      for (const job of failed) {
        begun.push({ job: job.id, attempt: await retryJob(clients, job, changes) })
      }
      return {
        lines:
          begun.length > 0
            ? begun.map(({ job, attempt }) => `${job} is tried again as ${attempt}`)
            : ['There is nothing that trying again could help.'],
        json: begun,
      }
    },
  )
    .option('--all', 'every failed job a retry can help and that was not tried again')
    .option(
      '--set <path=value...>',
      'lay this over the recipe, as far as it lets: steps.0.target=leftmost',
    )
    .option('--since <when>', 'with --all: a span like 90m, 24h or 7d, or a date', '24h')
}
