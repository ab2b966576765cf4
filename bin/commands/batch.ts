import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { Command } from 'commander'
import type { Batch } from '../../functions/pipeline/ports/batch.ts'
import { batchLines, progressOf } from '../batch-lines.ts'
import { wholeNumber } from '../data-option.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { pipelineCommand } from '../pipeline-command.ts'
import { redriveBatch } from '../redrive-batch.ts'
import { type ManifestOptions, writeManifest } from '../write-manifest.ts'

/**
 * `darkroom batch ID` shows how far a batch is, `start` begins one over every file below a prefix, `redrive` lets a
 * failed one go on.
 */
export function batch(): Command {
  return new Command('batch')
    .description('work many files at once, and see how far that is')
    .addCommand(show(), { isDefault: true })
    .addCommand(start())
    .addCommand(redrive())
}

function show(): Command {
  return pipelineCommand(
    'show <id>',
    'show how far a batch is: `darkroom batch ID` will do',
    async (clients, _, id = '') => {
      const found = await read(clients, id)
      return { lines: batchLines(found), json: { ...found, progress: progressOf(found) } }
    },
  )
}

async function read({ db, at }: PipelineClients, id: string): Promise<Batch> {
  const { Item } = await db.send(
    new GetCommand({ TableName: at.batchesTable, Key: { id, entry: 'batch' } }),
  )
  if (!Item) throw new Error(`There is no batch ${id}.`)
  return Item as Batch
}

function redrive(): Command {
  return pipelineCommand<{ tolerate?: number }>(
    'redrive <id>',
    'let a failed batch go on with what was not worked',
    async (clients, { tolerate }, id = '') => {
      const { batch: next, how } = await redriveBatch(await read(clients, id), clients, tolerate)
      const words = how === 'resumed' ? 'goes on where it stopped' : `takes up the files of ${id}`
      return { lines: [`${next} ${words}`], json: { batch: next, how } }
    },
  ).option(
    '--tolerate <percent>',
    'another share that may fail, for a batch that is begun anew',
    wholeNumber('--tolerate', 0, 100),
  )
}

function start(): Command {
  return pipelineCommand<ManifestOptions>(
    'start',
    'begin a batch over every file below a prefix of the drop bucket',
    async ({ s3, at }, options) => {
      const { batch: id, key, files } = await writeManifest(options, { s3, bucket: at.dropBucket })
      return { lines: [id], json: { batch: id, manifest: key, files } }
    },
  )
    .requiredOption('--prefix <prefix>', 'where the files lie, below files/ or drop/')
    .requiredOption('--recipe <name>', 'what to do with them')
    .option('--concurrency <n>', 'files at once', wholeNumber('--concurrency', 1, 10_000), 100)
    .option(
      '--tolerate <percent>',
      'leave the rest undone once more than this share has failed',
      wholeNumber('--tolerate', 0, 100),
      50,
    )
}
