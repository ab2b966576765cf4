import { Command } from 'commander'
import { parkedJobs } from '../../functions/operate/jobs/parked-jobs.ts'
import { releaseJob } from '../../functions/operate/jobs/release-job.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { describeParked } from '../jobs/describe-parked.ts'

/** `darkroom parked`: the files that wait for a day's budget, and letting them go on all the same. */
export function parked(): Command {
  return new Command('parked')
    .description('list the files that wait for the budget, or let them go on')
    .addCommand(list(), { isDefault: true })
    .addCommand(release())
}

function list() {
  return pipelineCommand('list', 'the parked files, the oldest first', async (clients) => {
    const jobs: Job[] = []
    for await (const job of parkedJobs(clients)) jobs.push(job)
    return {
      lines: jobs.length > 0 ? jobs.map(lineOf) : ['Nothing is parked.'],
      json: jobs.map(({ id, source, recipe, parked }) => ({
        job: id,
        key: source.key,
        recipe: recipe.name,
        ...parked,
      })),
    }
  })
}

function release() {
  return pipelineCommand<{ all?: true }>(
    'release [job]',
    'let a parked file go on, or all of them, whatever the budget says',
    async (clients, { all }, id) => {
      if (Boolean(all) === (id !== undefined)) throw new Error('Name one job, or use --all.')
      const released: string[] = []
      for await (const job of parkedJobs(clients)) {
        if (id === undefined || job.id === id) released.push(await releaseJob(clients, job.id))
      }
      if (id !== undefined && released.length === 0) throw new Error(`${id} is not parked.`)
      return {
        lines:
          released.length > 0 ? released.map((job) => `${job} goes on`) : ['Nothing is parked.'],
        json: released,
      }
    },
  ).option('--all', 'every parked file')
}

function lineOf({ id, recipe, source, parked }: Job): string {
  return `${parked?.since}  ${recipe.name.padEnd(12)}  ${id}  ${JSON.stringify(source.key)}  ${parked && describeParked(parked)}`
}
