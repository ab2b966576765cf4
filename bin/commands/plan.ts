import { availableParallelism } from 'node:os'
import { counted } from '../../functions/operate/counted.ts'
import { listJobs } from '../../functions/operate/jobs/list-jobs.ts'
import { type FilesPlan, planFiles } from '../../functions/operate/plan/plan-files.ts'
import { LARGE_REGION, OTHER_REGION } from '../../functions/operate/plan/quotas.ts'
import { requireRecipe } from '../../functions/operate/recipes/require-recipe.ts'
import { wholeNumber } from '../connection/data-option.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'

type Options = {
  files: number
  recipe: string
  over: number
  batch?: number
  workers?: number
  openFiles: number
  region?: string
  stack?: string
}

/** Ended jobs it is made from, and for how many days back. */
const JOBS = 100
const DAYS = 30
/** Megabytes of a worker of pictures. */
const WORKER_MEGABYTES = 2048
const DEPLOYED_WORKERS = 10
/** The regions with the larger quotas of Step Functions (Developer Guide, "Quotas"). */
const LARGE_REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1']

/** `darkroom plan`: time, dollars and what bounds them, for files that are not there yet. */
export function plan() {
  return pipelineCommand<Options>(
    'plan',
    'say how long so many files would take, what they would cost and what bounds them',
    async (clients, options) => {
      const { files, recipe, over, batch, openFiles, stack } = options
      await requireRecipe(recipe, { s3: clients.s3, bucket: clients.at.dropBucket })
      const since = new Date(Date.now() - DAYS * 86_400_000)
      const jobs = await listJobs(clients, { limit: 2 * JOBS, since, recipe })
      const succeeded = jobs.filter(({ status, refused }) => status === 'succeeded' && !refused)
      const isLocal = stack === undefined
      const workers = options.workers ?? (isLocal ? localWorkers() : DEPLOYED_WORKERS)
      const region = options.region ?? process.env['AWS_REGION'] ?? ''
      const planned = planFiles(
        succeeded.slice(0, JOBS),
        {
          files,
          arrival: batch === undefined ? { overSeconds: over } : { atOnce: batch },
          workers,
          openFiles,
          workerMegabytes: isLocal ? 0 : WORKER_MEGABYTES,
          quotas: isLocal || LARGE_REGIONS.includes(region) ? LARGE_REGION : OTHER_REGION,
          ...(isLocal && { processors: 1 }),
        },
        Math.random,
      )
      return {
        lines: linesOf(planned, options, workers),
        json: { files, recipe, workers, ...planned },
      }
    },
  )
    .requiredOption('--files <n>', 'how many', wholeNumber('--files', 1, 10_000_000))
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
      'tasks worked on at once; 10 deployed, here one for each core but one',
      wholeNumber('--workers', 1, 1000),
    )
    .option(
      '--open-files <n>',
      'dropped files that are under way at once',
      wholeNumber('--open-files', 1, 100_000),
      1000,
    )
    .option('--region <name>', 'whose quotas count; AWS_REGION')
}

function localWorkers(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}

function linesOf(planned: FilesPlan, { files, recipe }: Options, workers: number): string[] {
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
