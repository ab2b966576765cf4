import { counted } from '../../functions/operate/counted.ts'
import { listJobs } from '../../functions/operate/jobs/list-jobs.ts'
import { type FilesPlan, planFiles } from '../../functions/operate/plan/plan-files.ts'
import { quotasOf } from '../../functions/operate/plan/quotas.ts'
import { requireRecipe } from '../../functions/operate/recipes/require-recipe.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { findFiles } from '../drop/find-files.ts'

type Options = {
  files?: number
  mix?: string
  recipe: string
  over: number
  batch?: number
  workers?: number
  openFiles?: number
  region?: string
  stack?: string
}

/** Ended jobs it is made from, and for how many days back. */
const JOBS = 100
const DAYS = 30
/** Megabytes of a worker of pictures. */
const WORKER_MEGABYTES = 2048
/** Where a stack was deployed before it told. */
const DEPLOYED_WORKERS = 10
const DEPLOYED_OPEN_FILES = 1000

/** `darkroom plan`: time, dollars and what bounds them, for files that are not there yet. */
export function plan() {
  return pipelineCommand<Options>(
    'plan',
    'say how long so many files would take, what they would cost and what bounds them',
    async (clients, options) => {
      const { recipe, over, batch, stack } = options
      await requireRecipe(recipe, { s3: clients.s3, bucket: clients.at.dropBucket })
      const mix = options.mix === undefined ? undefined : await bytesOf(options.mix)
      const files = options.files ?? mix?.length
      if (files === undefined)
        throw new Error('Say how many: --files, or a folder of them by --mix.')
      const since = new Date(Date.now() - DAYS * 86_400_000)
      const jobs = await listJobs(clients, { limit: 2 * JOBS, since, recipe })
      const succeeded = jobs.filter(({ status, refused }) => status === 'succeeded' && !refused)
      const isLocal = stack === undefined
      const { bounds } = clients
      const workers = options.workers ?? bounds?.workers?.pictures ?? DEPLOYED_WORKERS
      const openFiles = options.openFiles ?? bounds?.openFiles ?? DEPLOYED_OPEN_FILES
      const region = options.region ?? process.env['AWS_REGION'] ?? ''
      const planned = planFiles(
        succeeded.slice(0, JOBS),
        {
          files,
          arrival: batch === undefined ? { overSeconds: over } : { atOnce: batch },
          mix,
          workers,
          openFiles,
          workerMegabytes: isLocal ? 0 : WORKER_MEGABYTES,
          quotas: quotasOf(region, isLocal),
          ...(isLocal && { processors: 1 }),
        },
        Math.random,
      )
      return {
        lines: linesOf(planned, { files, recipe }, workers),
        json: { files, recipe, workers, ...planned },
      }
    },
  )
    .option(
      '--files <n>',
      'how many; with --mix as many as it holds',
      wholeNumber('--files', 1, 10_000_000),
    )
    .option('--mix <folder>', 'files like those that are to come: as large as these are')
    .requiredOption('--recipe <name>', 'what to do with them, e.g. slim')
    .option(
      '--over <seconds>',
      'how long it takes to drop them',
      wholeNumber('--over', 1, 2_592_000),
      60,
    )
    .option(
      '--batch <n>',
      'they are a batch of so many files at once, and not dropped',
      wholeNumber('--batch', 1, 10_000),
    )
    .option(
      '--workers <n>',
      'tasks worked on at once; as many as the pipeline’s service has',
      wholeNumber('--workers', 1, 1000),
    )
    .option(
      '--open-files <n>',
      'dropped files that are under way at once; as many as the pipeline lets',
      wholeNumber('--open-files', 1, 100_000),
    )
    .option('--region <name>', 'whose quotas count; AWS_REGION')
}

/** Of pictures and videos of a folder, of all below it. */
async function bytesOf(folder: string): Promise<number[]> {
  const { files } = await findFiles([folder])
  if (files.length === 0) throw new Error(`${folder} holds no picture and no video.`)
  return files.map(({ size }) => size)
}

function linesOf(
  planned: FilesPlan,
  { files, recipe }: { files: number; recipe: string },
  workers: number,
): string[] {
  const { from, seconds, failedForWaiting, dollars, total, units, bounds } = planned
  const parts = Object.entries(dollars).filter(([, amount]) => amount >= 0.005)
  const [first] = bounds
  return [
    `${counted(files, 'file')} under ${recipe}, by its last ${counted(from, 'job')}:`,
    `time     ${span(seconds)} until the last one, with ${counted(workers, 'worker')}`,
    `units    about ${units}`,
    `dollars  about ${total.toFixed(2)}${parts.length > 0 ? `: ${parts.map(partOf).join(', ')}` : ''}`,
    `bounded  by ${first?.name}, used to ${Math.round(100 * (first?.share ?? 0))} %`,
    ...(failedForWaiting > 0
      ? [
          `failed   ${failedForWaiting} would wait longer than a day for a worker: more workers are needed`,
        ]
      : []),
  ]
}

function partOf([line, amount]: [string, number]): string {
  return `${NAMES[line] ?? line} ${amount.toFixed(2)}`
}

const NAMES: Readonly<Record<string, string>> = {
  stepFunctions: 'transitions',
  lambda: 'Lambda',
  s3: 'S3',
  dynamodb: 'DynamoDB',
  generator: 'generators',
}

function span(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
