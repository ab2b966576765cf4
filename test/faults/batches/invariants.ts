import { executionName } from '../../../functions/pipeline/core/begin/execution-name.ts'
import type { Batch, Counts, ItemResult } from '../../../functions/pipeline/core/ports/batch.ts'
import { countsOf } from '../../../functions/pipeline/report-chunk/report-chunk.ts'
import type { Dice } from '../dice.ts'
import { HARMLESS } from '../dice.ts'
import { DROP_BUCKET } from '../files.ts'
import { isMild, violations } from '../invariants.ts'
import type { Line } from './manifest.ts'
import type { BatchWorld } from './world.ts'

type Check = (world: BatchWorld, dice: Dice) => string[]

/** What must hold of jobs and batches after every run; each line names the rule and what broke it. */
export const batchViolations: Check = (world, dice) => [
  ...violations(withBegun(world), dice),
  ...[
    everyBatchEnds,
    nobodyWaits,
    statusAgrees,
    endsSoon,
    everyLineOnce,
    countsEqual,
    trueOutcomes,
    tolerated,
    redriveTouchesTheRest,
    mildIsDone,
  ].flatMap((check) => check(world, dice)),
]

/**
 * The files whose jobs were begun count as dropped; the others are the batch's to state, and so are those that it
 * calls unfinished because nothing began their executions.
 */
function withBegun(world: BatchWorld): BatchWorld {
  const jobs = world.ports.jobs.all()
  const ids = new Set(jobs.map(({ id }) => id))
  const begun = world.manifest.files.filter(({ key, version, recipe }) =>
    ids.has(executionName({ bucket: DROP_BUCKET, key, version }, recipe)),
  )
  const executions = new Set(world.workflow.executions().map(({ name }) => name))
  const told = ended(world).flatMap(({ results }) =>
    results.flatMap(({ line, status }) => {
      const { job } = world.manifest.lines[line - 1] ?? {}
      return job && status === 'unfinished' && !executions.has(job) ? [job] : []
    }),
  )
  // The dead letter of a batch that could not be closed names it.
  const dead =
    world.batchLost.unclosed.length > 0 ? [...ids].filter((id) => !executions.has(id)) : []
  return {
    ...world,
    dropped: [...world.dropped, ...begun],
    unrecorded: [...world.unrecorded, ...told, ...dead],
  }
}

/** A manifest becomes a batch that ends, unless what would begin or close it is a dead letter. */
const everyBatchEnds: Check = ({ batches, batchLost }) => {
  const open = batches().filter(({ status, id }) => {
    return status === 'running' && !batchLost.unclosed.includes(id)
  })
  const isLost = batches().length === 0 && batchLost.manifests.length === 0
  return [
    ...(batchLost.manifests.length > 0 ? [] : open.map(({ id }) => `batch: ${id} runs for ever`)),
    ...(isLost ? ['batch: the manifest became none'] : []),
  ]
}

/** When nothing is left to happen, no batch and no chunk waits. */
const nobodyWaits: Check = ({ batchWorkflow }) =>
  [...batchWorkflow.executions(), ...batchWorkflow.children('Chunk')]
    .filter(({ status }) => status === 'RUNNING')
    .map(({ name }) => `batch: ${name} waits for ever`)

/** A batch ended as its execution did. */
const statusAgrees: Check = ({ batches, batchWorkflow, batchLost }) =>
  batchWorkflow.executions().flatMap(({ name, status }) => {
    const batch = batches().find(({ id }) => id === name)
    if (!batch || batch.status === 'running' || batchLost.unclosed.includes(name)) return []
    const isSo = (status === 'SUCCEEDED') === (batch.status === 'succeeded')
    return isSo ? [] : [`batch: ${name} is ${batch.status}, and its execution ${status}`]
  })

/** Longer than a chunk waits for the next look at its jobs, and its function for what is throttled. */
const SOON_MS = 6 * 3_600_000

/** A batch that was not stopped ends soon after the last of its jobs. */
const endsSoon: Check = (world) =>
  ended(world).flatMap(({ batch, results }) => {
    const ids = new Set(results.map(({ job }) => job))
    const ends = world.ports.jobs
      .all()
      .flatMap(({ id, finishedAt = '' }) => (ids.has(id) ? [Date.parse(finishedAt)] : []))
      .filter(Number.isFinite)
    const late = Date.parse(batch.finishedAt ?? '') - Math.max(...ends)
    const isLate = batch.status === 'succeeded' && ends.length > 0 && late > SOON_MS
    return isLate ? [`batch: ${batch.id} ended ${late / 3_600_000} hours after its last job`] : []
  })

/** The lines of a batch's result manifest; undefined where it has none. */
function resultsOf({ objects, ports }: BatchWorld, { results }: Batch): ItemResult[] | undefined {
  const bytes = results && objects.versions(ports.buckets.results, results).at(-1)?.bytes
  if (!bytes) return undefined
  const text = Buffer.from(bytes).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ItemResult)
}

/** Every batch that has ended, with its result manifest. */
function ended(world: BatchWorld): { batch: Batch; results: ItemResult[] }[] {
  return world.batches().flatMap((batch) => {
    const results = resultsOf(world, batch)
    return batch.status !== 'running' && results ? [{ batch, results }] : []
  })
}

/** Every line of the manifest stands in the result manifest once, in its order. */
const everyLineOnce: Check = (world) =>
  ended(world).flatMap(({ batch, results }) => {
    const said = results.map(({ line }) => line).join(' ')
    const due = world.manifest.lines.map((_, at) => at + 1).join(' ')
    return said === due ? [] : [`lines: ${batch.id} tells of ${said}, and there are ${due}`]
  })

/** The record of a batch counts what its result manifest tells. */
const countsEqual: Check = (world) =>
  ended(world).flatMap(({ batch, results }) => {
    const counted: Counts = countsOf(results)
    return Object.entries(counted)
      .filter(([status, count]) => batch[status as keyof Counts] !== count)
      .map(([status, count]) => {
        return `counts: ${batch.id} counts ${batch[status as keyof Counts]} ${status}, of ${count}`
      })
  })

/** What the result manifest says of a line is what became of it. */
const trueOutcomes: Check = (world, dice) =>
  ended(world).flatMap(({ batch, results }) =>
    results.flatMap((result) => {
      const line = world.manifest.lines[result.line - 1]
      const why = line && untruthOf(line, result, { batch, world, dice })
      return why ? [`outcome: ${batch.id} line ${result.line} is ${result.status}: ${why}`] : []
    }),
  )

type Context = { batch: Batch; world: BatchWorld; dice: Dice }

function untruthOf(line: Line, result: ItemResult, context: Context): string | undefined {
  const { status, failure } = result
  if (status === 'unfinished') return unfinishedWithout(context)
  if (failure?.code === 'ItemUnreadable') {
    return faultsAt('work-chunk', context) > 0 ? undefined : 'it could be read'
  }
  if (line.failure !== undefined) {
    return failure?.code === line.failure ? undefined : `it must be ${line.failure}`
  }
  const { jobs } = context.world.ports
  const job = jobs.all().find(({ id }) => id === line.job)
  if (result.job !== line.job || !job) return `it names ${result.job} and not ${line.job}`
  if (status === 'parked') {
    const was = jobs.versionsOf(job.id).some((one) => one.status === 'parked')
    return was ? undefined : 'its job never was'
  }
  const isSo = status === 'succeeded' ? job.status === 'succeeded' : job.status === 'failed'
  if (!isSo || job.failure?.code !== failure?.code) return `its job is ${job.status}`
  const keys = job.results?.map(({ key }) => key).join()
  return status === 'succeeded' && result.results?.join() !== keys
    ? 'its results differ'
    : undefined
}

/** Only what ended before its time leaves a line unfinished, and a chunk whose function failed again and again. */
function unfinishedWithout(context: Context): string | undefined {
  const isExcused = context.batch.status === 'failed' || faultsAt('work-chunk', context) >= 3
  return isExcused ? undefined : 'nothing kept it from its end'
}

/** How many faults that cost a try struck there. */
function faultsAt(place: string, { dice }: Context): number {
  return dice.struck.filter((which) => {
    const [fault = '', ...at] = which.split(' ')
    return !(HARMLESS as readonly string[]).includes(fault) && at.join(' ').startsWith(place)
  }).length
}

/** A batch that ended well had no more failures than it tolerates, and one that had too many says a true number. */
const tolerated: Check = (world) =>
  ended(world).flatMap(({ batch, results }) => {
    const { failed } = countsOf(results)
    const isTooMany = failed > (results.length * batch.tolerated) / 100
    const says = batch.failure?.code === 'TooManyFailures'
    if (batch.status === 'succeeded' && isTooMany) {
      return [`tolerated: ${batch.id} succeeded with ${failed} failures`]
    }
    return says && !isTooMany ? [`tolerated: ${batch.id} was stopped with ${failed} failures`] : []
  })

/** A batch that goes on works no chunk again that was done. */
const redriveTouchesTheRest: Check = ({ redriven, chunkCalls }) =>
  redriven.flatMap(({ batch, at, how, done }) =>
    how !== 'resumed'
      ? []
      : chunkCalls
          .filter((call) => call.batch === batch && call.at >= at && done.has(call.chunk))
          .map(({ fn, chunk }) => `redrive: ${fn} was called for chunk ${chunk}, which was done`),
  )

/** Where nothing goes wrong but what is tried again or only takes time, a batch does all that it can. */
const mildIsDone: Check = (world, { struck }) =>
  !isMild(struck)
    ? []
    : ended(world).flatMap(({ batch, results }) => [
        ...(batch.status === 'failed' && batch.failure?.code !== 'TooManyFailures'
          ? [`mild: ${batch.id} failed: ${batch.failure?.message}`]
          : []),
        ...results
          .filter(({ status }) => status === 'unfinished' && batch.status === 'succeeded')
          .map(({ line }) => `mild: ${batch.id} left line ${line}`),
      ])
