import { Command } from 'commander'
import { estimateCost } from '../../functions/pipeline/cost/estimate-cost.ts'
import { localClients } from '../clients.ts'
import { dataOption } from '../data-option.ts'
import { drawTimeline } from '../draw-timeline.ts'
import { readJob } from '../read-job.ts'
import { readTimeline } from '../read-timeline.ts'

/** `darkroom job ID`: one job with the timeline of its execution. */
export const job = (): Command =>
  new Command('job')
    .description('show one job and the timeline of its execution')
    .argument('<id>', 'the id `darkroom drop` and `darkroom jobs` print')
    .option('--json', 'print JSON')
    .addOption(dataOption())
    .action(async (id: string, { json, data }: { json?: true; data: string }) => {
      const clients = localClients(data)
      const record = await readJob(clients, id)
      if (!record) throw new Error(`There is no job ${id}.`)
      const timeline = await readTimeline(clients, id)
      if (json) return console.log(JSON.stringify({ ...record, timeline }, null, 2))
      const { status, source, recipe, results = [], failure } = record
      console.log(`${id}  ${status}`)
      console.log(
        `source   ${source.bucket} ${JSON.stringify(source.key)} version ${source.version}`,
      )
      console.log(
        `recipe   ${recipe.name}${record.attempt > 0 ? `, attempt ${record.attempt}` : ''}`,
      )
      for (const { bucket, key, size } of results)
        console.log(`result   s3://${bucket}/${key} (${size} bytes)`)
      if (failure) {
        console.log(`failed   ${failure.code} in ${failure.state}: ${failure.message}`)
        console.log(
          `         ${failure.retryable ? 'Trying again may help.' : 'Trying again will not help.'}`,
        )
      }
      if (status !== 'running') {
        const { units, transitions, dollars } = estimateCost(record)
        console.log(
          `cost     ${units} units, ${transitions} transitions, about $${dollars.total.toFixed(6)}`,
        )
      }
      for (const line of drawTimeline(timeline)) console.log(`  ${line}`)
    })
