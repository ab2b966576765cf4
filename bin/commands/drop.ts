import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { localClients } from '../clients.ts'
import { dataOption } from '../data-option.ts'
import { dropFile } from '../drop-file.ts'
import { fetchResult } from '../fetch-result.ts'
import { followJob } from '../follow-job.ts'

type Options = { recipe: string; follow?: true; out?: string; data: string }

/** `darkroom drop FILE --recipe NAME`: hands a file to a running `npm start`. */
export const drop = (): Command =>
  new Command('drop')
    .description('drop a file into the bucket of a running `npm start`')
    .argument('<file>', 'photo to develop')
    .requiredOption('--recipe <name>', 'what to do with it, e.g. slim')
    .option('--follow', 'wait for the job and show its progress; fails when the job fails')
    .option('-o, --out <file>', 'write the result here (implies --follow)')
    .addOption(dataOption())
    .action(async (file: string, options: Options) => {
      const clients = localClients(options.data)
      const { job, key } = await dropFile(file, options.recipe, clients)
      console.log(job)
      if (!options.follow && !options.out) return
      const ended = await followJob(clients, job)
      if (ended.failure) throw new Error(`${key} failed: ${ended.failure.message}`)
      for (const result of ended.results ?? []) console.log(`s3://${result.bucket}/${result.key}`)
      if (options.out) await writeFile(options.out, await fetchResult(clients, ended))
    })
