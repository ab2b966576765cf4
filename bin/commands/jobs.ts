import { Command } from 'commander'
import { localClients } from '../clients.ts'
import { dataOption, wholeNumber } from '../data-option.ts'
import { listJobs } from '../list-jobs.ts'

type Options = { limit: number; json?: true; data: string }

/** `darkroom jobs`: the latest jobs, newest first. */
export const jobs = (): Command =>
  new Command('jobs')
    .description('list the latest jobs, newest first')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)
    .option('--json', 'print JSON')
    .addOption(dataOption())
    .action(async ({ limit, json, data }: Options) => {
      const found = await listJobs(localClients(data), limit)
      if (json) return console.log(JSON.stringify(found, null, 2))
      if (found.length === 0) return console.log('No jobs yet.')
      for (const { id, status, createdAt, recipe, source, failure } of found) {
        const why = failure ? `  ${failure.code}` : ''
        console.log(
          `${createdAt}  ${status.padEnd(9)}  ${recipe.name.padEnd(12)}  ${id}  ${JSON.stringify(source.key)}${why}`,
        )
      }
    })
