import { findFeature } from '../../../../catalog/features/features.ts'
import { unitsOf } from '../../../../catalog/tasks/units-of.ts'
import { entriesOf } from '../lists/job-lists.ts'
import type { Job } from '../ports/job.ts'
import { NO_TRAIL, type Trail } from '../ports/trail.ts'
import { PRICES } from './prices.ts'

/**
 * What a job used. `dollars` estimates the pipeline's own AWS bill by service, and the units of the task service where
 * their price is known.
 */
export type CostEstimate = {
  units: number
  /** Whether some of the units are the catalogue's price, because the service does not report its charges. */
  estimated: boolean
  /** Transitions of the workflow, retries included. */
  transitions: number
  /** Size of the source. */
  bytesIn: number
  /** Size of all results. */
  bytesOut: number
  dollars: {
    stepFunctions: number
    lambda: number
    s3: number
    dynamodb: number
    messages: number
    logs: number
    /** The units of the task service, where their price is known. */
    units: number
    /** What generators did for the tasks; absent where nothing was generated. */
    generator?: number
    total: number
  }
}

/** A small function has 256 MB and takes 80 ms on average. */
const SMALL_CALL_GB_SECONDS = 0.25 * 0.08
/** Deliver has 512 MB and moves its bytes at about 50 MB a second. */
const DELIVER_GB = 0.5
const BYTES_PER_SECOND = 50e6
/** Prepare has 3008 MB, and takes as long as its state. */
const ENGINE_GB = 3008 / 1024
/** Bytes a call of a function writes to its log. */
const LOG_BYTES = 1_500

/** RecordFailure and Failed: no trail holds them, because it is written between the two. */
const FAILURE_TRANSITIONS = 2

/** Estimates the cost of a job from its record. Waiting for a callback costs nothing. */
export function estimateCost(job: Job): CostEstimate {
  const trail = job.trail ?? NO_TRAIL
  const tasks = tasksOf(trail)
  const transitions = transitionsOf(trail) + (job.status === 'failed' ? FAILURE_TRANSITIONS : 0)
  const bytesOut = sum((job.results ?? []).map(({ size }) => size))
  const waits =
    tasks.length + [...trail.steps, ...tasks].filter(({ detection }) => detection).length
  const calls = transitions + 1 + waits
  // The source is read too, for its hash.
  const moved = bytesOut + job.source.size
  const compute =
    calls * SMALL_CALL_GB_SECONDS +
    DELIVER_GB * (moved / BYTES_PER_SECOND) +
    ENGINE_GB * engineSeconds(trail)
  const results = job.results?.length ?? 0
  const prepared = trail.states.filter(({ state }) => ENGINE_STATES.includes(state)).length
  const { units, estimated } = unitsSpent(job)
  const generated = sum(
    tasks.flatMap(({ charge }) => (charge?.generations ?? []).map((made) => made.dollars)),
  )
  const lines = {
    stepFunctions: transitions * PRICES.transition,
    lambda: compute * PRICES.lambdaGbSecond + calls * PRICES.lambdaRequest,
    // Reads: the recipe, the source's metadata, its header and hash, and by the service the source of each task.
    // Prepare reads and writes once more.
    s3:
      (results + 1 + prepared) * PRICES.s3Put +
      (3 + trail.steps.length + waits + prepared) * PRICES.s3Get,
    // Of the nine writes four go to the table of jobs and five to its index by day; each entry of a list is written to
    // both.
    dynamodb:
      (9 + 4 * waits + 2 * entriesOf(job).length) * PRICES.dynamoWrite +
      (4 + 2 * waits) * PRICES.dynamoRead,
    // For each drop, and for each poll of a wait: a message sent, received and deleted. For each wait one webhook.
    messages: (3 + 3 * waits) * PRICES.sqsRequest + PRICES.event + waits * PRICES.httpRequest,
    logs: (calls * LOG_BYTES * PRICES.logsGb) / 1e9,
    units: units * (job.unitPrice ?? 0),
    ...(generated > 0 && { generator: generated }),
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
 * The units of all effect tasks, as the service reports them. A task without a reported charge counts the catalogue's
 * price if it succeeded; a price by the second counts the seconds that the recipe names, or one. A task whose result
 * was used by the next step or delivered has succeeded, whatever outcome was recorded first.
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

/** Every effect task, whether its result was used, and its price in the catalogue. */
function effectTasks({ trail = NO_TRAIL, recipe, results = [] }: Job) {
  return trail.steps.flatMap(({ feature: name, tasks, restored }, at) => {
    const feature = findFeature(name)
    const price = feature ? unitsOf(feature, recipe.plan?.steps[at]?.parameters ?? {}) : 0
    return tasks.map((task) => ({
      task,
      price,
      isUsed:
        at < trail.steps.length - 1 ||
        results.some(({ index }) => index === task.index) ||
        restored?.files.some(({ together }) => together?.includes(task.index)) === true,
    }))
  })
}

/** The states whose function has the engine. */
const ENGINE_STATES = ['Prepare', 'Restore']

function engineSeconds({ states }: Trail): number {
  const own = states.filter(({ state }) => ENGINE_STATES.includes(state))
  return sum(own.map(({ ms }) => ms)) / 1000
}

function tasksOf({ steps }: Trail) {
  return steps.flatMap(({ tasks }) => tasks.filter(({ taskId }) => taskId !== undefined))
}

/** Every entry of a state and every retry is one transition, those inside the map included. */
function transitionsOf({ states, steps }: Trail): number {
  return (
    sum(states.map(({ retries }) => 1 + retries)) +
    sum(
      steps.flatMap(({ tasks }) =>
        // Two states come before the task of somebody who has a picture of their own.
        tasks.map(
          ({ retries = 0, failure, detection }) =>
            1 + retries + (failure ? 1 : 0) + (detection === undefined ? 0 : 2),
        ),
      ),
    ) +
    // The choice state after each step, and after Restore once more, which the trail does not hold.
    steps.length +
    states.filter(({ state }) => state === 'Restore').length
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Rounded to a millionth of a cent; more digits would suggest a precision the estimate does not have. */
function rounded<T extends Record<string, number>>(lines: T): T {
  return Object.fromEntries(
    Object.entries(lines).map(([line, value]) => [line, Math.round(value * 1e8) / 1e8]),
  ) as T
}
