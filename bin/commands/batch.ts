import { Command } from 'commander'
import { progressOf } from '../../functions/operate/batches/batch-progress.ts'
import { dropManifest } from '../../functions/operate/batches/drop-manifest.ts'
import { listBatches } from '../../functions/operate/batches/list-batches.ts'
import { readBatch } from '../../functions/operate/batches/read-batch.ts'
import { readBatchItems } from '../../functions/operate/batches/read-batch-items.ts'
import { redriveBatch } from '../../functions/operate/batches/redrive-batch.ts'
import type { BatchSettings } from '../../functions/operate/batches/settings-metadata.ts'
import { type Told, writeManifest } from '../../functions/operate/batches/write-manifest.ts'
import { counted } from '../../functions/operate/counted.ts'
import type { Batch } from '../../functions/operate/pipeline-records.ts'
import { foretell, type Outlook } from '../../functions/operate/plan/foretell.ts'
import { loadRecipeText } from '../../functions/operate/recipes/load-recipe.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { foretellSite } from '../connection/foretell-site.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import type { CommandOutput } from '../connection/stack-command.ts'
import { batchLines } from '../jobs/batch-lines.ts'
import { endStatus } from '../jobs/end-status.ts'
import { boundLines, estimateLine } from '../jobs/estimate-line.ts'
import { fetchBatch } from '../jobs/fetch-batch.ts'
import { followBatch } from '../jobs/follow-batch.ts'
import { sayWhatGoesOn } from '../jobs/say-what-goes-on.ts'
import { note, replaceLine } from '../program/say.ts'
import { saySheets } from '../sheet/say-sheets.ts'
import { rowsOfItem, type SheetRow } from '../sheet/sheet-row.ts'
import { MOST_ROWS, requireSheet } from '../sheet/write-sheet.ts'

/**
 * `darkroom batch ID` shows how far a batch is, `list` lists them, `start` begins one over every file below a prefix,
 * `fetch` writes its results into a folder, `redrive` lets a failed one go on.
 */
export function batch(): Command {
  return new Command('batch')
    .description('work many files at once, and see how far that is')
    .addCommand(show(), { isDefault: true })
    .addCommand(list())
    .addCommand(fetch())
    .addCommand(start())
    .addCommand(redrive())
}

function show(): Command {
  return pipelineCommand<{ follow?: true }>(
    'show <id>',
    'show how far a batch is: `darkroom batch ID` will do',
    async (clients, { follow }, id = '') => {
      if (follow) return await followed(clients, id)
      const found = await readBatch(clients, id)
      return { lines: batchLines(found), json: { ...found, progress: progressOf(found) } }
    },
  ).option('--follow', FOLLOW)
}

const FOLLOW = 'wait for its files, with a line for each; fails when one of them fails'

/** Follows a batch to its end. The status is that of its files. */
async function followed(clients: OpenedPipeline, id: string): Promise<CommandOutput> {
  const how = `\`darkroom batch ${id} --follow\` takes it up.`
  const ended = await sayWhatGoesOn(
    () => ({ jobs: 0, how: `The batch goes on; ${how}` }),
    () => followBatch(clients, id),
  )
  const status = await statusOf(ended, clients)
  if (status !== 0) process.exitCode = status
  return { lines: batchLines(ended), json: { ...ended, progress: progressOf(ended) } }
}

/** Whether refused files came back, their lines tell; what failed, the counts. */
async function statusOf(batch: Batch, clients: OpenedPipeline): Promise<number> {
  const { status, failed, unfinished, refused = 0 } = batch
  if (status === 'failed' || failed + unfinished > 0) return endStatus([{ status: 'unfinished' }])
  let after: number | undefined
  while (refused > 0) {
    const page = await readBatchItems(batch, { after, state: 'refused' }, clients)
    const found = endStatus(page.items)
    if (found !== 0 || page.next === undefined) return found
    after = page.next
  }
  return 0
}

function list(): Command {
  return pipelineCommand<{ limit: number }>(
    'list',
    'list the latest batches, newest first',
    async (clients, { limit }) => {
      const { batches: found } = await listBatches(clients, { limit })
      return { lines: found.length > 0 ? found.map(lineOf) : ['No batches.'], json: found }
    },
  ).option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), 20)
}

function lineOf(batch: Batch): string {
  const { id, status, recipe, createdAt, total, refused = 0, failed } = batch
  const { done } = progressOf(batch)
  return `${createdAt}  ${status.padEnd(9)}  ${recipe.padEnd(12)}  ${id}  ${done} of ${total ?? '?'}, ${refused} refused, ${failed} failed`
}

function fetch(): Command {
  return pipelineCommand<{ out: string; sheet?: string; json?: true }>(
    'fetch <id>',
    'write the results of an ended batch into a folder, each where its source was',
    async (clients, { out, sheet, json: quiet }, id = '') => {
      if (sheet !== undefined) await requireSheet(sheet)
      const batch = await readBatch(clients, id)
      const show = (written: number): void => {
        if (!quiet && process.stderr.isTTY) replaceLine(`${written} written`)
      }
      const fetched = await fetchBatch(batch, out, clients, show)
      if (!quiet && process.stderr.isTTY) replaceLine()
      const { written, without, files } = fetched
      const status = await statusOf(batch, clients)
      if (status !== 0) process.exitCode = status
      const rest = without > 0 ? `; ${without} items have no result` : ''
      return {
        lines: [
          ...files.map(({ source, path }) => `${source} -> ${path}`),
          `${written} results are in ${out}${rest}.`,
          ...(sheet === undefined ? [] : await sheetOf(batch, sheet, clients)),
        ],
        json: { out, ...fetched },
      }
    },
  )
    .requiredOption('-o, --out <folder>', 'where the results go; nothing in it is overwritten')
    .option('--sheet <file>', 'write a picture of all files before and after, with reasons')
}

/** Writes sheets of a batch's items in the order of its manifest, and says where they are. */
async function sheetOf(batch: Batch, sheet: string, clients: OpenedPipeline): Promise<string[]> {
  const rows: SheetRow[] = []
  let after: number | undefined
  do {
    const page = await readBatchItems(batch, { after }, clients)
    rows.push(...page.items.flatMap((item) => rowsOfItem(item, clients.at)))
    after = page.next
  } while (after !== undefined && rows.length <= MOST_ROWS)
  return await saySheets(sheet, `${batch.recipe}, ${batch.id}`, rows, clients)
}

function redrive(): Command {
  return pipelineCommand<{ tolerate?: number }>(
    'redrive <id>',
    'let a failed batch go on with what was not worked',
    async (clients, { tolerate }, id = '') => {
      const { batch: next, how } = await redriveBatch(
        await readBatch(clients, id),
        clients,
        tolerate,
      )
      const words = how === 'resumed' ? 'goes on where it stopped' : `takes up the files of ${id}`
      return { lines: [`${next} ${words}`], json: { batch: next, how } }
    },
  ).option(
    '--tolerate <percent>',
    'another share that may fail, for a batch that is begun anew',
    wholeNumber('--tolerate', 0, 100),
  )
}

type StartOptions = BatchSettings & {
  recipe: string
  prefix?: string
  manifest?: string
  follow?: true
  json?: true
}

async function begin(
  { prefix, manifest, ...options }: StartOptions,
  { s3, at }: OpenedPipeline,
  told: Told,
): Promise<{ batch: string; key: string; files: number; unusable: number }> {
  const where = { s3, bucket: at.dropBucket }
  if (manifest !== undefined && prefix === undefined) {
    return await dropManifest({ ...options, manifest }, where, told)
  }
  if (manifest !== undefined || prefix === undefined) {
    throw new Error('Say which files: --prefix where they lie, or --manifest with a list of them.')
  }
  return { ...(await writeManifest({ ...options, prefix }, where, told)), unusable: 0 }
}

/** What a batch of so many files will take, and what bounds it. */
async function outlookOf(
  { recipe: name, concurrency }: StartOptions,
  files: number,
  clients: OpenedPipeline,
): Promise<Outlook> {
  const { recipe } = await loadRecipeText(name, { s3: clients.s3, bucket: clients.at.dropBucket })
  const arrival = { atOnce: Math.min(concurrency, files) }
  return await foretell({ name, recipe, files, arrival }, clients, foretellSite(clients))
}

function start(): Command {
  return pipelineCommand<StartOptions>(
    'start',
    'begin a batch over every file below a prefix of the drop bucket, or over a list of them',
    async (clients, options) => {
      let expected: Outlook | undefined
      const told: Told = async ({ files, unusable }) => {
        expected = await outlookOf(options, files, clients)
        if (options.json) return
        const rest =
          unusable > 0 ? ` ${counted(unusable, 'line')} cannot be used and will fail.` : ''
        note([
          `${counted(files, 'file')}.${rest}`,
          estimateLine(options.recipe, expected),
          ...boundLines(expected),
        ])
      }
      const { batch: id, key, files, unusable } = await begin(options, clients, told)
      if (options.follow) {
        note([id])
        return await followed(clients, id)
      }
      return { lines: [id], json: { batch: id, manifest: key, files, unusable, expected } }
    },
  )
    .option('--prefix <prefix>', 'where the files lie, below files/ or drop/')
    .option(
      '--manifest <file>',
      'instead of it a list of files on this machine: .csv, .jsonl or .ndjson',
    )
    .requiredOption('--recipe <name>', 'what to do with them')
    .option('--concurrency <n>', 'files at once', wholeNumber('--concurrency', 1, 10_000), 100)
    .option(
      '--tolerate <percent>',
      'leave the rest undone once more than this share has failed',
      wholeNumber('--tolerate', 0, 100),
      50,
    )
    .option('--follow', FOLLOW)
    .option('--refusals-count', 'count files that do not suit the effect as failed, too')
}
