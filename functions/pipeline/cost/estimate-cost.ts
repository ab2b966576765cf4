import { findFeature } from '../../../catalog/features.ts'
import { unitsOf } from '../../../catalog/units-of.ts'
import type { Job } from '../ports/job.ts'
import { NO_TRAIL, type Trail } from '../ports/trail.ts'
import { PRICES } from './prices.ts'

/**
 * What a job took. `dollars` is an estimate of the pipeline's own AWS bill by its lines, and of the service's units where
 * their price is known.
 */
export type CostEstimate = {
  units: number
  /** Whether some of the units are the catalogue's, because the service does not say what it charged. */
  estimated: boolean
  transitions: number
  bytesIn: number
  bytesOut: number
  dollars: {
    stepFunctions: number
    lambda: number
    s3: number
    dynamodb: number
    messages: number
    logs: number
    /** The service's units, where their price is known. */
    units: number
    total: number
  }
}

/** GB-seconds of one small function (256 MB) for the 80 ms it takes on average. */
const SMALL_CALL_GB_SECONDS = 0.25 * 0.08
/** Deliver has 512 MB and moves the result, at some 50 MB a second. */
const DELIVER_GB = 0.5
const BYTES_PER_SECOND = 50e6
/** Bytes a function writes to its log. */
const LOG_BYTES = 1_500

/** RecordFailure and Failed, which no trail holds because it is written between them. */
const FAILURE_TRANSITIONS = 2

/** Estimates what a job cost from what its record holds. Waiting for a callback costs nothing. */
export function estimateCost(job: Job): CostEstimate {
  const trail = job.trail ?? NO_TRAIL
  const tasks = tasksOf(trail)
  const transitions = transitionsOf(trail) + (job.status === 'failed' ? FAILURE_TRANSITIONS : 0)
  const bytesOut = sum((job.results ?? []).map(({ size }) => size))
  const waits = tasks.length + trail.steps.filter(({ detection }) => detection).length
  const calls = transitions + 1 + waits
  // The source passes as well, for its hash.
  const moved = bytesOut + job.source.size
  const compute = calls * SMALL_CALL_GB_SECONDS + DELIVER_GB * (moved / BYTES_PER_SECOND)
  const results = job.results?.length ?? 0
  const { units, estimated } = unitsSpent(job)
  const lines = {
    stepFunctions: transitions * PRICES.transition,
    lambda: compute * PRICES.lambdaGbSecond + calls * PRICES.lambdaRequest,
    // Read are the recipe, the source's facts and the source for its hash, and by the service the source of each task.
    s3: (results + 1) * PRICES.s3Put + (3 + waits) * PRICES.s3Get,
    // Of the writes four are of the table of jobs, and five of the index that lists them by day.
    dynamodb: (9 + 4 * waits) * PRICES.dynamoWrite + (4 + 2 * waits) * PRICES.dynamoRead,
    // Per drop a message sent, received and deleted; per wait a look sent, received and deleted, and a webhook.
    messages: (3 + 3 * waits) * PRICES.sqsRequest + PRICES.event + waits * PRICES.httpRequest,
    logs: (calls * LOG_BYTES * PRICES.logsGb) / 1e9,
    units: units * (job.unitPrice ?? 0),
  }
  const total = sum(Object.values(lines))
  return {
    units,
    estimated,
    transitions,
    bytesIn: job.source.size,
    bytesOut,
    dollars: rounded({ ...lines, total }),
  }
}

/**
 * What the service says its effect tasks were charged. Of one it does not say that of, the catalogue's price if it
 * succeeded; where that is by the second of a video, of the seconds the recipe names or of one. A task whose result was
 * gone on with or delivered had succeeded, whatever was heard first.
 */
function unitsSpent(job: Job): Pick<CostEstimate, 'units' | 'estimated'> {
  const charges = effectTasks(job).map(({ task: { charge, status }, isUsed, price }) => {
    if (charge && !(isUsed && status === 'error' && charge.units === 0)) {
      return { units: charge.units, estimated: false }
    }
    const isMade = status === 'success' || isUsed
    return { units: isMade ? price : 0, estimated: isMade }
  })
  return {
    units: sum(charges.map(({ units }) => units)),
    estimated: charges.some(({ estimated }) => estimated),
  }
}

/** Every effect task, whether its result was used, and what the catalogue asks for it. */
function effectTasks({ trail = NO_TRAIL, recipe, results = [] }: Job) {
  return trail.steps.flatMap(({ feature: name, tasks }, at) => {
    const feature = findFeature(name)
    const price = feature ? unitsOf(feature, recipe.plan?.steps[at]?.parameters ?? {}) : 0
    return tasks.map((task) => ({
      task,
      price,
      isUsed: at < trail.steps.length - 1 || results.some(({ index }) => index === task.index),
    }))
  })
}

function tasksOf({ steps }: Trail) {
  return steps.flatMap(({ tasks }) => tasks.filter(({ taskId }) => taskId !== undefined))
}

/** Every entry of a state and every retry is one; the states of a map's iterations count as well. */
function transitionsOf({ states, steps }: Trail): number {
  return (
    sum(states.map(({ retries }) => 1 + retries)) +
    sum(
      steps.flatMap(({ tasks }) =>
        tasks.map(({ retries = 0, failure }) => 1 + retries + (failure ? 1 : 0)),
      ),
    ) +
    // The choice after each step, which leaves no trace of its own.
    steps.length
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** To a millionth of a cent: more digits would pretend. */
function rounded<T extends Record<string, number>>(lines: T): T {
  return Object.fromEntries(
    Object.entries(lines).map(([line, value]) => [line, Math.round(value * 1e8) / 1e8]),
  ) as T
}
