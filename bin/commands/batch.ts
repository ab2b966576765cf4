import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { Command } from 'commander'
import type { Batch } from '../../functions/pipeline/batches/batch.ts'
import { wholeNumber } from '../data-option.ts'
import { workbenchCommand } from '../workbench-command.ts'
import { type ManifestOptions, writeManifest } from '../write-manifest.ts'

/** `darkroom batch ID` shows how far a batch is; `darkroom batch start` begins one over every file below a prefix. */
export const batch = (): Command =>
  new Command('batch')
    .description('work many files at once, and see how far that is')
    .addCommand(show(), { isDefault: true })
    .addCommand(start())

const show = (): Command =>
  workbenchCommand(
    'show <id>',
    'show how far a batch is: `darkroom batch ID` will do',
    async ({ db, at }, _, id = '') => {
      const { Item } = await db.send(
        new GetCommand({ TableName: at.batchesTable, Key: { id, entry: 'batch' } }),
      )
      if (!Item) throw new Error(`There is no batch ${id}.`)
      return { lines: linesOf(Item as Batch), json: Item }
    },
  )

const start = (): Command =>
  workbenchCommand<ManifestOptions>(
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

const linesOf = (found: Batch): string[] => {
  const { id, status, recipe, manifest, failure, results } = found
  const { succeeded, failed, parked = 0, unfinished } = found
  const done = succeeded + failed + parked + unfinished
  const { total } = found
  const share = total ? ` (${Math.floor((done / total) * 100)} %)` : ''
  return [
    `${id}  ${status}`,
    `manifest  ${JSON.stringify(manifest.key)} version ${manifest.version}`,
    `recipe    ${recipe}`,
    `files     ${done} of ${total ?? 'not yet counted'}${share}`,
    `          ${succeeded} succeeded, ${failed} failed, ${parked} parked, ${unfinished} unfinished`,
    ...(failure ? [`failed    ${failure.code}: ${failure.message}`] : []),
    ...(results ? [`results   ${results} in the results bucket`] : []),
  ]
}
