import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { describeParked } from '../describe-parked.ts'
import { dropFile } from '../drop-file.ts'
import { openResult } from '../fetch-result.ts'
import { followJob } from '../follow-job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { pipelineCommand } from '../pipeline-command.ts'
import type { CommandOutput } from '../stack-command.ts'

type Options = { recipe: string; follow?: true; out?: string }

/** `darkroom drop FILE --recipe NAME`: hands a file to the pipeline. */
export function drop() {
  return pipelineCommand<Options>('drop <file>', 'drop a file under a recipe', dropped)
    .requiredOption('--recipe <name>', 'what to do with it, e.g. slim')
    .option('--follow', 'wait for the job and show its progress; fails when the job fails')
    .option('-o, --out <file>', 'write the result here (implies --follow)')
}

async function dropped(
  clients: PipelineClients,
  { recipe, follow, out }: Options,
  file = '',
): Promise<CommandOutput> {
  const { job, key } = await dropFile(file, recipe, clients)
  if (!follow && out === undefined) return { lines: [job], json: { job, key } }
  const ended = await followJob(clients, job)
  if (ended.failure) throw new Error(`${key} failed: ${ended.failure.message} (${job})`)
  if (ended.parked) return { lines: [job, describeParked(ended.parked)], json: ended }
  if (out !== undefined) await pipeline(await openResult(clients, ended), createWriteStream(out))
  const results = (ended.results ?? []).map(({ bucket, key: name }) => `s3://${bucket}/${name}`)
  return { lines: [job, ...results], json: ended }
}
