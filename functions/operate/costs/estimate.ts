import { estimateCost } from '../../pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { listJobs } from '../jobs/list-jobs.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** What a number of files will take under a recipe, by what the last ones took. */
export type Estimate = {
  /** How many ended jobs it is made from; 0 where the recipe is new, and then nothing else is known. */
  from: number
  /** Units of the service, as many as the mean of those jobs makes. */
  units?: number
  /** The pipeline's part of the AWS bill and the units at their price, likewise. */
  dollars?: number
  /** Until the last file ended, if the files come alone: as fast as at their busiest moment, and as on average. */
  minutes?: { least: number; most: number }
}

/** Jobs it is made from, at most. */
const JOBS = 100

/** Older ones say little: prices, workers and recipes change. */
const DAYS = 30

/** Estimates what so many files will take under a recipe, from its last hundred jobs of the last thirty days. */
export async function estimate(
  { recipe, files }: { recipe: string; files: number },
  clients: Pick<PipelineClients, 'db' | 'at'>,
): Promise<Estimate> {
  return estimateFrom(await lastEnded(recipe, clients), files)
}

/** The last hundred jobs of a recipe that ended, of the last thirty days. */
export async function lastEnded(
  recipe: string,
  clients: Pick<PipelineClients, 'db' | 'at'>,
): Promise<EndedJob[]> {
  const since = new Date(Date.now() - DAYS * 86_400_000)
  const jobs = await listJobs(clients, { limit: 2 * JOBS, since, recipe })
  return jobs.filter(hasEnded).slice(0, JOBS)
}

/** The same from given jobs that have ended. */
export function estimateFrom(jobs: readonly EndedJob[], files: number): Estimate {
  const from = jobs.length
  if (from === 0) return { from }
  const costs = jobs.map(estimateCost)
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / from
  return {
    from,
    units: Math.round(files * mean(costs.map(({ units }) => units))),
    dollars: files * mean(costs.map(({ dollars }) => dollars.total)),
    minutes: minutesFrom(jobs, files),
  }
}

/** A job with its end. */
export type EndedJob = Job & { finishedAt: string }

function hasEnded(job: Job): job is EndedJob {
  return job.finishedAt !== undefined
}

function minutesFrom(jobs: readonly EndedJob[], files: number): { least: number; most: number } {
  const spans = jobs
    .map(({ createdAt, finishedAt }) => [Date.parse(createdAt), Date.parse(finishedAt)] as const)
    .sort(([one], [other]) => one - other)
  const lasted = spans.map(([begin, end]) => end - begin).sort((one, other) => one - other)
  const median = lasted[Math.floor(lasted.length / 2)]!
  const fastest = Math.max(median, (files * median) / mostAtOnce(spans))
  const usual = Math.max(median, (files * timeWithAny(spans)) / spans.length)
  return { least: Math.min(fastest, usual) / 60_000, most: Math.max(fastest, usual) / 60_000 }
}

/** How many of the spans, in order of their beginnings, lie over one another at most. */
function mostAtOnce(spans: readonly (readonly [begin: number, end: number])[]): number {
  return Math.max(
    ...spans.map(([at]) => spans.filter(([begin, end]) => begin <= at && at < end).length),
    1,
  )
}

/** Milliseconds in which there was one of the spans at least. */
function timeWithAny(spans: readonly (readonly [begin: number, end: number])[]): number {
  let time = 0
  let until = Number.NEGATIVE_INFINITY
  for (const [begin, end] of spans) {
    time += Math.max(0, end - Math.max(begin, until))
    until = Math.max(until, end)
  }
  return time
}
