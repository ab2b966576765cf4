import type { CostEstimate } from '../../pipeline/core/cost/estimate-cost.ts'
import { estimateCost } from '../../pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { MAX_FREE_TASKS } from '../../service/admin.ts'
import { type DollarLines, dollarLines } from './dollars.ts'
import type { Quotas } from './quotas.ts'
import { type Plan, type PlannedTask, simulate } from './simulate.ts'

/** What is asked of a plan. */
export type PlanAsked = {
  files: number
  /** Dropped evenly over so many seconds, or as a batch of so many files at once. */
  arrival: Plan['arrival']
  /** Tasks that are worked on at once. */
  workers: number
  openFiles: number
  /** Megabytes of a worker of our own service; 0 where the service is another's. */
  workerMegabytes: number
  quotas: Quotas
  /** Bytes of files like those to come, which take what jobs on files of about their size took. @default any */
  mix?: readonly number[] | undefined
  /** The processors that everything shares, as in a local run. @default each function has its own */
  processors?: number | undefined
}

/** What a plan comes to, with the bounds in the order in which they are reached. */
export type FilesPlan = {
  /** How many ended jobs it is made from. */
  from: number
  seconds: number
  failedForWaiting: number
  dollars: DollarLines
  total: number
  units: number
  bounds: { name: string; share: number }[]
}

/** Of the times that the states of jobs took, the one that a quarter was below: waits for workers are in the others. */
const QUICK = 0.25
/** Milliseconds of the pipeline's own functions for a drop and a step; measured on a local run. */
const OWN = { start: 0.1, step: 0.1 }
const DROPS = 10

/**
 * Foretells so many files under the recipe of these jobs, which succeeded: they go their way on virtual time.
 * @throws Error where there are none
 */
export function planFiles(jobs: readonly Job[], asked: PlanAsked, random: () => number): FilesPlan {
  const from = jobs.length
  if (from === 0)
    throw new Error(
      'None of its jobs succeeded, by whose times a plan is made: drop some files first.',
    )
  const result = simulate({
    files: asked.files,
    arrival: asked.arrival,
    tasks: tasksOf(asked.mix ? asked.mix.map((bytes) => nearest(jobs, bytes)) : [jobs]),
    workers: () => asked.workers,
    openFiles: asked.openFiles,
    drops: DROPS,
    freeTasks: MAX_FREE_TASKS,
    own: OWN,
    processors: asked.processors,
    quotas: asked.quotas,
    random,
  })
  const like = asked.mix?.flatMap((bytes) => nearest(jobs, bytes).slice(0, 1)) ?? jobs
  const costs = like.map(estimateCost)
  const dollars = dollarLines(result, meanOf(costs), asked.workerMegabytes)
  return {
    from,
    seconds: result.seconds,
    failedForWaiting: result.failedForWaiting,
    dollars,
    total: Object.values(dollars).reduce((sum, one) => sum + one, 0),
    units: Math.round(
      (asked.files * costs.reduce((sum, { units }) => sum + units, 0)) / costs.length,
    ),
    bounds: result.use
      .map(({ name, share }) => ({ name, share }))
      .toSorted((one, other) => other.share - one.share),
  }
}

/** How many jobs on files of about a size say what such a file takes: one alone may have waited for a worker. */
const NEAREST = 8

/** The jobs whose files are nearest to so many bytes, the nearest first; sizes are compared by their ratio. */
function nearest(jobs: readonly Job[], bytes: number): readonly Job[] {
  const far = ({ source }: Job): number => Math.abs(Math.log(Math.max(1, source.size) / bytes))
  return jobs.toSorted((one, other) => far(one) - far(other)).slice(0, NEAREST)
}

/**
 * The tasks of a file as jobs had them: a step's detection, and its effects, by what the quicker ones took. Files take
 * their times in turn from these groups of jobs.
 */
function tasksOf(groups: readonly (readonly Job[])[]): PlannedTask[] {
  const steps = Math.max(...groups.flat().flatMap(({ trail }) => trail?.steps.length ?? []))
  return Array.from({ length: steps }, (_, at): PlannedTask[] => {
    const detections = timesOf(groups, (job) => [detectionSeconds(job, at)])
    const effects = timesOf(
      groups,
      ({ trail }) => trail?.steps[at]?.tasks.map(({ ms }) => ms && ms / 1000) ?? [],
    )
    return [
      ...(detections.length > 0 ? [{ free: true, seconds: detections }] : []),
      ...(effects.length > 0 ? [{ free: false, seconds: effects }] : []),
    ]
  }).flat()
}

/** For each group what the quicker ones took, none where no job of any group took it. */
function timesOf(
  groups: readonly (readonly Job[])[],
  secondsOf: (job: Job) => readonly (number | undefined)[],
): number[] {
  const times = groups.map((jobs) => jobs.flatMap(secondsOf).filter((one) => one !== undefined))
  const all = times.flat()
  return all.length > 0 ? times.map((some) => quick(some.length > 0 ? some : all)) : []
}

/** Seconds that the state waited for the detection of a step; undefined where it needed none. */
function detectionSeconds({ trail }: Job, at: number): number | undefined {
  if (!trail?.steps[at]?.detection) return undefined
  const states = trail.states.filter(({ state }) => state === 'PreProcess')
  const { ms } = states[Math.min(at, states.length - 1)] ?? {}
  return ms === undefined ? undefined : ms / 1000
}

function quick(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(QUICK * (sorted.length - 1))]!
}

function meanOf(costs: readonly CostEstimate[]): CostEstimate['dollars'] {
  const mean = (line: keyof CostEstimate['dollars']): number =>
    costs.reduce((sum, { dollars }) => sum + (dollars[line] ?? 0), 0) / costs.length
  return {
    stepFunctions: mean('stepFunctions'),
    lambda: mean('lambda'),
    s3: mean('s3'),
    dynamodb: mean('dynamodb'),
    messages: mean('messages'),
    logs: mean('logs'),
    units: mean('units'),
    generator: mean('generator'),
    total: mean('total'),
  }
}
